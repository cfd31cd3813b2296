import { dayOf } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadCountedImports } from "../../imports/bridge/load-bridge.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import { leftOutPartition, type RunningSum, returnPartition } from "../../ledger/sums/sum.ts";
import type { Covered } from "../compute/compute.ts";
import { returnBridge } from "./return-bridge.ts";
import type { StoredBridge } from "./schema.ts";

/** Loads the excluded amounts of a period. */
export const loadLeftOut = (
  ledger: LedgerId,
  { scheme, period }: Pick<Covered, "scheme" | "period">,
): Promise<RunningSum[]> => loadSums(ledger, leftOutPartition(returnPartition(scheme, period.key)));

/**
 * Loads the imports that lead to a return, and the excluded amounts unless the return was read with them, and builds its
 * bridge.
 */
export async function loadBridge(
  ledger: LedgerId,
  computed: Covered,
  now: Date,
): Promise<StoredBridge> {
  const [leftOut, imports] = await Promise.all([
    computed.left_out ?? loadLeftOut(ledger, computed),
    loadCountedImports(ledger),
  ]);
  return returnBridge(computed, { leftOut, imports, today: dayOf(now) });
}
