import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { fitsRate } from "../by-rate.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type OriginalPart,
  originalPart,
  orRejected,
  type ReadRow,
  type RowOutcome,
  rejected,
  unresolved,
} from "../outcome.ts";
import { STRIPE_INVOICES_FILE } from "../recognise.ts";
import { naturalKey } from "../row-facts.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  originOf,
  ShopKind,
  SourceId,
  TimeZone,
} from "../settings.ts";
import { leftOutOfShop, placeOfAddress, recordFields, shopEvent } from "../shop-rules.ts";
import {
  dayOfCreditNote,
  dayOfInvoice,
  isCreditNote,
  parsedCreditNote,
  parsedInvoice,
  type StripeCreditNote,
  type StripeInvoice,
  stripeInvoiceAmount,
  stripeInvoiceDay,
  stripeInvoiceNumber,
} from "./documents.ts";
import { isoMinor } from "./minor-units.ts";
import {
  type NoSums,
  type RateFound,
  rateInForce,
  sumsOfLines,
  sumsOfTotals,
  type TaxSum,
} from "./tax-sums.ts";

/** The amounts that a credit note refunds. Its place, kind and rates are those of its invoice. */
type CreditNoteDraft = {
  readonly id: string;
  readonly order: string;
  readonly day: string;
  readonly currency: string;
  readonly sums: readonly TaxSum[] | NoSums;
};

/** Reads what a credit note says by itself. */
function creditNoteOutcome(
  note: StripeCreditNote,
  { supply_kind, time_zone }: StripeInvoicesSettings,
): RowOutcome | Correction<CreditNoteDraft> {
  if (!note.livemode) return excluded("test_order");
  if (note.status === "void") return excluded("voided");
  if (note.total === 0) return excluded("nothing_charged");
  const draft = {
    id: note.id,
    order: note.invoice,
    day: dayOfCreditNote(note, time_zone),
    currency: note.currency,
    sums: sumsOfTotals(note, supply_kind, note.lines?.data.length ?? 1),
  };
  const details = { order: note.invoice };
  return { outcome: "correction", original_key: note.invoice, draft, details };
}

/** Builds the refunds of a credit note by the rates of its invoice. */
function refundOfInvoice(
  { draft, details }: Correction<CreditNoteDraft>,
  original: Original | undefined,
  { source_id }: StripeInvoicesSettings,
): RowOutcome {
  if (!original) return unresolved("original_not_found", { details });
  if ("left_out" in original) return excluded("original_left_out");
  const { sums, currency } = draft;
  if (original.parts.some((part) => part.currency !== currency)) {
    const message = "The credit note is in another currency than its invoice.";
    return rejected({ reason: "invalid_value", column: "currency", message });
  }
  if (typeof sums === "string" || sums.length === 0) {
    return unresolved("refund_without_vat_split", { details });
  }
  const given = new Map<OriginalPart, DocumentAmounts>();
  for (const sum of sums) {
    const part = partOf(sum, original.parts);
    if (!part) return unresolved("refund_without_vat_split", { details });
    const { net, vat } = given.get(part) ?? { net: 0, vat: 0 };
    given.set(part, { net: net + sum.net, vat: vat + sum.vat });
  }
  return event(
    [...given].map(([part, amounts]) =>
      refundEvent(draft, part, isoAmounts(amounts, currency), source_id),
    ),
  );
}

type DocumentAmounts = { readonly net: number; readonly vat: number };

/** Converts amounts of Stripe's API into minor units of ISO 4217. */
const isoAmounts = ({ net, vat }: DocumentAmounts, currency: string): DocumentAmounts => ({
  net: isoMinor(net, currency),
  vat: isoMinor(vat, currency),
});

/** Returns the only part of the invoice whose rate gives the VAT of a sum. */
function partOf(
  { net, vat, roundings }: TaxSum,
  parts: readonly OriginalPart[],
): OriginalPart | undefined {
  const fitting = parts.filter(({ vat_rate_bps = 0 }) =>
    fitsRate(net, vat, vat_rate_bps, roundings),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

function refundEvent(
  { id, order, day }: CreditNoteDraft,
  part: OriginalPart,
  { net, vat }: DocumentAmounts,
  source_id: string,
): ImportedEvent {
  const { event_id: original_event_id, rate_ids: _, ...sold } = part;
  const rate = [part.supply_kind, String(part.vat_rate_bps)];
  return {
    event_id: naturalKey(source_id, order, `r${id}`, ...rate),
    event_type: "refund",
    original_event_id,
    supply_date: day,
    ...sold,
    taxable_amount_minor: net,
    vat_amount_minor: vat,
    source_id,
    transaction_id: order,
  };
}

/** Reads an invoice, or a credit note that needs its invoice; both may be in one file or in two. */
function readStripeDocument(
  { at, value }: JsonRecord,
  settings: StripeInvoicesSettings,
): readonly ReadRow[] {
  if (isCreditNote(value)) {
    return [
      { at, outcome: orRejected(() => creditNoteOutcome(parsedCreditNote(value), settings)) },
    ];
  }
  const invoice = orRejected(() => parsedInvoice(value));
  if ("outcome" in invoice) return [{ at, outcome: invoice }];
  const outcome = orRejected(() => saleOf(invoice, settings));
  if (outcome.outcome !== "event" && outcome.outcome !== "excluded") return [{ at, outcome }];
  const original =
    outcome.outcome === "event"
      ? { parts: outcome.events.map((event) => originalPart(event)) }
      : ({ left_out: true } as const);
  return [{ at, outcome, original: { key: invoice.id, original } }];
}

function saleOf(invoice: StripeInvoice, settings: StripeInvoicesSettings): RowOutcome {
  if (!invoice.livemode) return excluded("test_order");
  if (invoice.status === "void") return excluded("voided");
  if (invoice.status === "draft") return excluded("draft");
  if (invoice.total === 0) return excluded("nothing_charged");
  const sums = sumsOf(invoice, settings);
  const kinds = typeof sums === "string" ? [settings.supply_kind] : sums.map(({ kind }) => kind);
  const leftOut = new Map(
    [settings.supply_kind, ...kinds].map((kind) => [kind, invoiceLeftOut(invoice, kind, settings)]),
  );
  const open = [...leftOut.values()].find((outcome) => outcome?.outcome === "unresolved");
  if (open) return open;
  if (typeof sums === "string") {
    return leftOut.get(settings.supply_kind) ?? unresolved(sums, { column: "total_taxes" });
  }
  const included = sums.filter(({ kind }) => !leftOut.get(kind));
  // If an invoice has a product that is taxed elsewhere, its other products still count.
  if (included.length === 0) {
    return leftOut.get(kinds[0] ?? settings.supply_kind) ?? unresolved("no_vat_charged");
  }
  return eventsOf(invoice, included, settings);
}

function sumsOf(
  invoice: StripeInvoice,
  settings: StripeInvoicesSettings,
): readonly TaxSum[] | NoSums {
  const { product_kinds, supply_kind } = settings;
  const isOneKind = Object.values(product_kinds).every((kind) => kind === supply_kind);
  const { data, total_count = data.length } = invoice.lines;
  return isOneKind
    ? sumsOfTotals(invoice, supply_kind, total_count)
    : sumsOfLines(invoice, settings);
}

/** Returns the address by which Stripe computes the tax: that of the delivery, or that of the customer. */
function addressOf(invoice: StripeInvoice) {
  const { shipping_details, customer_shipping, customer_address } = invoice;
  const delivery = [shipping_details?.address, customer_shipping?.address];
  const delivered = delivery.find((address) => address?.country);
  const found = delivered ?? customer_address;
  return {
    country: found?.country ?? "",
    postcode: found?.postal_code ?? "",
    kind: delivered ? "delivery_address" : "billing_address",
  };
}

/** True if the customer is a business: Stripe charges no VAT, or the invoice has an EU VAT number. */
const isBusiness = ({
  customer_tax_exempt,
  customer_tax_ids,
  total_taxes,
}: StripeInvoice): boolean =>
  customer_tax_exempt === "reverse" ||
  (total_taxes ?? []).some(({ taxability_reason }) => taxability_reason === "reverse_charge") ||
  (customer_tax_ids ?? []).some(({ type }) => type === "eu_vat");

function invoiceLeftOut(
  invoice: StripeInvoice,
  kind: TaxSum["kind"],
  settings: StripeInvoicesSettings,
): RowOutcome | undefined {
  const { country, postcode } = addressOf(invoice);
  return leftOutOfShop({
    kind,
    from: kind === "goods" ? settings.dispatch_country : settings.establishment_country,
    to: placeOfAddress(country, postcode, dayOfInvoice(invoice, settings.time_zone), kind),
    countryColumn: "customer_address.country",
    isBusiness: isBusiness(invoice),
    hasVat: (invoice.total_taxes ?? []).some(({ amount }) => amount !== 0),
  });
}

function eventsOf(
  invoice: StripeInvoice,
  sums: readonly TaxSum[],
  settings: StripeInvoicesSettings,
): RowOutcome {
  const day = dayOfInvoice(invoice, settings.time_zone);
  const rated = sums.map((sum) => {
    const { country, postcode } = addressOf(invoice);
    const to = placeOfAddress(country, postcode, day, sum.kind).state ?? "";
    return { ...sum, to, rate: rateInForce(sum, to, day, settings.rates) };
  });
  if (rated.some(({ rate }) => !rate)) {
    return unresolved("rate_not_in_force", { column: "total_taxes" });
  }
  const events = merged(rated).map((rated) =>
    invoiceEvent(invoice, { ...rated, ...isoAmounts(rated, invoice.currency) }, settings),
  );
  return event(events, rated.some(({ rate }) => rate?.isUnsure) ? ["rate_derived"] : []);
}

type Rated = TaxSum & { readonly to: string; readonly rate: RateFound | undefined };

/** Adds up the sums of one kind and rate, which make one event. */
const merged = (rated: readonly Rated[]): Rated[] =>
  [...Map.groupBy(rated, ({ kind, rate }) => `${kind} ${rate?.vat_rate_bps}`).values()].map(
    (same) => {
      const total = (field: "net" | "vat") => same.reduce((sum, rated) => sum + rated[field], 0);
      return { ...(same[0] as Rated), net: total("net"), vat: total("vat") };
    },
  );

function invoiceEvent(
  invoice: StripeInvoice,
  { kind, to, net, vat, rate }: Rated,
  settings: StripeInvoicesSettings,
): ImportedEvent {
  const day = dayOfInvoice(invoice, settings.time_zone);
  const sale = {
    source_id: settings.source_id,
    order: invoice.id,
    day,
    soldOn: day,
    kind,
    origin: originOf(kind, settings),
    to,
    currency: invoice.currency,
    vat_rate_bps: rate?.vat_rate_bps ?? 0,
    net,
    vat,
  };
  const sold = shopEvent(sale, settings.rates);
  const withNumber = { ...sold, ...recordFields("", invoice.number ?? "") };
  if (kind !== "tbe_services") return withNumber;
  // Art. 24f CIR 282/2011: the address of the customer is one piece of evidence.
  return { ...withNumber, location_evidence: [{ kind: addressOf(invoice).kind, country: to }] };
}

const StripeInvoicesSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    establishment_country: EstablishmentCountry,
    dispatch_country: DispatchCountry,
    supply_kind: ShopKind.default("tbe_services"),
    product_kinds: z
      .record(z.string().regex(/^prod_\w{1,60}$/, "must look like prod_NWjs8kKbJWmuuc"), ShopKind)
      .default({})
      .describe("Products of another kind than `supply_kind`, by their Stripe ids"),
    time_zone: TimeZone.describe("Where midnight decides on the day of an invoice"),
  }),
  ({ supply_kind = "tbe_services", product_kinds = {}, ...origin }) =>
    originFaults([supply_kind, ...Object.values(product_kinds)], origin),
);

export type StripeInvoicesSettings = WithRates<z.output<typeof StripeInvoicesSettings>>;

export const STRIPE_INVOICES_JSON = importFormat<
  JsonRecord,
  StripeInvoicesSettings,
  CreditNoteDraft
>({
  isBeta: true,
  file: STRIPE_INVOICES_FILE,
  settings: StripeInvoicesSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "effective_at",
    consumption_country: "customer_address",
    currency: "currency",
    taxable_amount_minor: "taxable_amount",
    vat_amount_minor: "total_taxes",
    vat_rate_bps: "tax_rate_details",
  },
  read: readStripeDocument,
  dayOf: stripeInvoiceDay,
  orderOf: stripeInvoiceNumber,
  isOrderIdInternal: true,
  amountOf: stripeInvoiceAmount,
  resolve: refundOfInvoice,
});
