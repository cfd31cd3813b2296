import type * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { gap } from "../../imports/bridge/bridge-line.ts";
import { loadReturnView } from "../locks/return-view.ts";
import type { RequestedReturn } from "../path-schema.ts";
import { loadBridge } from "./load-bridge.ts";
import type { ReturnBridge } from "./schema.ts";

/**
 * Loads the bridge of a return: of a locked one as its lock has stored it.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadReturnBridge(
  ledger: LedgerId,
  request: RequestedReturn,
  now: Date,
): Promise<z.output<typeof ReturnBridge>> {
  const { figures, recount_pending } = await loadReturnView(ledger, request, {
    figures: "declared",
  });
  if (!("lock" in figures)) {
    const { report, registration } = figures;
    const { scheme_type, period_key, return_currency } = report;
    const named = { scheme_type, period_key, registration_id: registration.id, return_currency };
    return {
      ...named,
      locked: false,
      ...(await loadBridge(ledger, figures, now)),
      recount_pending,
    };
  }
  const { scheme_type, period_key, registration_id, return_currency, bridge } = figures.lock;
  const { lines, unknown } = bridge ?? { lines: null, unknown: [gap("locked_before_bridges")] };
  const named = { scheme_type, period_key, registration_id, return_currency };
  return { ...named, locked: true, lines, unknown, recount_pending };
}
