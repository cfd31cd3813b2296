import { dayOf } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadCountedImports } from "../../imports/bridge/load-bridge.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import { leftOutPartition, type RunningSum, returnPartition } from "../../ledger/sums/sum.ts";
import type { Covered } from "../compute/compute.ts";
import { returnBridge } from "./return-bridge.ts";
import type { StoredBridge } from "./schema.ts";

/**
 * Loads the imports that lead to a return, and the excluded amounts unless they are `known` at the moment of the return,
 * and builds its bridge.
 */
export async function loadBridge(
  ledger: LedgerId,
  computed: Covered,
  now: Date,
  known?: readonly RunningSum[],
): Promise<StoredBridge> {
  const { scheme, period } = computed;
  const [leftOut, imports] = await Promise.all([
    known ?? loadSums(ledger, leftOutPartition(returnPartition(scheme, period.key))),
    loadCountedImports(ledger),
  ]);
  return returnBridge(computed, { leftOut, imports, today: dayOf(now) });
}
