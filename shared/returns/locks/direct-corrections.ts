import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import {
  directParts,
  parseReturnKey,
  type RunningSum,
  returnPartition,
  type SumCorrection,
} from "../../ledger/sums/sum.ts";
import { filingCurrencyOn } from "../../vat/reference-data/member-states.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type CorrectionSum, registrationOfSale, sumOf } from "../compute/assign-sums.ts";
import type { PeriodMarkers } from "./locked-period.ts";

type Known = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
};

/** The Member State and the currency of a declared return. */
type Declarer = {
  readonly member_state_identification: string;
  readonly return_currency: Currency;
};

export type DirectCorrection = CorrectionSum & Declarer;

/**
 * Returns the corrections of a scheme that came more than three years after their returns were due (Art. 61(2) CIR
 * 282/2011). Those of sales that no return of the scheme has declared are left out.
 */
export function directCorrections(sums: readonly RunningSum[], known: Known): DirectCorrection[] {
  const { scheme } = known;
  return sums.flatMap((sum) => {
    const { partition, key } = directParts(sum.key);
    const parsed = parseReturnKey(key);
    const isOurs = partition.startsWith(scheme.partitionPrefix) && parsed.family === "correction";
    const declarer = isOurs ? declarerOf(parsed, known) : undefined;
    if (!isOurs || !declarer || (sum.amounts["event_count"] ?? 0n) === 0n) return [];
    const placed = { from_country: "", ...parsed };
    const isElsewhere = scheme.exclusionUnder(placed, declarer.member_state_identification);
    return isElsewhere ? [] : [{ ...parsed, ...sumOf(sum), ...declarer }];
  });
}

/** Returns who declared the corrected period; what no lock or opening tells follows from the registration of the sale. */
function declarerOf(
  correction: SumCorrection,
  { scheme, registrations, markers }: Known,
): Declarer | undefined {
  const period = periodNamed(correction.original_period) as Period;
  const { locks = [], openings = [] } = markers.get(returnPartition(scheme, period.key)) ?? {};
  if (correction.named) return openings[0];
  const state = registrationOfSale(correction, {
    scheme,
    registrations,
  })?.member_state_identification;
  if (state === undefined) return undefined;
  const declared = [...locks, ...openings].find((one) => one.member_state_identification === state);
  const return_currency = declared?.return_currency ?? filingCurrencyOn(state, period.lastDay);
  return { member_state_identification: state, return_currency };
}
