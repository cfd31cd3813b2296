import { type DateRange, type Period, periodOn } from "../../core/calendar/dates.ts";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { type EventPosition, eventListStart } from "../../ledger/events/listing.ts";
import { listEvents } from "../../ledger/events/store-event-list.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import { isInTime } from "../../vat/schemes/common-exclusions.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ReturnRules } from "../compute/assign-sums.ts";
import type { Coverage } from "../compute/coverage.ts";
import { loadDeclaredInput } from "../load/load-return.ts";
import { type DeclaredReturn, lockedRun, ownReturn } from "../locks/declared-returns.ts";
import { wasIn } from "../locks/declaring-return.ts";
import { openingsIn, type PeriodMarkers } from "../locks/locked-period.ts";
import { loadLocksOf, loadMarkers } from "../locks/store-locks.ts";
import { type Figure, figureOf, placedIn, type SourceEventsQuery } from "./drill-down.ts";
import { convertedAt } from "./source-event.ts";

/** A page of events, and what each of them has changed in a declared return. */
type LateEvents = {
  readonly records: readonly EventRecord[];
  readonly next?: EventPosition | undefined;
  readonly contributionOf: (event: EventRecord) => ReturnType<typeof convertedAt>;
};

export type DeclaringReturn = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registrations: readonly Registration[];
  readonly coverage: Extract<Coverage, { readonly status: "covered" }>;
};

/** A declared period, and the instants between which its changes were late changes of the return. */
type LatePeriod = {
  readonly partition: string;
  readonly period: Period;
  /** What sorts and converts its events, at the rates that it was declared with. */
  readonly rules: ReturnRules;
  readonly after: string;
  readonly until: string | undefined;
  /** True for a period whose changes the return declares: it may still correct it, or has done so. */
  readonly isDeclared: (original_period: PeriodKey) => boolean;
};

/** Pages of 200 events in one request, so that a few late events of a large ledger cannot take minutes. */
const PAGES_PER_REQUEST = 20;

/**
 * Lists the events that changed declared returns and that this return declares as late changes: events that were
 * committed or reclassified after their period was locked, and before this return was. Events that another change has
 * moved with them, such as refunds of a reclassified sale, are not listed.
 */
export async function listLateEvents(
  ledger: LedgerId,
  report: DeclaringReturn,
  query: SourceEventsQuery,
): Promise<LateEvents> {
  const figure = figureOf(query, report.scheme);
  const markers = await loadMarkers(ledger, report.scheme.partitionPrefix);
  const periods = await latePeriods(ledger, report, markers);
  const range = daysOf(periods);
  if (!range) return { records: [], contributionOf: () => null };
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
  return { records: found, next, contributionOf: (event) => changeOf(event, partitions) };
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

/** Returns the declared periods whose changes this return declares, with what their returns are computed from. */
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
  const isDeclared = (original_period: PeriodKey) =>
    isInTime({ original_period }, report.period) ||
    own?.late_changes.some((one) => one.original_period === original_period) === true;
  const context = { ...report, openings: openingsIn(markers) };
  const found = await Promise.all(
    run.changed.map((declared) => loadDeclaredInput(ledger, context, declared)),
  );
  return found.flatMap((changed) => {
    if (!changed) return [];
    const { input: rules } = changed;
    // A later return of the run has declared the changes that were known at its lock.
    const after = locks
      .filter(({ period_key }) => period_key >= rules.period.key)
      .map(({ at }) => at)
      .sort()
      .at(-1) as string;
    const partition = returnPartition(report.scheme, rules.period.key);
    return [{ partition, period: rules.period, rules, after, until, isDeclared }];
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
  { member_state_of_consumption, original_period }: Figure,
): boolean {
  const late = partitions.get(record.entries[0]?.partition ?? "");
  if (!late) return false;
  const place = record.consumption_country ?? saleOf(record).consumption_country;
  const corrected = correctedBy(record, late);
  const instants = [record.committed_at, ...record.classification_history.map(({ at }) => at)];
  return (
    (member_state_of_consumption === undefined || member_state_of_consumption === place) &&
    (original_period === undefined || original_period === corrected) &&
    late.isDeclared(corrected) &&
    instants.some((at) => at > late.after && (late.until === undefined || at <= late.until))
  );
}

const saleOf = (record: EventRecord) => (record.link?.status === "linked" ? record.link : record);

/** Returns the period whose amounts an event changes. */
const correctedBy = (record: EventRecord, { period }: LatePeriod): PeriodKey =>
  record.original_period ?? periodOn(period.kind, saleOf(record).supply_date).key;

/** Exclusions that a decision of a person makes, and takes back. */
const DECIDED: ReadonlySet<unknown> = new Set(["classification_excluded", "needs_review_excluded"]);

/** Returns what an event has changed in its declared return; null if it came and left, or was never in it. */
function changeOf(record: EventRecord, partitions: ReadonlyMap<string, LatePeriod>) {
  const [place] = record.entries;
  const late = partitions.get(place?.partition ?? "");
  if (!place || !late) return null;
  const placed = placedIn({ counted_in: place.partition, counted_as: place.key }, late.rules);
  if (!placed || (placed.part === undefined && !DECIDED.has(placed.warning))) return null;
  const [before, after] = [wasIn(record, late.after), wasIn(record, late.until)];
  if (before === after) return null;
  return convertedAt(correctedBy(record, late), record, late.rules, after ? 1n : -1n);
}
