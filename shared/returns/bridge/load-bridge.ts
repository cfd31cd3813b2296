import { dayOf } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadCountedImports } from "../../imports/bridge/load-bridge.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import { leftOutPartition, returnPartition } from "../../ledger/sums/sum.ts";
import type { Covered } from "../compute/compute.ts";
import { returnBridge } from "./return-bridge.ts";
import type { StoredBridge } from "./schema.ts";

/** Loads the excluded amounts and the imports that lead to a return, and builds its bridge. */
export async function loadBridge(
  ledger: LedgerId,
  computed: Covered,
  now: Date,
): Promise<StoredBridge> {
  const { scheme, period } = computed;
  const [leftOut, imports] = await Promise.all([
    loadSums(ledger, leftOutPartition(returnPartition(scheme, period.key))),
    loadCountedImports(ledger),
  ]);
  return returnBridge(computed, { leftOut, imports, today: dayOf(now) });
}
