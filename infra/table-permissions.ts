import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { sandboxOf } from "../shared/core/sandbox-account.ts";
import type { ItemGroup } from "../shared/platform/table/access.ts";
import type { TableOperation } from "../shared/platform/table/item.ts";
import { INDEX } from "../shared/platform/table/keys.ts";
import { ITEM_GROUPS } from "../shared/platform/table/registry.ts";
import type { Table } from "./data-stack.ts";
import type { FunctionAccess } from "./function-access.ts";

/** Operations allowed on the partitions of the table, or of its index, that match these patterns. */
type TablePermission = {
  readonly operations: readonly TableOperation[];
  readonly on: "table" | "index";
  readonly partitions: readonly string[];
};

/**
 * The least that lets a function read and write its item families. IAM sees partition keys, not sort
 * keys: what shares the partition of an account (profile, registrations, sources, notifications) it
 * cannot tell apart.
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

/** What takes items out of a family: an index is only read, and follows the table by itself. */
export const removalsOf = (family: ItemGroup): readonly TableOperation[] =>
  ITEM_GROUPS[family].index ? ["Query"] : ["Query", "DeleteItem"];

/**
 * The same partitions of sandboxes alone. A ledger's name is the first thing in them that differs, and no account's has
 * a dot: whatever an event is called, no partition of an account begins so.
 */
const ofSandboxes = (partition: string): string => partition.replace("*", sandboxOf("*"));

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

/** Operations on the same partitions share a permission. */
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
 * The same as IAM statements. Transactions have no action of their own: DynamoDB asks for the action of
 * each item in them. Nothing scans, nothing deletes but in sandboxes, and each of these operations names the
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
