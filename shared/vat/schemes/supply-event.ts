import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import type { SupplyEventFields } from "./event-fields.ts";
import type { Placed, Scheme } from "./scheme.ts";
import type { Check, CheckCode, LinkCheckCode } from "./warnings.ts";

export const EVENT_TYPES = ["sale", "refund", "cancellation", "credit_note", "adjustment"] as const;
export const SUPPLY_KINDS = [
  "goods",
  "tbe_services",
  "other_services",
  "imported_goods",
  "energy",
  "new_means_of_transport",
  "assembly_installation",
] as const;
export const CUSTOMER_TYPES = ["b2c", "b2b"] as const;
/** The categories of customers, in more detail than b2c and b2b. They are only recorded, and place no supply. */
export const CUSTOMER_CATEGORIES = [
  "consumer",
  "taxable_person",
  "exempt_taxable_person",
  "non_taxable_legal_person",
  "flat_rate_farmer",
  "diplomatic_or_international_body",
] as const;
export const SUPPLIER_ROLES = ["seller", "deemed_supplier", "underlying_seller"] as const;
export const RATE_CATEGORIES = ["standard", "reduced", "zero", "exempt"] as const;
export const CLASSIFICATIONS = ["classified", "needs_review", "excluded"] as const;

/**
 * The treatments of a supply. The three schemes have returns; supplies with other treatments are stored and counted,
 * and are declared outside this service or not at all.
 */
export const TREATMENTS = [
  "union_oss",
  "non_union_oss",
  "ioss",
  "domestic",
  "origin_below_threshold",
  "reverse_charge",
  "export",
  "deemed_by_marketplace",
  "outside_scope",
] as const;
export type Treatment = (typeof TREATMENTS)[number];

type SupplierRole = (typeof SUPPLIER_ROLES)[number];
export type EventType = (typeof EVENT_TYPES)[number];
export type SupplyKind = (typeof SUPPLY_KINDS)[number];
type CustomerType = (typeof CUSTOMER_TYPES)[number];
export type RateCategory = (typeof RATE_CATEGORIES)[number];
export type Classification = (typeof CLASSIFICATIONS)[number];

export type EventFields = Readonly<z.output<typeof SupplyEventFields>>;

/** The facts of a sale that an event which corrects it may omit. */
type FactOfSale = "customer_type" | "consumption_country" | "vat_rate_bps" | "rate_category";

type Sale = Omit<EventFields, "event_type" | FactOfSale> & {
  readonly event_type: "sale";
} & { readonly [Fact in FactOfSale]: NonNullable<EventFields[Fact]> };

type NonSale = Omit<EventFields, "event_type"> & {
  readonly event_type: Exclude<EventType, "sale">;
};

/** A stored supply event; its fields are those of the schema. */
export type SupplyEvent = Sale | NonSale;

/**
 * Returns the sent fields as a sale or a non-sale. A sale without a customer type is to a consumer.
 * @throws RangeError for a sale without place or rate, which the schema of requests rejects.
 */
export function supplyEventOf({ event_type, ...fields }: EventFields): SupplyEvent {
  if (event_type !== "sale") return { ...fields, event_type };
  const { customer_type = "b2c", consumption_country, vat_rate_bps, rate_category } = fields;
  if (!consumption_country || !rate_category || vat_rate_bps === undefined) {
    throw new RangeError(`the sale ${fields.event_id} has no place or rate`);
  }
  const facts = { customer_type, consumption_country, vat_rate_bps, rate_category };
  return { ...fields, event_type, ...facts };
}

/**
 * The status of a non-sale's link to its sale. `linked` carries the sale's facts that the correction needs: place, kind
 * and rate are those of the sale, because the correction changes what was declared.
 */
export type Link =
  | { readonly status: "waiting" }
  | { readonly status: "missing" }
  | { readonly status: "invalid"; readonly reason: string }
  /** The non-sale names the period of its sale instead of the sale. */
  | { readonly status: "by_period" }
  | {
      readonly status: "linked";
      readonly supply_date: IsoDate;
      readonly from_country: string;
      readonly rate_category: RateCategory;
      readonly vat_rate_bps: number;
      readonly treatment: Treatment;
      /** The sale's values of fields that the non-sale omits. */
      readonly customer_type?: CustomerType | undefined;
      readonly consumption_country?: string | undefined;
      /** The exclusion code of the sale, which also excludes its corrections. */
      readonly excluded_as?: string | undefined;
      /** The checks that the comparison with the sale triggered. */
      readonly checks?: readonly LinkCheckCode[] | undefined;
    };

/** One step of the audit trail of a classification. */
export type ClassificationChange = {
  readonly at: string;
  readonly key_id: string;
  readonly from: Classification;
  readonly to: Classification;
  readonly note: string;
  /** The blocking checks that were open and that this decision resolves. */
  readonly settled_checks?: readonly CheckCode[] | undefined;
};

/** The ledger's results for an event. */
type Results = {
  readonly treatment: Treatment;
  readonly classification_status: Classification;
  readonly classification_reasons: readonly string[];
  readonly checks: readonly Check[];
  readonly classification_history?: readonly ClassificationChange[] | undefined;
  /** True while the sales with one `consignment.id` are together worth more than EUR 150. */
  readonly consignment_exceeded?: true | undefined;
  /** True if the import that created the event was undone: the event is in no sum, and its id can be reused. */
  readonly undone?: true | undefined;
};

/** A committed event: the caller's report and the ledger's results. Only a non-sale has a link. */
export type LedgerEvent =
  | (Sale & Results & { readonly link?: undefined })
  | (NonSale & Results & { readonly link?: Link | undefined });

/** Returns the role in a supply; without a statement the account itself sells. */
export const roleOf = ({
  supplier_role = "seller",
}: Pick<SupplyEvent, "supplier_role">): SupplierRole => supplier_role;

/** Replaces the older spelling of the role, `deemed_supplier: true`, in a stored calculation or row of an import. */
export function withRole(stored: object): object {
  const { deemed_supplier, ...fields } = stored as { readonly deemed_supplier?: unknown };
  if (deemed_supplier === undefined) return fields;
  return { supplier_role: deemed_supplier === true ? "deemed_supplier" : "seller", ...fields };
}

/** Returns the treatment under which an event counts; for a linked non-sale that of its sale. */
export const treatmentOf = ({ link, treatment }: LedgerEvent): Treatment =>
  link?.status === "linked" ? link.treatment : treatment;

/**
 * Returns the place and rate of an event. A non-sale corrects a declared sale, so its rate is that of the sale, and so
 * are the fields that it omits.
 * @throws RangeError for a non-sale without these fields whose sale is unknown; no return contains it.
 */
export function taxationOf(
  event: LedgerEvent,
): Pick<Sale, "consumption_country" | "rate_category" | "vat_rate_bps"> {
  if (isSale(event)) return event;
  const sold = event.link?.status === "linked" ? event.link : undefined;
  const { rate_category, vat_rate_bps } = sold ?? event;
  const consumption_country = event.consumption_country ?? sold?.consumption_country;
  if (!consumption_country || !rate_category || vat_rate_bps === undefined) {
    throw new RangeError(`nothing is known of the sale of ${event.event_id}`);
  }
  return { consumption_country, rate_category, vat_rate_bps };
}

export const isSale = <Event extends { readonly event_type: EventType }>(
  event: Event,
): event is Event & { readonly event_type: "sale" } => event.event_type === "sale";

/** Returns the event with this link, which a sale never has. */
export const withLink = <Event extends LedgerEvent>(event: Event, link: Link | undefined): Event =>
  isSale(event) ? event : { ...event, link };

/** True for goods imported from outside the Union (Art. 369l VAT Directive). */
export const isImport = ({ supply_kind }: { readonly supply_kind: SupplyKind }): boolean =>
  supply_kind === "imported_goods";

export const isService = (kind: SupplyKind): boolean =>
  kind === "tbe_services" || kind === "other_services";

/**
 * True for gas, electricity, heat and cooling through networks: goods that are supplied where they are consumed (Art.
 * 15(1), 38, 39 VAT Directive). They are not transported, so they leave no Member State.
 */
export const isEnergy = ({ supply_kind }: { readonly supply_kind: SupplyKind }): boolean =>
  supply_kind === "energy";

/**
 * Returns the origin of a supply: the Member State of dispatch for goods, the establishment for services and energy.
 */
export const fromCountryOf = (
  event: Pick<SupplyEvent, "supply_kind" | "dispatch_country" | "establishment_country">,
): string | undefined =>
  isService(event.supply_kind) || isEnergy(event)
    ? event.establishment_country
    : event.dispatch_country;

type Kind = Placed["supply_kind"];

/** Returns the kinds that returns of the scheme declare: goods, services, or both. */
export const declaredKinds = ({ id, takes, originOf }: Scheme): ReadonlySet<Kind> =>
  new Set(
    SUPPLY_KINDS.filter((supply_kind) => takes({ supply_kind, treatment: id })).map(
      (supply_kind) => originOf({ supply_kind }).supply_kind,
    ),
  );
