import {
  ALL_DAYS,
  type DateRange,
  monthsOf,
  type Period,
  periodNamed,
} from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { Filtered } from "../../ledger/events/listing.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { parseReturnKey, returnPartition } from "../../ledger/sums/sum.ts";
import { boundariesOf, hasFinalReturn } from "../../vat/schemes/registration-segments.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { TAXED_AT_HOME, WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { isInForceOn } from "../../vat/seller/in-force.ts";
import { exclusionOfSum, isOfOtherRegistration, type ReturnRules } from "../compute/assign-sums.ts";
import { loadReturnRules } from "../load/load-return.ts";

/** The days of the events that returns of a period count, and tests for them. */
type CountedIn = {
  readonly days: DateRange;
  readonly isCounted: (event: Filtered) => boolean;
  readonly isExcluded: (event: Filtered) => boolean;
};

/**
 * Finds the events that the returns of a period count, and those that they exclude as `code`. This includes events that
 * only a return can exclude: without an exchange rate, services taxed in the Member State of identification, or outside
 * a registration. A quarter covers the quarterly schemes and three months of the monthly one; a month covers only the
 * monthly one.
 */
export async function findCounted(
  ledger: LedgerId,
  asked: Period,
  code: string,
): Promise<CountedIn> {
  const { items } = await loadRegistrations(ledger);
  const returns = SCHEMES.flatMap((scheme) =>
    periodsIn(asked, scheme).map((period) => ({ scheme, period })),
  );
  const boundaries = boundariesOf(items);
  const isFinal = returns.some(({ scheme, period }) => hasFinalReturn(scheme, period, boundaries));
  const partitions = new Set(
    returns.map(({ scheme, period }) => returnPartition(scheme, period.key)),
  );
  const warning = WARNING_CODES.find((warning) => warning === code);
  const finding = warning
    ? returns.filter(({ scheme }) => scheme.found_by_returns.has(warning))
    : [];
  const rules = await Promise.all(
    finding.map(({ scheme, period }) => loadReturnRules(ledger, scheme, period, items)),
  );
  const isAtHome = excludedUnder(rules, TAXED_AT_HOME.code);
  return {
    // Corrections of all later days may go with a final return.
    days: { from: asked.firstDay, to: isFinal ? ALL_DAYS.to : asked.lastDay },
    isCounted: (event) =>
      (partitions.has(event.counted_in) || isOfOtherKind(event, asked)) &&
      // By its own facts it has the code of other sales that are left out.
      (code === TAXED_AT_HOME.code || !isAtHome(event)),
    isExcluded: excludedUnder(rules, code),
  };
}

/** Finds the sales of any day that were taxed at home although a registration covers the day. */
export async function findTaxedAtHome(ledger: LedgerId): Promise<CountedIn["isExcluded"]> {
  const { items } = await loadRegistrations(ledger);
  return ({ counted_in, counted_as, supply_date }) => {
    const key = parseReturnKey(counted_as);
    const scheme = SCHEMES.find(({ partitionPrefix }) => counted_in.startsWith(partitionPrefix));
    return (
      key.family === "excluded" &&
      key.code === TAXED_AT_HOME.code &&
      scheme !== undefined &&
      isInForceOn(items, scheme.id, supply_date)
    );
  };
}

/** True for an event of a day of the month whose scheme has quarterly returns. */
function isOfOtherKind({ supply_date, counted_in }: Filtered, { kind, lastDay }: Period): boolean {
  const counted = periodNamed(counted_in.slice(1));
  return (
    counted !== undefined &&
    counted.kind !== kind &&
    supply_date <= lastDay &&
    lastDay <= counted.lastDay
  );
}

function excludedUnder(rules: readonly ReturnRules[], code: string): CountedIn["isExcluded"] {
  const byPartition = new Map(
    rules.map((rule) => [returnPartition(rule.scheme, rule.period.key), rule]),
  );
  return ({ counted_in, counted_as }) => {
    const own = byPartition.get(counted_in);
    const key = parseReturnKey(counted_as);
    return (
      own !== undefined &&
      key.family !== "check" &&
      !isOfOtherRegistration(key, own) &&
      exclusionOfSum(key, own)?.code === code
    );
  };
}

function periodsIn(asked: Period, { period_kind }: Scheme): readonly Period[] {
  if (asked.kind === period_kind) return [asked];
  return asked.kind === "quarter" ? monthsOf(asked) : [];
}
