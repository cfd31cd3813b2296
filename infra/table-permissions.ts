import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { sandboxOf } from "../shared/core/ids.ts";
import { ANY, type ItemGroup, type TableOperation } from "../shared/platform/table/item.ts";
import { INDEX } from "../shared/platform/table/keys.ts";
import { ITEM_GROUPS } from "../shared/platform/table/registry.ts";
import type { Table } from "./data-stack.ts";
import type { FunctionAccess } from "./function-access.ts";

/** The operations allowed on partitions of the table, or of its index, that match the patterns. */
type TablePermission = {
  readonly operations: readonly TableOperation[];
  readonly on: "table" | "index";
  readonly partitions: readonly string[];
};

/**
 * Returns the least permissions with which a function can read and write its item families. IAM conditions see
 * partition keys, not sort keys, and so cannot separate families that share the partition of an account (profile,
 * registrations, sources, notifications).
 */
function tablePermissions({ reads, writes, sandboxes }: FunctionAccess): TablePermission[] {
  const there = [
    ...sandboxes.reads.flatMap((family) => usesOf(family, ITEM_GROUPS[family].reads)),
    ...sandboxes.writes.flatMap((family) => usesOf(family, ITEM_GROUPS[family].writes)),
    ...sandboxes.removes.flatMap((family) => usesOf(family, removalsOf(family))),
  ];
  const uses = [
    ...reads.flatMap((family) => usesOf(family, ITEM_GROUPS[family].reads)),
    ...writes.flatMap((family) => usesOf(family, ITEM_GROUPS[family].writes)),
    ...there.map((use) => ({ ...use, partition: ofSandboxes(use.partition) })),
  ];
  return PLACES.flatMap((on) => permissionsOn(on, uses));
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

function usesOf(name: ItemGroup, operations: readonly TableOperation[]): Use[] {
  const { items, index } = ITEM_GROUPS[name];
  const on = index ? "index" : "table";
  return operations.flatMap((operation) =>
    items.map(({ pk }) => ({ operation, on, partition: pk })),
  );
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
