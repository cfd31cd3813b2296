import type { IsoDate } from "../calendar/iso-date.ts";
import { plusDays } from "../calendar/iso-date.ts";
import { isMemberState } from "../reference-data/member-states.ts";
import { isImport, isSale, isService, type SupplyEvent } from "./supply-event.ts";

type Fault = { readonly field: string; readonly message: string };

/** What is wrong between the fields of an event; each field alone has been checked before. */
export const eventFaults = (event: SupplyEvent): Fault[] => [
  ...amountFaults(event),
  ...referenceFaults(event),
  ...placeFaults(event),
  ...importFaults(event),
];

/** The type gives the sign: a negative refund would be negated twice. */
function amountFaults(event: SupplyEvent): Fault[] {
  if (event.event_type === "adjustment") return [];
  const message = "must not be negative: the event type gives the sign, or use an adjustment";
  return (["taxable_amount_minor", "vat_amount_minor"] as const)
    .filter((field) => event[field] < 0)
    .map((field) => ({ field, message }));
}

const referenceFaults = (event: SupplyEvent): Fault[] =>
  isSale(event) && event.original_event_id !== undefined
    ? [{ field: "original_event_id", message: "only a non-sale refers to an original" }]
    : [];

/** Northern Ireland is treated as a Member State for goods alone (Windsor Framework). */
function placeFaults(event: SupplyEvent): Fault[] {
  const service = isService(event.supply_kind);
  const faults: Fault[] = [];
  if (service && event.consumption_country === "XI") {
    faults.push({ field: "consumption_country", message: "XI is a Member State for goods only" });
  }
  if (service && event.establishment_country === "XI") {
    faults.push({
      field: "establishment_country",
      message: "services are supplied from GB, not XI",
    });
  }
  if (service && event.dispatch_country !== undefined) {
    faults.push({ field: "dispatch_country", message: "only goods are dispatched" });
  }
  return faults;
}

function importFaults(event: SupplyEvent): Fault[] {
  const faults: Fault[] = [];
  const only = "only for imported_goods";
  if (!isImport(event)) {
    if (event.consignment) faults.push({ field: "consignment", message: only });
    if (event.origin_country) faults.push({ field: "origin_country", message: only });
    return faults;
  }
  if (isSale(event) && !event.consignment) {
    faults.push({ field: "consignment", message: "required for imported_goods" });
  }
  if (event.origin_country !== undefined && isMemberState(event.origin_country)) {
    faults.push({ field: "origin_country", message: "must lie outside the Union" });
  }
  return faults;
}

/**
 * Faults that depend on the day: a tax point more than one day ahead is a typing error (one day,
 * because the caller's calendar may be ahead of UTC). Looks at the body as it came, so that these
 * faults are told together with all others.
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
