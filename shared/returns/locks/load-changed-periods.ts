import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { type ChangedPeriod, changedPeriods } from "./declared-returns.ts";
import { loadMarkers } from "./store-markers.ts";

/** Loads the locked periods of all schemes whose returns may have changed. */
export async function loadChangedPeriods(account: string): Promise<ChangedPeriod[]> {
  const [{ items }, markers] = await Promise.all([
    loadRegistrations(account),
    Promise.all(SCHEMES.map(({ partitionPrefix }) => loadMarkers(account, partitionPrefix))),
  ]);
  return SCHEMES.flatMap((scheme, n) => changedPeriods(scheme, items, markers[n] ?? new Map()));
}
