import { LOCKED_ROW } from "../../accounts/people/board.ts";
import { noteOnBoard } from "../../accounts/people/store-board.ts";
import type { Period } from "../../core/calendar/period.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { lockReturn } from "./lock-return.ts";
import { type NilReturnResult, type NilReturnsRequest, requestedPeriods } from "./nil-returns.ts";

type By = { readonly keyId: string; readonly now: Date };

/**
 * Locks the nil returns of several periods one after the other, the oldest first. Each period has its own outcome, and
 * the rules of lockReturn apply to it. A repeated request changes no locked period.
 * @throws DomainError `invalid_request`; `not_ready` if writes continue: the periods before are locked then
 */
export async function lockNilReturns(
  account: string,
  scheme: Scheme,
  { period_keys, registration_id }: NilReturnsRequest,
  by: By,
): Promise<NilReturnResult[]> {
  const results: NilReturnResult[] = [];
  for (const period of requestedPeriods(scheme, period_keys)) {
    results.push(await lockNilReturn(account, scheme, period, { ...by, registration_id }));
  }
  return results;
}

async function lockNilReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  { keyId, now, registration_id }: By & Pick<NilReturnsRequest, "registration_id">,
): Promise<NilReturnResult> {
  const { key: period_key } = period;
  const under = registration_id === undefined ? "" : `?registration_id=${registration_id}`;
  const entry_sheet = `/v1/returns/${scheme.slug}/${period_key}/entry-sheet${under}`;
  const done = { period_key, error: null, message: null, entry_sheet };
  try {
    const request = { keyId, now, registration_id, requireReady: false, requireNil: true };
    const lock = await lockReturn(account, scheme, period, request);
    await noteOnBoard(account, lock, LOCKED_ROW, now);
    return { ...done, result: "locked" };
  } catch (error) {
    // An outage passes: the request is sent again.
    if (!(error instanceof DomainError) || error.code === "not_ready") throw error;
    if (error.code === "period_already_locked") return { ...done, result: "unchanged" };
    const { code, message } = error;
    return { period_key, result: "rejected", error: code, message, entry_sheet: null };
  }
}
