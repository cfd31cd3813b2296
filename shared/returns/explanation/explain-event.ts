import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import { notFound } from "../../core/errors/errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { eventView } from "../../ledger/events/event-view.ts";
import { loadEventState, loadEventStates, loadLinks } from "../../ledger/events/store-events.ts";
import { loadOrderNames } from "../../ledger/order-names/store-order-names.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { legalBasisOf } from "../../vat/place-of-supply/legal-basis.ts";
import { formOf, type RateCatalogue, ratesInForce } from "../../vat/reference-data/vat-rates.ts";
import { SCHEMES, schemeOf } from "../../vat/schemes/schemes.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { listRates } from "../../vat/tax-classes/rate-list.ts";
import type { ComputedReturn, Covered } from "../compute/compute.ts";
import { type CountedEvent, isOfFigure, placedIn } from "../drill-down/drill-down.ts";
import { contributionOf, isAfterLock } from "../drill-down/source-event.ts";
import { loadReturn } from "../load/load-return.ts";
import type { ComparedLock } from "../locks/compare-lock.ts";
import { loadDeclared } from "../locks/find-declared.ts";
import { compareWithLock } from "../locks/return-view.ts";
import { lockIdentityOf } from "../locks/view.ts";
import { declarersIn, readingDeclarers } from "../openings/store-openings.ts";
import type { CorrectionRow, ReturnRow } from "../schema.ts";
import type { EventExplanation } from "./schema.ts";

/** Most events that are told of those that correct one. */
const MOST_CORRECTIONS = 100;

/**
 * Explains one event: its place and rate, the return that counts it with its lock, its sale and its corrections.
 * @throws DomainError `not_found`
 */
export async function explainEvent(
  ledger: LedgerId,
  event_id: EventId,
  rates: RateCatalogue,
  now: Date,
) {
  const {
    event,
    undone,
    found: along,
  } = await loadEventState(ledger, event_id, readingDeclarers(ledger));
  const record = event ?? undone;
  if (!record) throw notFound("supply event");
  const declared = declarersIn(ledger, along);
  const [found, links] = await Promise.all([
    event && loadCountingReturn(ledger, event, declared.registrations),
    loadLinks(ledger, event_id, MOST_CORRECTIONS),
  ]);
  const sale_id = record.original_event_id;
  const related = await loadEventStates(ledger, [...(sale_id ? [sale_id] : []), ...links.ids]);
  const known = [...related.values()].flatMap(({ event }) => event ?? []);
  const [nameOf, declaredOf, recount_pending] = await Promise.all([
    loadOrderNames(ledger, [record, ...known]),
    loadDeclared(ledger, [record, ...known], now, declared),
    loadPendingRecount(ledger),
  ]);
  const viewOf = (one: EventRecord) => eventView(one, nameOf(one), declaredOf(one));
  const view = viewOf(record);
  const sale = known.find((one) => one.event_id === sale_id);
  return {
    event: view,
    place: placeOf(view, record),
    rate: rateOf(view, record, rates),
    ...(found
      ? explainedReturn(record, view, found)
      : { return: null, left_out_as: view.exclusion_code }),
    sale: sale ? viewOf(sale) : null,
    corrected_by: known.filter((one) => links.ids.includes(one.event_id)).map(viewOf),
    recount_pending,
    has_more_corrections: links.next !== undefined,
  };
}

type View = ReturnType<typeof eventView>;

const placeOf = ({ consumption_country, treatment, supply_kind }: View, record: EventRecord) => ({
  country: consumption_country,
  ...legalBasisOf({
    treatment,
    supply_kind,
    isDeemedSupplier: record.supplier_role === "deemed_supplier",
  }),
});

/** Tells whether the rate of an event in a scheme was in force on the day of its sale, and for which classes. */
function rateOf(
  { vat_rate_bps, consumption_country: country, treatment, tax_class_id, ...event }: View,
  { link }: EventRecord,
  rates: RateCatalogue,
): EventExplanation["rate"] {
  const rates_version = rates.version;
  const isOfScheme = SCHEMES.some(({ id }) => id === treatment);
  if (!isOfScheme || country === null || vat_rate_bps === null) {
    return { vat_rate_bps, is_in_force: null, tax_classes: [], rates_version };
  }
  const day = link?.status === "linked" ? link.supply_date : event.supply_date;
  const form = formOf(event.supply_kind);
  const query = { country, from: day, tax_class_id: tax_class_id ?? undefined, form };
  return {
    vat_rate_bps,
    is_in_force: ratesInForce(country, day, rates)?.has(vat_rate_bps) ?? null,
    tax_classes: listRates(query, day, rates)
      .items.filter(({ rate_bps }) => rate_bps === vat_rate_bps)
      .map(({ rate_bps, country, ...taxClass }) => taxClass),
    rates_version,
  };
}

type CountingReturn = {
  readonly counted: CountedEvent;
  readonly computed: Covered;
  readonly compared: ComparedLock | undefined;
};

/** Loads the return that counts an event: of two registrations, that which sorts it as its own. */
async function loadCountingReturn(
  ledger: LedgerId,
  event: EventRecord,
  registrations: readonly Registration[],
): Promise<CountingReturn | undefined> {
  const scheme = schemeOf(event);
  const [place] = event.entries;
  const period = place && periodNamed(place.partition.slice(scheme.partitionPrefix.length));
  if (!place || !period) return undefined;
  const counted = { counted_in: place.partition, counted_as: place.key };
  const own = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  for (const registration of own) {
    const known = { registrations, coverage: { status: "covered", registration } as const };
    const { input, markers } = await loadReturn(ledger, { scheme, period }, known);
    if (!placedIn(counted, input)) continue;
    const { computed, compared } = await compareWithLock(ledger, input, markers);
    if (isCovered(computed)) return { counted, computed, compared };
  }
  return undefined;
}

const isCovered = (computed: ComputedReturn): computed is Covered => computed.status === "covered";

function explainedReturn(
  record: EventRecord,
  { undeclared_reason }: View,
  { counted, computed, compared }: CountingReturn,
): Pick<EventExplanation, "return" | "left_out_as"> {
  const { report, registration, input } = computed;
  const place = placedIn(counted, input) ?? {};
  const isPlace = (row: ReturnRow | CorrectionRow, part: "rows" | "corrections") =>
    place.part !== undefined && isOfFigure({ part, ...row }, place);
  const lock = compared?.lock;
  const isLate = lock !== undefined && isAfterLock(record, lock);
  // A later return may declare other changes of this one, and not the event.
  const isDirect = undeclared_reason === "after_three_years";
  const declaring = isDirect ? [] : (compared?.declared_in ?? null);
  return {
    return: {
      scheme_type: report.scheme_type,
      period_key: report.period_key,
      registration_id: registration.id,
      member_state_identification: report.member_state_identification,
      filing_due_date: (input.period as Period).filingDueDate,
      row: report.rows.find((row) => isPlace(row, "rows")) ?? null,
      correction: report.corrections.find((row) => isPlace(row, "corrections")) ?? null,
      contribution: contributionOf(record, input),
      lock: compared ? lockIdentityOf(compared.lock) : null,
      after_lock: isLate,
      declared_in: isLate ? declaring : null,
    },
    left_out_as: WARNING_CODES.find((code) => code === place.warning) ?? null,
  };
}
