import { type IsoDate, type Period, periodKeyOn, periodOn } from "../../core/calendar/dates.ts";
import {
  type Boundaries,
  datedSegment,
  isUncovered,
  NO_BOUNDARIES,
  segmentOn,
  spellEndOn,
} from "../../vat/schemes/registration-segments.ts";
import { isTooLate, schemeOf, taxPeriodOf } from "../../vat/schemes/schemes.ts";
import {
  isSale,
  type LedgerEvent,
  taxationOf,
  treatmentOf,
} from "../../vat/schemes/supply-event.ts";
import { type Exclusion, exclusion, TAXED_AT_HOME } from "../../vat/schemes/warnings.ts";
import { ELECTRONIC, UNREVIEWED } from "../../vat/threshold/day-sums.ts";
import {
  countsAsElectronic,
  countsTowardsThreshold,
  mayCountTowardsThreshold,
  restsOnRelief,
} from "../../vat/threshold/eligibility.ts";
import { openChecks, signedAmounts } from "../events/links.ts";
import {
  checkKey,
  correctionKey,
  directKey,
  directPartition,
  type Entry,
  excludedKey,
  leftOutKey,
  leftOutPartition,
  lineKey,
  parseReturnKey,
  returnPartition,
  thresholdDayKey,
  thresholdPartition,
} from "./sum.ts";

/**
 * Version of the rules that decide the entries of an event; raised with every change of them. Events counted under an
 * older version are moved by a recount.
 */
export const RULES_VERSION = 10;

/**
 * Returns the sum entries of an event under the current rules and the boundaries of the account's registrations. The
 * first entry is its place in the return of its period. An undone event has none.
 */
export function sumsOfEvent(event: LedgerEvent, boundaries: Boundaries = NO_BOUNDARIES): Entry[] {
  if (event.undone) return [];
  const scheme = schemeOf(event);
  const day = returnDayOf(event, boundaries);
  const partition = returnPartition(scheme, periodKeyOn(scheme.period_kind, day));
  const key = countedAs(event, boundaries);
  const amounts = amountsOf(event);
  return [
    { partition, key, amounts },
    ...leftOutKeys(event, key).map((key) => ({
      partition: leftOutPartition(partition),
      key,
      amounts,
    })),
    ...directEntries(event, key, amounts),
    ...openChecks(event).map(({ code }) => ({
      partition,
      key: checkKey(code),
      amounts: { event_count: 1 },
    })),
    ...thresholdEntries(event),
  ];
}

/** Returns the key of an excluded event among the amounts that the return leaves out; none for an event in the return. */
function leftOutKeys(event: LedgerEvent, key: string): string[] {
  const parsed = parseReturnKey(key);
  if (parsed.family !== "excluded") return [];
  const kind = isSale(event) ? "sale" : "correction";
  return [leftOutKey({ ...parsed, treatment: treatmentOf(event), kind, currency: event.currency })];
}

/** Returns the entry of a correction among those that no return declares; none for an event that a return may take. */
function directEntries(event: LedgerEvent, key: string, amounts: Entry["amounts"]): Entry[] {
  const parsed = parseReturnKey(key);
  if (parsed.family !== "correction" || !isTooLate(event)) return [];
  const own = returnPartition(schemeOf(event), taxPeriodOf(event).key);
  const partition = directPartition(event.supply_date.slice(0, 4));
  return [{ partition, key: directKey(own, correctionKey({ ...parsed, segment: "" })), amounts }];
}

/**
 * The exclusion of sales outside all registrations. No return needs rows for these days, so one count is enough
 * (docs/decisions/0099). A new registration for these days moves the events by a recount.
 */
const OUTSIDE = exclusion("outside_registration_window_excluded");

/** The exclusion of a non-sale whose sale lies outside all registrations: no return has declared the sale. */
export const SALE_OUTSIDE: Exclusion = {
  code: "correction_reference_missing_excluded",
  status: "rightful",
};

/**
 * Returns the day that decides which return an event counts in. After the registrations of a sale have ended, its
 * corrections go with their final return (Art. 61a(1) CIR 282/2011).
 */
function returnDayOf(event: LedgerEvent, boundaries: Boundaries): IsoDate {
  const { supply_date, link } = event;
  if (link?.status !== "linked") return supply_date;
  const end = spellEndOn(schemeOf(event), link.supply_date, boundaries);
  return end !== undefined && end < supply_date ? end : supply_date;
}

/** Returns the row, correction or exclusion of the period's return that an event counts in. */
export function countedAs(event: LedgerEvent, boundaries: Boundaries = NO_BOUNDARIES): string {
  const scheme = schemeOf(event);
  const { period_kind } = scheme;
  const returnDay = returnDayOf(event, boundaries);
  const own = periodOn(period_kind, returnDay);
  const link = event.link?.status === "linked" ? event.link : undefined;
  const original = link && periodOn(period_kind, link.supply_date);
  // An event that is netted into the row of its sale lies in the segment of its sale.
  const nets = isNetted(event, original, own);
  const day = link && nets ? link.supply_date : returnDay;
  const ofDay = segmentOn(scheme, own, day, boundaries);
  const segment = datedSegment(ofDay, event.supply_date, returnDay);
  const excluded = countedExclusion(event, original ?? own, link?.supply_date ?? day, boundaries);
  if (excluded) return excludedKey(excluded, segment);
  const { currency } = event;
  const { consumption_country, rate_category, vat_rate_bps } = taxationOf(event);
  const origin = scheme.originOf(event);
  const correction = { supply_kind: origin.supply_kind, consumption_country, currency, segment };
  const { original_period } = event;
  if (event.link?.status === "by_period" && original_period !== undefined) {
    return correctionKey({ ...correction, original_period, original_segment: "", named: true });
  }
  if (link && original && !nets) {
    const original_segment = segmentOn(scheme, original, link.supply_date, boundaries);
    const original_period = original.key;
    return correctionKey({ ...correction, original_period, original_segment, named: false });
  }
  const { from_country } = link ?? origin;
  const place = { supply_kind: origin.supply_kind, from_country, consumption_country };
  return lineKey({ ...place, rate_category, vat_rate_bps, currency, segment });
}

/** True for a change of a sale of the same return; after three years no return takes it (Art. 61(2) CIR 282/2011). */
const isNetted = (event: LedgerEvent, original: Period | undefined, own: Period): boolean =>
  original?.key === own.key && !isTooLate(event);

/**
 * Returns the exclusion of an event by its own facts, or by the day of its sale: a non-sale belongs to the registration
 * of its sale (Art. 61a CIR 282/2011).
 */
function countedExclusion(
  event: LedgerEvent,
  period: Period,
  day: IsoDate,
  boundaries: Boundaries,
): Exclusion | undefined {
  const scheme = schemeOf(event);
  // The return knows if a registration is in force on that day, so that none of its changes moves these sums.
  const own = restsOnRelief(event) ? TAXED_AT_HOME : scheme.exclusionOf(event);
  if (own || !isUncovered(scheme, period, day, boundaries)) return own;
  return event.link?.status === "linked" ? SALE_OUTSIDE : OUTSIDE;
}

function amountsOf(event: LedgerEvent): Entry["amounts"] {
  const { taxable, vat } = signedAmounts(event);
  return { event_count: 1, taxable_amount_minor: taxable, vat_amount_minor: vat };
}

/**
 * Returns the threshold entries of an event, by day and currency, because each day converts at its own rate. Events in
 * review that may count are summed separately: the relief must be certain (docs/decisions/0050).
 */
function thresholdEntries(event: LedgerEvent): Entry[] {
  const { supply_date, currency, consumption_country, taxable_amount_minor } = event;
  const partition = thresholdPartition(supply_date.slice(0, 4));
  const key = thresholdDayKey(supply_date, currency);
  if (mayCountTowardsThreshold(event)) {
    return [{ partition, key, amounts: { [UNREVIEWED]: taxable_amount_minor } }];
  }
  const electronic = countsAsElectronic(event) ? { [ELECTRONIC]: taxable_amount_minor } : {};
  if (!countsTowardsThreshold(event)) {
    return Object.keys(electronic).length === 0 ? [] : [{ partition, key, amounts: electronic }];
  }
  const ofState = `taxable_amount_minor_${consumption_country}`;
  const amounts = { event_count: 1, taxable_amount_minor, [ofState]: taxable_amount_minor };
  return [{ partition, key, amounts: { ...amounts, ...electronic } }];
}
