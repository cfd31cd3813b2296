import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import type { PartOf } from "../../core/input/cross-field-rules.ts";
import { importFaults, namedPeriodFaults } from "../../vat/schemes/scheme-rules.ts";
import { isEnergy, isService, type SupplyEvent } from "../../vat/schemes/supply-event.ts";

type Fault = { readonly field: string; readonly message: string };
type PartOfEvent = PartOf<SupplyEvent>;

/**
 * Returns the faults between the fields of an event. A rule that needs an unreadable field is skipped, so that these
 * faults are reported together with the malformed fields.
 */
export const eventFaults = (event: PartOfEvent): Fault[] => [
  ...amountFaults(event),
  ...referenceFaults(event),
  ...namedPeriodFaults(event),
  ...placeFaults(event),
  ...importFaults(event),
  ...roleFaults(event),
];

/** Returns faults for fields that only a non-sale may omit, and only if it names its sale. */
export const unsaidFaults = (event: PartOfEvent): Fault[] =>
  event.event_type !== "sale" && event.original_event_id !== undefined
    ? []
    : (["consumption_country", "vat_rate_bps", "rate_category"] as const)
        .filter((field) => event[field] === undefined)
        .map((field) => ({ field, message: "required" }));

/** Checks the signs of amounts. The type gives the sign: a negative refund would be negated twice. */
function amountFaults(event: PartOfEvent): Fault[] {
  if (event.event_type === undefined || event.event_type === "adjustment") return [];
  const message = "must not be negative: the event type gives the sign, or use an adjustment";
  return (["taxable_amount_minor", "vat_amount_minor"] as const)
    .filter((field) => (event[field] ?? 0) < 0)
    .map((field) => ({ field, message }));
}

/** Checks that the fields about the supplier's role do not contradict each other. */
function roleFaults({
  deemed_supplier,
  supplier_role,
  underlying_seller_id,
}: PartOfEvent): Fault[] {
  if (supplier_role === undefined || supplier_role === "deemed_supplier") return [];
  return [
    ...(deemed_supplier === true
      ? [{ field: "supplier_role", message: "contradicts deemed_supplier" }]
      : []),
    ...(underlying_seller_id === undefined
      ? []
      : [{ field: "underlying_seller_id", message: "only a deemed supplier has one (Art. 14a)" }]),
  ];
}

const referenceFaults = (event: PartOfEvent): Fault[] =>
  event.event_type === "sale" && event.original_event_id !== undefined
    ? [{ field: "original_event_id", message: "only a non-sale refers to an original" }]
    : [];

/** Checks the places. Northern Ireland is treated as a Member State for goods only (Windsor Framework). */
function placeFaults(event: PartOfEvent): Fault[] {
  const { supply_kind } = event;
  if (supply_kind === undefined) return [];
  if (isEnergy({ supply_kind }) && event.dispatch_country !== undefined) {
    return [{ field: "dispatch_country", message: "energy comes through a network (Art. 39)" }];
  }
  if (!isService(supply_kind)) return [];
  const faults: Fault[] = [];
  if (event.consumption_country === "XI") {
    faults.push({ field: "consumption_country", message: "XI is a Member State for goods only" });
  }
  if (event.establishment_country === "XI") {
    faults.push({
      field: "establishment_country",
      message: "services are supplied from GB, not XI",
    });
  }
  if (event.dispatch_country !== undefined) {
    faults.push({ field: "dispatch_country", message: "only goods are dispatched" });
  }
  return faults;
}

/**
 * Returns the faults that depend on the current day: a tax point more than one day ahead is a typing error. One day is
 * allowed because the caller's calendar may be ahead of UTC. Reads the unparsed body, so that these faults are reported
 * together with all others.
 */
export function futureDateFaults(body: unknown, today: IsoDate): Fault[] {
  const latest = plusDays(today, 1);
  const batch = isObject(body) && Array.isArray(body["events"]) ? body["events"] : undefined;
  const events = batch ?? [body];
  return events.flatMap((event, index) => {
    const day = isObject(event) ? event["supply_date"] : undefined;
    if (typeof day !== "string" || !/^\d{4}-\d\d-\d\d$/.test(day) || day <= latest) return [];
    const field = batch ? `events.${index}.supply_date` : "supply_date";
    return [{ field, message: `must not lie after ${latest}` }];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
