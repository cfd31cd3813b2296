import type { Route } from "../shared/api/route.ts";
import type { ItemFamily, TableAccess } from "../shared/table/access.ts";

/** The item families that a function reads and writes, all of them. */
export type FunctionAccess = {
  readonly reads: readonly ItemFamily[];
  readonly writes: readonly ItemFamily[];
};

/** What a row declares, and what its scope and method bring along (shared/api/account-endpoint.ts). */
export function accessOfRoute({ table, scope, method, keepsNothing }: Route): FunctionAccess {
  const own = accessOf(table);
  if (scope === "public") return own;
  const remembers = method === "POST" && !keepsNothing;
  const answers: readonly ItemFamily[] = remembers ? ["idempotency"] : [];
  return {
    reads: ["keys", ...own.reads, ...answers],
    writes: [...own.writes, ...answers, "key_list", "rate_limits"],
  };
}

export const accessOf = (table: TableAccess): FunctionAccess =>
  table === "none" ? { reads: [], writes: [] } : { reads: [], writes: [], ...table };
