import type { Job } from "../shared/api/job.ts";
import type { Route } from "../shared/api/route.ts";
import type {
  ItemGroup,
  TableOperation,
  TableUse,
  TableUses,
} from "../shared/platform/table/item.ts";

/** All that a function asks of the table. */
export type FunctionAccess = {
  readonly uses: readonly TableUse[];
  /** Access that is limited to the partitions of sandboxes. */
  readonly sandboxes: {
    readonly uses: readonly TableUse[];
    readonly removes: readonly ItemGroup[];
  };
};

const OF_PERSONS: TableUses = ["GetItem sessions", "UpdateItem rate_limits"];
const OF_MEMBERS: TableUses = [OF_PERSONS, "GetItem members"];
const OF_ACCOUNTS: TableUses = [
  OF_MEMBERS,
  "GetItem keys",
  "GetItem sandboxes",
  "GetItem accounts",
  "UpdateItem key_list",
];
const OF_ANSWERS: TableUses = [
  "GetItem idempotency",
  "PutItem idempotency",
  "UpdateItem idempotency",
];

/** Returns what admits the callers of a route (shared/api/authentication.ts). */
function usesOfScope({ scope, role }: Route): TableUses {
  if (scope === "public") return [];
  if (scope !== "person") return OF_ACCOUNTS;
  return role === undefined || role === "operator" ? OF_PERSONS : OF_MEMBERS;
}

/** Returns the access that a row declares, plus that of its scope and method (shared/api/account-endpoint.ts). */
export function accessOfRoute(route: Route): FunctionAccess {
  const { method, scope, repeats, table } = route;
  const remembers = scope !== "public" && method === "POST" && repeats !== "harmless";
  return accessOf({ ...route, table: [usesOfScope(route), table, remembers ? OF_ANSWERS : []] });
}

export const accessOf = ({
  table,
  sandboxes: { uses = [], removes = [] } = {},
}: Pick<Job, "table" | "sandboxes">): FunctionAccess => ({
  uses: flat(table),
  sandboxes: { uses: flat(uses), removes },
});

const flat = (uses: TableUses): TableUse[] => [
  ...new Set(uses.flatMap((use) => (typeof use === "string" ? use : flat(use)))),
];

/** Returns the two parts of a use. */
export const partsOf = (use: TableUse) => use.split(" ") as [TableOperation, ItemGroup];

const READS: readonly TableOperation[] = ["GetItem", "BatchGetItem", "Query"];
export const isRead = (use: TableUse): boolean => READS.includes(partsOf(use)[0]);

const groupsOf = (uses: readonly TableUse[]): ItemGroup[] => [
  ...new Set(uses.map((use) => partsOf(use)[1])),
];

export const readBy = ({ uses }: Pick<FunctionAccess, "uses">): ItemGroup[] =>
  groupsOf(uses.filter(isRead));

export const writtenBy = ({ uses }: Pick<FunctionAccess, "uses">): ItemGroup[] =>
  groupsOf(uses.filter((use) => !isRead(use)));
