import { ALL_DAYS, type Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { eventListStart, eventPage } from "../../ledger/events/listing.ts";
import { listEvents } from "../../ledger/events/store-event-list.ts";
import { loadOrderNames } from "../../ledger/order-names/store-order-names.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import { leftOutPartition, returnPartition } from "../../ledger/sums/sum.ts";
import { boundariesOf, hasFinalReturn } from "../../vat/schemes/registration-segments.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { ReturnRules } from "../compute/assign-sums.ts";
import { coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/status.ts";
import { loadReturn, loadReturnRules } from "../load/load-return.ts";
import { loadDeclared } from "../locks/find-declared.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { loadLocksOf } from "../locks/store-locks.ts";
import {
  cursorAfterSourceEvent,
  type Figure,
  figureOf,
  isSourceEvent,
  type SourceEventsQuery,
} from "./drill-down.ts";
import { figureFromSums, figureOfLateChanges } from "./figure.ts";
import { type DeclaringReturn, listLateEvents } from "./late-events.ts";
import { contributionOf, isAfterLock } from "./source-event.ts";

/**
 * Lists the source events of a row, a correction, a warning or the late changes of a return. Reads the events of the
 * period by day, and of a final return those of later days, and sorts them by the rules that sort the sums. The first
 * page also has their count and sum, which come from the sums and not from the events.
 * @throws DomainError `registration_required`, `registration_conflict`, `invalid_request`
 */
export async function listSourceEvents(
  ledger: LedgerId,
  { scheme, period }: { readonly scheme: Scheme; readonly period: Period },
  query: SourceEventsQuery,
  now = new Date(),
) {
  const figure = figureOf(query, scheme);
  const { items: registrations } = await loadRegistrations(ledger);
  const found = coverageOf(scheme, registrations, period, query.registration_id);
  const registration = requireCoverage(scheme, period, found);
  const coverage = { status: "covered", registration } as const;
  const report = { scheme, period, registrations, coverage };
  const isFirst = query.cursor === undefined;
  const [input, leftOut, lock, recount_pending] = await Promise.all([
    isFirst ? loadReturn(ledger, report, report).then((loaded) => loaded.input) : undefined,
    isFirst && mayBeLeftOut(figure)
      ? loadSums(ledger, leftOutPartition(returnPartition(scheme, period.key)))
      : [],
    loadOwnLock(ledger, report),
    isFirst ? loadPendingRecount(ledger, period) : null,
  ]);
  const { records, next, contributionOf } = query.late
    ? await listLateEvents(ledger, report, query)
    : await listCounted(ledger, report, { query, figure, known: input });
  const [nameOf, declaredOf] = await Promise.all([
    loadOrderNames(ledger, records),
    loadDeclared(ledger, records, now, { registrations }),
  ]);
  const shown = eventPage({ records, next }, query.warning, nameOf, declaredOf);
  return {
    items: shown.items.map((item, at) => ({
      ...item,
      in_return: contributionOf(records[at] as EventRecord),
      after_lock: lock !== undefined && isAfterLock(records[at] as EventRecord, lock),
    })),
    next_cursor: shown.next ? cursorAfterSourceEvent(shown.next) : null,
    recount_pending,
    figure: input
      ? query.late
        ? figureOfLateChanges(input, figure)
        : figureFromSums(input, figure, lock, leftOut)
      : null,
  };
}

/** True if the figure may have events that the return leaves out. */
const mayBeLeftOut = ({ warning, ...others }: Figure): boolean =>
  warning !== undefined || Object.values(others).every((asked) => asked === undefined);

/** Loads the lock of a return, which a registration that was replaced since may have made. */
async function loadOwnLock(
  ledger: LedgerId,
  { scheme, period, coverage }: DeclaringReturn,
): Promise<LockedPeriod | undefined> {
  const [first, ...more] = await loadLocksOf(ledger, scheme.id, period.key);
  if (more.length === 0) return first;
  return [first, ...more].find((lock) => lock?.registration_id === coverage.registration.id);
}

type Counted = {
  readonly query: SourceEventsQuery;
  readonly figure: Figure;
  /** The rules, if they were loaded with the return. */
  readonly known: ReturnRules | undefined;
};

async function listCounted(
  ledger: LedgerId,
  { scheme, period, registrations, coverage }: DeclaringReturn,
  { query, figure, known }: Counted,
) {
  // Corrections of all later days may go with a final return.
  const isFinal = hasFinalReturn(scheme, period, boundariesOf(registrations));
  const days = { from: period.firstDay, to: isFinal ? ALL_DAYS.to : period.lastDay };
  const rules = known ?? (await loadReturnRules(ledger, scheme, period, registrations, coverage));
  const page = await listEvents(
    ledger,
    days,
    { limit: query.limit, after: eventListStart(query, days) },
    (event) => isSourceEvent(event, figure, rules),
  );
  return { ...page, contributionOf: (event: EventRecord) => contributionOf(event, rules) };
}
