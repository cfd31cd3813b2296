import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ItemFamily } from "../shared/api/table-access.ts";
import { ITEM_FAMILIES, type TableOperation } from "../shared/store/item-families.ts";
import { INDEX } from "../shared/store/keys.ts";
import type { Table } from "./data-stack.ts";
import type { FunctionAccess } from "./function-access.ts";

/** Operations allowed on the partitions of the table, or of its index, that match these patterns. */
export type TablePermission = {
  readonly operations: readonly TableOperation[];
  readonly on: "table" | "index";
  readonly partitions: readonly string[];
};

/**
 * The least that lets a function read and write its item families. IAM sees partition keys, not sort
 * keys: what shares the partition of an account (profile, registrations, sources, locks,
 * notifications) it cannot tell apart.
 */
export function tablePermissions({ reads, writes }: FunctionAccess): TablePermission[] {
  const uses = [
    ...reads.flatMap((family) => usesOf(family, ITEM_FAMILIES[family].reads)),
    ...writes.flatMap((family) => usesOf(family, ITEM_FAMILIES[family].writes)),
  ];
  const byOperation = [...Map.groupBy(uses, ({ on, operation }) => `${on} ${operation}`).values()];
  const single = byOperation.map((all) => ({
    operation: all[0]?.operation as TableOperation,
    on: all[0]?.on as "table" | "index",
    partitions: [...new Set(all.map(({ partition }) => partition))].sort(),
  }));
  const alike = Map.groupBy(single, ({ on, partitions }) => `${on} ${partitions.join(" ")}`);
  return [...alike.values()].map((all) => ({
    operations: all.map(({ operation }) => operation).sort(),
    on: all[0]?.on as "table" | "index",
    partitions: all[0]?.partitions ?? [],
  }));
}

function usesOf(name: ItemFamily, operations: readonly TableOperation[]) {
  const { items, index } = ITEM_FAMILIES[name];
  const on = index ? "index" : "table";
  return operations.flatMap((operation) =>
    items.map(({ pk: partition }) => ({ operation, on, partition }) as const),
  );
}

/**
 * The same as IAM statements. Transactions have no action of their own: DynamoDB asks for the action of
 * each item in them. Nothing scans and nothing deletes, and each of these operations names the
 * partition it is for, so that the condition always has something to look at.
 */
export const tableStatements = (access: FunctionAccess, table: Table): PolicyStatement[] =>
  tablePermissions(access).map(
    ({ operations, on, partitions }) =>
      new PolicyStatement({
        actions: operations.map((operation) => `dynamodb:${operation}`),
        resources: [on === "index" ? `${table.tableArn}/index/${INDEX}` : table.tableArn],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions } },
      }),
  );
