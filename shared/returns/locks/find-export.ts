import { notFound } from "../../core/errors/errors.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { returnOfExport } from "./export-id.ts";
import type { LockedExport } from "./locked-period.ts";
import { loadLocksOf } from "./locked-periods.ts";

/**
 * The stored file of a locked period of the scheme.
 * @throws DomainError `not_found`
 */
export async function findExport(
  account: string,
  scheme: Scheme,
  exportId: string,
): Promise<LockedExport> {
  const of = returnOfExport(exportId);
  const isOurs = of?.scheme === scheme;
  const locks = isOurs ? await loadLocksOf(account, scheme.id, of.period.key) : [];
  const found = locks.flatMap((lock) => lock.exports).find(({ id }) => id === exportId);
  if (!found) throw notFound("export");
  return found;
}
