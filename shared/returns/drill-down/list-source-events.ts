import { ALL_DAYS, type DateRange } from "../../core/calendar/iso-date.ts";
import { monthsOf, type Period, periodNamed } from "../../core/calendar/period.ts";
import { eventPage, type Filtered } from "../../ledger/events/listing.ts";
import { listEvents } from "../../ledger/events/store-event-list.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { parseReturnKey, returnPartition } from "../../ledger/sums/sum-key.ts";
import { boundariesOf, hasFinalReturn } from "../../vat/schemes/registration-segments.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { exclusionOfSum, isOfOtherRegistration, type ReturnRules } from "../compute/assign-sums.ts";
import { coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/requirements.ts";
import { loadReturnRules } from "../load/load-return.ts";
import {
  cursorAfterSourceEvent,
  figureOf,
  isSourceEvent,
  type SourceEventsQuery,
  startOfPage,
} from "./drill-down.ts";
import { listLateEvents } from "./list-late-events.ts";

/**
 * Lists the source events of a row, a correction, a warning or the late changes of a return. Reads the events of the
 * period by day, and of a final return those of later days, and sorts them by the rules that sort the sums.
 * @throws DomainError `registration_required`, `registration_conflict`, `invalid_request`
 */
export async function listSourceEvents(
  account: string,
  { scheme, period }: { readonly scheme: Scheme; readonly period: Period },
  query: SourceEventsQuery,
) {
  const figure = figureOf(query, scheme);
  const { items } = await loadRegistrations(account);
  const coverage = coverageOf(scheme, items, period, query.registration_id);
  const registration = requireCoverage(scheme, period, coverage);
  // Corrections of all later days may go with a final return.
  const isFinal = hasFinalReturn(scheme, period, boundariesOf(items));
  const { key, firstDay } = period;
  const bounds = {
    scheme,
    period: { key, firstDay, lastDay: isFinal ? ALL_DAYS.to : period.lastDay },
  };
  if (query.late) {
    const declaring = {
      scheme,
      period,
      registrations: items,
      coverage: { status: "covered", registration },
    } as const;
    return listLateEvents(account, declaring, query);
  }
  const rules = await loadReturnRules(account, scheme, period, items, coverage);
  const page = await listEvents(
    account,
    { from: firstDay, to: bounds.period.lastDay },
    { limit: query.limit, after: startOfPage(bounds, query) },
    (event) => isSourceEvent(event, figure, rules),
  );
  const shown = eventPage(page, query.warning);
  const { next } = shown;
  return {
    items: shown.items,
    next_cursor: next ? cursorAfterSourceEvent(bounds, query, next) : null,
  };
}

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
  account: string,
  asked: Period,
  code: string,
): Promise<CountedIn> {
  const { items } = await loadRegistrations(account);
  const returns = SCHEMES.flatMap((scheme) =>
    periodsIn(asked, scheme).map((period) => ({ scheme, period })),
  );
  const boundaries = boundariesOf(items);
  const isFinal = returns.some(({ scheme, period }) => hasFinalReturn(scheme, period, boundaries));
  const partitions = new Set(
    returns.map(({ scheme, period }) => returnPartition(scheme, period.key)),
  );
  const warning = WARNING_CODES.find((one) => one === code);
  const finding = warning
    ? returns.filter(({ scheme }) => scheme.found_by_returns.has(warning))
    : [];
  const rules = await Promise.all(
    finding.map(({ scheme, period }) => loadReturnRules(account, scheme, period, items)),
  );
  return {
    // Corrections of all later days may go with a final return.
    days: { from: asked.firstDay, to: isFinal ? ALL_DAYS.to : asked.lastDay },
    isCounted: (event) => partitions.has(event.counted_in) || isOfOtherKind(event, asked),
    isExcluded: excludedUnder(rules, code),
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
    rules.map((one) => [returnPartition(one.scheme, one.period.key), one]),
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

/** Returns the periods of a scheme that `asked` covers. */
function periodsIn(asked: Period, { period_kind }: Scheme): readonly Period[] {
  if (asked.kind === period_kind) return [asked];
  return asked.kind === "quarter" ? monthsOf(asked) : [];
}
