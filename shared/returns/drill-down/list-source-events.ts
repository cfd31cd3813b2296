import {
  ALL_DAYS,
  type DateRange,
  monthsOf,
  type Period,
  periodNamed,
  periodOn,
} from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import {
  type EventPosition,
  eventListStart,
  eventPage,
  type Filtered,
} from "../../ledger/events/listing.ts";
import { listEvents } from "../../ledger/events/store-event-list.ts";
import { loadOrderNames } from "../../ledger/order-names/store-order-names.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { parseReturnKey, returnPartition } from "../../ledger/sums/sum.ts";
import { boundariesOf, hasFinalReturn } from "../../vat/schemes/registration-segments.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { exclusionOfSum, isOfOtherRegistration, type ReturnRules } from "../compute/assign-sums.ts";
import { type Coverage, coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/status.ts";
import { loadReturnRules } from "../load/load-return.ts";
import { type DeclaredReturn, lockedRun, ownReturn } from "../locks/declared-returns.ts";
import type { PeriodMarkers } from "../locks/locked-period.ts";
import { loadLocksOf, loadMarkers } from "../locks/store-locks.ts";
import {
  cursorAfterSourceEvent,
  figureOf,
  isSourceEvent,
  type SourceEventsQuery,
} from "./drill-down.ts";

type DeclaringReturn = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registrations: readonly Registration[];
  readonly coverage: Extract<Coverage, { readonly status: "covered" }>;
};

/** A declared period, and the instants between which its changes were late changes of the return. */
type LatePeriod = {
  readonly partition: string;
  readonly period: Period;
  readonly after: string;
  readonly until: string | undefined;
};

/** Pages of 200 events in one request, so that a few late events of a large ledger cannot take minutes. */
const PAGES_PER_REQUEST = 20;

/**
 * Lists the events that changed declared returns and that this return declares as late changes: events that were
 * committed or reclassified after their period was locked, and before this return was. Events that another change has
 * moved with them, such as refunds of a reclassified sale, are not listed.
 */
async function listLateEvents(ledger: LedgerId, report: DeclaringReturn, query: SourceEventsQuery) {
  const figure = figureOf(query, report.scheme);
  const markers = await loadMarkers(ledger, report.scheme.partitionPrefix);
  const periods = await latePeriods(ledger, report, markers);
  const range = daysOf(periods);
  if (!range) return { items: [], next_cursor: null };
  const partitions = new Map(periods.map((period) => [period.partition, period]));
  let next: EventPosition | undefined = eventListStart(query, range);
  let found: EventRecord[] = [];
  for (let pages = 0; pages < PAGES_PER_REQUEST && found.length === 0; pages += 1) {
    const page = await listEvents(
      ledger,
      range,
      { limit: query.limit, after: next },
      ({ counted_in }) => partitions.has(counted_in),
    );
    found = page.records.filter((record) => isLate(record, partitions, figure));
    next = page.next;
    if (!next) break;
  }
  const shown = eventPage({ records: found, next }, undefined, await loadOrderNames(ledger, found));
  return {
    items: shown.items,
    next_cursor: shown.next ? cursorAfterSourceEvent(shown.next) : null,
  };
}

/** Returns the range around the days of all periods; undefined without a period. */
function daysOf(periods: readonly LatePeriod[]): DateRange | undefined {
  const [first] = periods.map(({ period }) => period.firstDay).sort();
  const last = periods
    .map(({ period }) => period.lastDay)
    .sort()
    .at(-1);
  return first && last ? { from: first, to: last } : undefined;
}

/** Returns the declared periods whose changes this return declares. */
async function latePeriods(
  ledger: LedgerId,
  report: DeclaringReturn,
  markers: PeriodMarkers,
): Promise<LatePeriod[]> {
  const own = ownReturn(report, report.coverage.registration, markers);
  const run = lockedRun(report, own ? withoutReturn(markers, own, report.scheme) : markers);
  if (!("changed" in run)) return [];
  const until = own && (await lockedAt(ledger, report.scheme, own));
  const locks = await Promise.all(
    run.returns.map(async (declared) => ({
      period_key: declared.period_key,
      at: await lockedAt(ledger, report.scheme, declared),
    })),
  );
  return run.changed.flatMap((declared) => {
    const period = periodNamed(declared.period_key);
    // A later return of the run has declared the changes that were known at its lock.
    const after = locks
      .filter(({ period_key }) => period_key >= declared.period_key)
      .map(({ at }) => at)
      .sort()
      .at(-1) as string;
    const partition = returnPartition(report.scheme, declared.period_key);
    return period ? [{ partition, period, after, until }] : [];
  });
}

const withoutReturn = (
  markers: PeriodMarkers,
  own: DeclaredReturn,
  scheme: Scheme,
): PeriodMarkers => {
  const partition = returnPartition(scheme, own.period_key);
  const marked = markers.get(partition);
  if (!marked) return markers;
  const locks = marked.locks.filter((lock) => lock.registration_id !== own.registration_id);
  return new Map(markers).set(partition, { ...marked, locks });
};

/** Returns the instant of a lock; an empty text for a return that was filed elsewhere, whose events are all late. */
async function lockedAt(
  ledger: LedgerId,
  scheme: Scheme,
  { period_key, registration_id, filed_elsewhere }: DeclaredReturn,
): Promise<string> {
  if (filed_elsewhere) return "";
  const locks = await loadLocksOf(ledger, scheme.id, period_key);
  return locks.find((lock) => lock.registration_id === registration_id)?.locked_at ?? "";
}

function isLate(
  record: EventRecord,
  partitions: ReadonlyMap<string, LatePeriod>,
  { member_state_of_consumption, original_period }: ReturnType<typeof figureOf>,
): boolean {
  const late = partitions.get(record.entries[0]?.partition ?? "");
  if (!late) return false;
  const { link } = record;
  const sale = link?.status === "linked" ? link : record;
  const corrected = record.original_period ?? periodOn(late.period.kind, sale.supply_date).key;
  const place = record.consumption_country ?? sale.consumption_country;
  const instants = [record.committed_at, ...record.classification_history.map(({ at }) => at)];
  return (
    (member_state_of_consumption === undefined || member_state_of_consumption === place) &&
    (original_period === undefined || original_period === corrected) &&
    instants.some((at) => at > late.after && (late.until === undefined || at <= late.until))
  );
}

/**
 * Lists the source events of a row, a correction, a warning or the late changes of a return. Reads the events of the
 * period by day, and of a final return those of later days, and sorts them by the rules that sort the sums.
 * @throws DomainError `registration_required`, `registration_conflict`, `invalid_request`
 */
export async function listSourceEvents(
  ledger: LedgerId,
  { scheme, period }: { readonly scheme: Scheme; readonly period: Period },
  query: SourceEventsQuery,
) {
  const figure = figureOf(query, scheme);
  const { items } = await loadRegistrations(ledger);
  const coverage = coverageOf(scheme, items, period, query.registration_id);
  const registration = requireCoverage(scheme, period, coverage);
  // Corrections of all later days may go with a final return.
  const isFinal = hasFinalReturn(scheme, period, boundariesOf(items));
  const days = { from: period.firstDay, to: isFinal ? ALL_DAYS.to : period.lastDay };
  if (query.late) {
    const declaring = {
      scheme,
      period,
      registrations: items,
      coverage: { status: "covered", registration },
    } as const;
    return listLateEvents(ledger, declaring, query);
  }
  const rules = await loadReturnRules(ledger, scheme, period, items, coverage);
  const page = await listEvents(
    ledger,
    days,
    { limit: query.limit, after: eventListStart(query, days) },
    (event) => isSourceEvent(event, figure, rules),
  );
  const shown = eventPage(page, query.warning, await loadOrderNames(ledger, page.records));
  const { next } = shown;
  return {
    items: shown.items,
    next_cursor: next ? cursorAfterSourceEvent(next) : null,
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
