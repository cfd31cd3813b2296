import type { TableAccess } from "../shared/api/route.ts";

const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"] as const;

/**
 * The IAM actions behind a route's table access. Transactions have no action of their own: DynamoDB
 * asks for the action of each item in them. Nothing scans, and nothing deletes from a ledger.
 */
export const TABLE_ACTIONS: Readonly<Record<TableAccess, readonly string[]>> = {
  none: [],
  read: READ,
  write: [...READ, "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:ConditionCheckItem"],
};
