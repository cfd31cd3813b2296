import type { Route } from "../shared/api/route.ts";
import type { ItemGroup, SandboxAccess, TableAccess } from "../shared/platform/table/item.ts";

/** All item families that a function reads and writes. */
export type FunctionAccess = {
  readonly reads: readonly ItemGroup[];
  readonly writes: readonly ItemGroup[];
  /** Access that is limited to the partitions of sandboxes. */
  readonly sandboxes: Required<SandboxAccess>;
};

const NOTHING_THERE: Required<SandboxAccess> = { reads: [], writes: [], removes: [] };

/** Returns the access that a row declares, plus that of its scope and method (shared/api/account-endpoint.ts). */
export function accessOfRoute({ table, scope, method, repeats }: Route): FunctionAccess {
  const own = accessOf(table);
  if (scope === "public") return own;
  const callers: readonly ItemGroup[] = scope === "person" ? [] : ["keys", "sandboxes", "accounts"];
  const uses: readonly ItemGroup[] = scope === "person" ? [] : ["key_list"];
  const remembers = method === "POST" && repeats !== "harmless";
  const answers: readonly ItemGroup[] = remembers ? ["idempotency"] : [];
  return {
    reads: [...callers, "sessions", "members", ...own.reads, ...answers],
    writes: [...own.writes, ...answers, ...uses, "rate_limits"],
    sandboxes: own.sandboxes,
  };
}

export function accessOf(table: TableAccess): FunctionAccess {
  const { reads = [], writes = [], sandboxes } = table === "none" ? {} : table;
  return {
    reads: reads.flat(),
    writes: writes.flat(),
    sandboxes: { ...NOTHING_THERE, ...sandboxes },
  };
}
