import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Check, CheckCode, LinkCheckCode } from "./check-codes.ts";
import type { SupplyEventFields } from "./event-fields.ts";
import type { Placed, Scheme } from "./scheme.ts";

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
export const SUPPLIER_ROLES = ["seller", "deemed_supplier", "underlying_seller"] as const;
export const RATE_CATEGORIES = ["standard", "reduced", "zero", "exempt"] as const;
export const CLASSIFICATIONS = ["classified", "needs_review", "excluded"] as const;

/**
 * Where a supply belongs. The three schemes make returns; all the rest is kept and counted, and is
 * declared elsewhere or nowhere.
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

/** A supply event as it is stored; its fields are those of the schema. */
export type SupplyEvent = Readonly<z.output<typeof SupplyEventFields>>;

/**
 * How a non-sale stands to its original. `linked` carries what the correction needs of the original:
 * it repairs what was declared, so place, kind and rate are those of the sale.
 */
export type Link =
  | { readonly status: "waiting" }
  | { readonly status: "missing" }
  | { readonly status: "invalid"; readonly reason: string }
  /** It names the period of its sale. */
  | { readonly status: "by_period" }
  | {
      readonly status: "linked";
      readonly supply_date: IsoDate;
      readonly from_country: string;
      readonly rate_category: RateCategory;
      readonly vat_rate_bps: number;
      readonly treatment: Treatment;
      /** What the non-sale does not say itself. */
      readonly customer_type?: CustomerType | undefined;
      readonly consumption_country?: string | undefined;
      /** The code under which the sale itself is in no return, and what corrects it with it. */
      readonly excluded_as?: string | undefined;
      /** What the sale shows to be wrong with the correction. */
      readonly checks?: readonly LinkCheckCode[] | undefined;
    };

/** One step of the audit trail of a classification. */
export type ClassificationChange = {
  readonly at: string;
  readonly key_id: string;
  readonly from: Classification;
  readonly to: Classification;
  readonly note: string;
  /** The blocking checks that were open, and are settled by this decision. */
  readonly settled_checks?: readonly CheckCode[] | undefined;
};

/** A committed event: what the caller said, and what the ledger found. */
export type LedgerEvent = SupplyEvent & {
  readonly treatment: Treatment;
  readonly classification_status: Classification;
  readonly classification_reasons: readonly string[];
  readonly checks: readonly Check[];
  readonly classification_history?: readonly ClassificationChange[] | undefined;
  /** Set while the sales with the same `consignment.id` are worth more than EUR 150 together. */
  readonly consignment_exceeded?: true | undefined;
  /** Of a non-sale only. */
  readonly link?: Link | undefined;
  /** Set when the import that brought it was undone: it is in no sum, and its id is free again. */
  readonly undone?: true | undefined;
};

/** The role in a supply, in whichever spelling it was given. */
export const roleOf = ({ supplier_role, deemed_supplier }: SupplyEvent): SupplierRole =>
  supplier_role ?? (deemed_supplier ? "deemed_supplier" : "seller");

/** Where an event counts: a non-sale goes where its sale has gone. */
export const treatmentOf = ({ link, treatment }: LedgerEvent): Treatment =>
  link?.status === "linked" ? link.treatment : treatment;

/**
 * Where and how a supply is taxed. A non-sale repairs what was declared, so its rate is that of its
 * sale, and so is all that it does not say itself.
 * @throws RangeError of a non-sale that says nothing and whose sale is not known: no return has it.
 */
export function taxationOf(event: LedgerEvent) {
  const sold = event.link?.status === "linked" ? event.link : undefined;
  const { rate_category, vat_rate_bps } = sold ?? event;
  const consumption_country = event.consumption_country ?? sold?.consumption_country;
  if (!consumption_country || !rate_category || vat_rate_bps === undefined) {
    throw new RangeError(`nothing is known of the sale of ${event.event_id}`);
  }
  return { consumption_country, rate_category, vat_rate_bps };
}

export const isSale = (event: SupplyEvent): boolean => event.event_type === "sale";

/** Goods that come from outside the Union (Art. 369l). */
export const isImport = ({ supply_kind }: { readonly supply_kind: SupplyKind }): boolean =>
  supply_kind === "imported_goods";

export const isService = (kind: SupplyKind): boolean =>
  kind === "tbe_services" || kind === "other_services";

/**
 * Gas, electricity, heat and cooling through networks: goods that are supplied where they are consumed
 * (Art. 15(1), 38, 39 VAT Directive). They are not transported, so they leave no Member State.
 */
export const isEnergy = ({ supply_kind }: { readonly supply_kind: SupplyKind }): boolean =>
  supply_kind === "energy";

/** Where a supply comes from: goods leave a Member State, services and energy an establishment. */
export const fromCountryOf = (
  event: Pick<SupplyEvent, "supply_kind" | "dispatch_country" | "establishment_country">,
): string | undefined =>
  isService(event.supply_kind) || isEnergy(event)
    ? event.establishment_country
    : event.dispatch_country;

type Kind = Placed["supply_kind"];

/** Whether returns of the scheme declare goods, services, or both. */
export const declaredKinds = ({ id, takes, originOf }: Scheme): ReadonlySet<Kind> =>
  new Set(
    SUPPLY_KINDS.filter((supply_kind) => takes({ supply_kind, treatment: id })).map(
      (supply_kind) => originOf({ supply_kind }).supply_kind,
    ),
  );
