import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { sandboxOf } from "../shared/core/ids.ts";
import { ANY, type ItemGroup, type TableOperation } from "../shared/platform/table/item.ts";
import { INDEX } from "../shared/platform/table/keys.ts";
import { ITEM_GROUPS } from "../shared/platform/table/registry.ts";
import type { Table } from "./data-stack.ts";
import { type FunctionAccess, partsOf } from "./function-access.ts";

/** The operations allowed on partitions of the table, or of its index, that match the patterns. */
type TablePermission = {
  readonly operations: readonly TableOperation[];
  readonly on: "table" | "index";
  readonly partitions: readonly string[];
};

/**
 * Returns the permissions with which a function can do exactly what it declares. IAM conditions see partition keys, not
 * sort keys, and so cannot separate families that share the partition of an account (profile, registrations, sources,
 * notifications).
 */
function tablePermissions({ uses, sandboxes }: FunctionAccess): TablePermission[] {
  const there = [
    ...sandboxes.uses.flatMap((use) => placesOf(...partsOf(use))),
    ...sandboxes.removes.flatMap((family) =>
      removalsOf(family).flatMap((operation) => placesOf(operation, family)),
    ),
  ];
  const all = [
    ...uses.flatMap((use) => placesOf(...partsOf(use))),
    ...there.map((use) => ({ ...use, partition: ofSandboxes(use.partition) })),
  ];
  return PLACES.flatMap((on) => permissionsOn(on, all));
}

const PLACES = ["table", "index"] as const;

/** Returns the operations that delete items of a family. An index is only queried; DynamoDB updates it by itself. */
export const removalsOf = (family: ItemGroup): readonly TableOperation[] =>
  ITEM_GROUPS[family].index ? ["Query"] : ["Query", "DeleteItem"];

/**
 * Restricts a partition pattern to sandboxes. The ledger's name is the first variable part of a partition key, and only
 * names of sandboxes contain a dot, so the pattern matches no partition of an account, whatever an event is called.
 */
const ofSandboxes = (partition: string): string => partition.replace("*", sandboxOf(ANY));

type Use = {
  readonly operation: TableOperation;
  readonly on: TablePermission["on"];
  readonly partition: string;
};

/** Returns a use with each partition of its family. */
function placesOf(operation: TableOperation, family: ItemGroup): Use[] {
  const { items, index } = ITEM_GROUPS[family];
  const on = index ? "index" : "table";
  return items.map(({ pk }) => ({ operation, on, partition: pk }));
}

/** Groups operations on equal sets of partitions into one permission. */
function permissionsOn(on: TablePermission["on"], uses: readonly Use[]): TablePermission[] {
  const here = uses.filter((use) => use.on === on);
  const partitionsOf = (operation: TableOperation): string =>
    sorted(here.filter((use) => use.operation === operation).map((use) => use.partition)).join(" ");
  const alike = Map.groupBy(sorted(here.map(({ operation }) => operation)), partitionsOf);
  return [...alike].map(([partitions, operations]) => ({
    operations,
    on,
    partitions: partitions.split(" "),
  }));
}

const sorted = <T extends string>(texts: readonly T[]): T[] => [...new Set(texts)].sort();

/**
 * Converts the permissions of a function into IAM statements. Transactions have no IAM action; DynamoDB checks the
 * action of each item in a transaction. No function scans, and deletions are limited to sandboxes. Each allowed
 * operation names its partition, so the condition on `dynamodb:LeadingKeys` always applies.
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
