import {
  type Period,
  type PeriodKind,
  periodKeyOn,
  periodNamed,
  periodOn,
} from "../../core/calendar/dates.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { PartOf } from "../../core/input/fields.ts";
import { isMemberState } from "../reference-data/member-states.ts";
import { isCorrectable } from "./common-exclusions.ts";
import { IOSS } from "./ioss.ts";
import { NON_UNION_OSS } from "./non-union-oss.ts";
import type { Scheme } from "./scheme.ts";
import {
  type EventFields,
  isImport,
  type LedgerEvent,
  type SupplyEvent,
  treatmentOf,
} from "./supply-event.ts";
import { UNION_OSS } from "./union-oss.ts";

export const SCHEMES: readonly Scheme[] = [UNION_OSS, NON_UNION_OSS, IOSS];

/** Returns the scheme in which a supply counts, in its returns or in their exclusions. */
export function schemeOf(event: LedgerEvent): Scheme {
  const treated = { supply_kind: event.supply_kind, treatment: treatmentOf(event) };
  const scheme = SCHEMES.find((scheme) => scheme.takes(treated));
  if (!scheme) throw new RangeError(`no scheme takes ${treated.treatment} ${event.supply_kind}`);
  return scheme;
}

export function schemeNamed(id: string): Scheme {
  const scheme = SCHEMES.find((scheme) => scheme.id === id);
  if (!scheme) throw new RangeError(`no scheme is called ${id}`);
  return scheme;
}

/** Returns the tax period in which an event counts. */
export const taxPeriodOf = (event: LedgerEvent): Period =>
  periodOn(schemeOf(event).period_kind, event.supply_date);

export const periodKeyOf = (event: LedgerEvent): string =>
  periodKeyOn(schemeOf(event).period_kind, event.supply_date);

/** True for a change of a sale that no return may correct any more on the change's day (Art. 61(2) CIR 282/2011). */
export function isTooLate(event: LedgerEvent): boolean {
  const { link, original_period, supply_date } = event;
  const { period_kind } = schemeOf(event);
  const named =
    link?.status === "by_period" && original_period ? periodNamed(original_period) : undefined;
  const original = link?.status === "linked" ? periodOn(period_kind, link.supply_date) : named;
  return original !== undefined && !isCorrectable(original, periodOn(period_kind, supply_date));
}

/** Monaco counts as France, so goods from there are no imports (Art. 7(1), 30 VAT Directive). */
const ORIGIN_WITHIN =
  "must lie outside the Union: goods from a Member State, and from Monaco (Art. 7), are no imports. A territory outside the VAT territory has a code of its own, such as IC or IT-23041";

/** Returns the faults in the consignment and the origin of an event. */
export function importFaults(event: PartOf<EventFields>): Fault[] {
  const { supply_kind } = event;
  if (supply_kind === undefined) return [];
  const faults: Fault[] = [];
  const only = "only for imported_goods";
  if (!isImport({ supply_kind })) {
    if (event.consignment) faults.push({ field: "consignment", message: only });
    if (event.origin_country) faults.push({ field: "origin_country", message: only });
    return faults;
  }
  if (event.event_type === "sale" && !event.consignment) {
    faults.push({ field: "consignment", message: "required for imported_goods" });
  }
  if (event.origin_country !== undefined && isMemberState(event.origin_country)) {
    faults.push({ field: "origin_country", message: ORIGIN_WITHIN });
  }
  return faults;
}

/**
 * Returns the faults of the period that an event names instead of its sale. The period must be earlier: a change of a
 * sale in the same period is no correction.
 */
export function namedPeriodFaults(event: PartOf<EventFields>): Fault[] {
  const { original_period, original_event_id, event_type, supply_kind, supply_date } = event;
  if (original_period === undefined) return [];
  const kind = supply_kind && periodKindOf({ supply_kind });
  const own = kind && supply_date && periodKeyOn(kind, supply_date);
  const isOther = kind !== undefined && kind !== periodNamed(original_period)?.kind;
  return [
    ...fault(event_type === "sale", "only a non-sale refers to an original"),
    ...fault(original_event_id !== undefined, "not together with original_event_id"),
    ...fault(isOther, `must be a ${kind}: so are the returns that declare ${supply_kind}`),
    ...fault(!isOther && own !== undefined && own <= original_period, `must lie before ${own}`),
  ];
}

const fault = (isFault: boolean, message: string): Fault[] =>
  faultIf(isFault, "original_period", message);

/** Returns the kind of period in which supplies of a kind are declared. All schemes of a kind of supply agree. */
export const periodKindOf = (event: Pick<SupplyEvent, "supply_kind">): PeriodKind =>
  isImport(event) ? "month" : "quarter";

/** Returns the exclusion of an event from returns by its own facts; null values if it has none. */
export function exclusionFields(event: LedgerEvent) {
  const { code = null, status = null } = schemeOf(event).exclusionOf(event) ?? {};
  return { exclusion_code: code, exclusion_status: status };
}
