import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";

/** An event as a caller sends it: its ids are plain texts. */
export type SentEvent = Omit<NewEvent, "event_id" | "original_event_id"> & {
  readonly event_id: string;
  readonly original_event_id?: string | undefined;
};

/** What a test changes of an event. */
export type EventChanges = Partial<SentEvent>;

/** A classified sale of goods from Sweden to Germany in 2025-Q3, EUR 100.00 at 19 %, with what a test changes. */
export const makeSale = (changes: EventChanges = {}): NewEvent =>
  ({
    event_id: "sale-1",
    event_type: "sale",
    supply_date: "2025-08-01" as IsoDate,
    supply_kind: "goods",
    customer_type: "b2c",
    consumption_country: "DE",
    dispatch_country: "SE",
    currency: "EUR",
    taxable_amount_minor: 10_000,
    vat_amount_minor: 1_900,
    vat_rate_bps: 1_900,
    rate_category: "standard",
    ...changes,
  }) as NewEvent;

/** A refund of `makeSale()` in the same quarter, EUR 10.00. */
export const makeRefund = (changes: EventChanges = {}): NewEvent => {
  const { dispatch_country, ...refund } = makeSale({
    event_id: "refund-1",
    event_type: "refund",
    original_event_id: "sale-1",
    supply_date: "2025-08-20" as IsoDate,
    taxable_amount_minor: 1_000,
    vat_amount_minor: 190,
  });
  return { ...refund, ...changes } as NewEvent;
};

/** A classified TBE service from Sweden to Germany, otherwise like `makeSale()`. */
export const makeService = (changes: EventChanges = {}): NewEvent => {
  const { dispatch_country, ...service } = makeSale({
    event_id: "service-1",
    supply_kind: "tbe_services",
    establishment_country: "SE",
  });
  return { ...service, ...changes } as NewEvent;
};

/** Electricity of a seller in Sweden for a consumer in Germany on 2025-08-01, otherwise like `makeSale()`. */
export const makeEnergy = (changes: EventChanges = {}): NewEvent =>
  makeService({ event_id: "energy-1", supply_kind: "energy", ...changes });

/** A sale of goods from China to Germany in 2025-08, in the import scheme: a consignment of EUR 100.00. */
export const makeImport = (changes: EventChanges = {}): NewEvent => {
  const { dispatch_country, ...imported } = makeSale({
    event_id: "import-1",
    supply_kind: "imported_goods",
    origin_country: "CN",
    consignment: { intrinsic_value_minor: 10_000, currency: "EUR", excise_goods: false },
  });
  return { ...imported, ...changes } as NewEvent;
};
