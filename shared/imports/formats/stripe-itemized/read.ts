import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import type { TableRecord } from "../../files/csv-record.ts";
import { linkedByRate, type UnlinkedEvents } from "../by-rate.ts";
import { homeFields, homeSaleLeftOut, homeSaleRemarks } from "../home-sale.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  type Correction,
  event,
  type ImportedEvent,
  originalPart,
  orRejected,
  type ReadRow,
  type RowOutcome,
  rejectOtherWidth,
  unresolved,
} from "../outcome.ts";
import { dayIn, minorUnitsOf, rateBpsOf } from "../parse-values.ts";
import { STRIPE_FILE } from "../recognise.ts";
import { naturalKey, type RowAmount } from "../row-facts.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  homeOf,
  originFaults,
  originOf,
  ShopKind,
  SourceId,
} from "../settings.ts";
import { categoryOf, leftOutOfShop, placeOfAddress } from "../shop-rules.ts";

const FORMS = ["day-and-time"] as const;
const CORRECTIONS = /refund|credit_note|reversal|void/;

/** Reads a row of the report. A refund finds its sale by a metadata key that both have. */
function readStripe(row: TableRecord, settings: StripeSettings): readonly ReadRow[] {
  const outcome = orRejected(() => outcomeOf(row, settings));
  const key = linkKey(row, settings);
  if (outcome.outcome !== "event" || !key) return [{ at: row.at, outcome }];
  const original = { parts: outcome.events.map((event) => originalPart(event)) };
  return [{ at: row.at, outcome, original: { key, original } }];
}

/** Returns the value of the metadata key, on any object that has it, with the tax code of the line. */
function linkKey(row: TableRecord, { link_metadata_key }: StripeSettings): string | undefined {
  if (!link_metadata_key) return undefined;
  const column = row.header.names.find(
    (name) => name.endsWith(`_metadata[${link_metadata_key}]`) && row.cell(name) !== "",
  );
  return column && `${row.cell(column)}#${row.cell("tax_code")}`;
}

function outcomeOf(
  row: TableRecord,
  settings: StripeSettings,
): RowOutcome | Correction<UnlinkedEvents> {
  rejectOtherWidth(row);
  const supply = supplyOf(row, settings);
  const leftOut = leftOutOfShop(supply);
  if (leftOut) return leftOut;
  if (!supply.isKindKnown) return unresolved("unknown_tax_code", { column: "tax_code" });
  const elsewhere = taxedElsewhere(row, supply, settings);
  if (elsewhere) return elsewhere;
  const one = eventOf(row, settings, supply);
  if (one.event_type === "sale") {
    return event([one], one.treatment ? homeSaleRemarks(supply.day, settings.seller) : []);
  }
  const key = linkKey(row, settings);
  if (!key) return unresolved("original_not_found");
  const details = { link: key, original_date: supply.day };
  return { outcome: "correction", original_key: key, draft: { events: [one] }, details };
}

const isSaleRow = (row: TableRecord): boolean => !CORRECTIONS.test(row.cell("type"));

/** Returns the day of a row's supply. A correction counts on the day of its own transaction. */
function stripeDay(row: TableRecord): ReturnType<typeof dayIn> {
  const column = isSaleRow(row) ? "tax_date" : "transaction_date";
  return dayIn(row.cell(column), FORMS, column);
}

function supplyOf(row: TableRecord, settings: StripeSettings) {
  const known = settings.tax_code_kinds[row.cell("tax_code")];
  const kind = known ?? "other_services";
  const day = dayIn(row.cell("tax_date"), FORMS, "tax_date");
  const country = row.cell("destination_resolved_address_country") || row.cell("country_code");
  const reason = row.cell("taxability_reason");
  return {
    kind,
    isKindKnown: known !== undefined,
    from: known && homeOf(known, settings),
    to: placeOfAddress(country, "", day, kind),
    day,
    establishment_country: settings.establishment_country,
    countryColumn: "destination_resolved_address_country",
    isBusiness: reason === "reverse_charge" || row.cell("customer_tax_id") !== "",
    hasVat: reason !== "not_collecting" && Number(row.cell("tax_amount")) !== 0,
  };
}

type Supply = ReturnType<typeof supplyOf>;

/**
 * Returns the state whose VAT a line has, which is not that of the customer below the EUR 10,000 (Art. 59c). Stripe calls
 * the country of `country_code` the situs: https://docs.stripe.com/reports/report-types/tax
 */
const taxedIn = (row: TableRecord, { kind, day }: Supply): string | undefined =>
  placeOfAddress(row.cell("country_code"), "", day, kind).state;

/** Returns why a line makes no event that has the VAT of another state than the customer's, or of one that is not named. */
function taxedElsewhere(
  row: TableRecord,
  supply: Supply,
  { establishment_country: establishment, seller }: StripeSettings,
): RowOutcome | undefined {
  const state = taxedIn(row, supply);
  const to = supply.to.state;
  const column = "country_code";
  if (state === to) return undefined;
  if (row.cell(column) === "") return unresolved("country_missing", { column });
  if (state !== supply.from) return unresolved("rate_not_in_force", { column });
  return homeSaleLeftOut({ ...supply, to, establishment, seller, column });
}

function eventOf(row: TableRecord, settings: StripeSettings, supply: Supply): ImportedEvent {
  const { kind, day } = supply;
  const to = supply.to.state ?? "";
  const state = taxedIn(row, supply) ?? to;
  const isSale = isSaleRow(row);
  const currency = row.cell("currency").toUpperCase();
  const amount = (column: string) =>
    minorUnitsOf(row.cell(column), currency, column) * (isSale ? 1 : -1) + 0;
  const vat_rate_bps = rateBpsOf(row.cell("tax_rate"), "either", "tax_rate");
  return {
    event_id: naturalKey(settings.source_id, row.cell("id"), row.cell("line_item_id")),
    event_type: isSale ? "sale" : "refund",
    supply_date: stripeDay(row),
    supply_kind: kind,
    ...originOf(kind, settings),
    consumption_country: to,
    currency,
    taxable_amount_minor: amount("taxable_amount"),
    vat_amount_minor: amount("tax_amount"),
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, state, day, settings.rates),
    ...(isSale && state !== to && homeFields(state)),
    ...(isSale &&
      kind === "tbe_services" && {
        location_evidence: [{ kind: "stripe_resolved_address", country: to }],
      }),
    source_id: settings.source_id,
    transaction_id: row.cell("id"),
  };
}

const stripeOrder = (row: TableRecord): string => row.cell("id");

/** Returns the place and the amount with VAT of a line; refunds are negative in the file. */
function stripeAmount(row: TableRecord): RowAmount {
  const currency = row.cell("currency").toUpperCase();
  const amount = (column: string) => minorUnitsOf(row.cell(column), currency, column);
  return {
    country: row.cell("destination_resolved_address_country") || row.cell("country_code"),
    currency,
    gross: () => amount("taxable_amount") + amount("tax_amount"),
  };
}

const StripeSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    establishment_country: EstablishmentCountry,
    dispatch_country: DispatchCountry,
    tax_code_kinds: z
      .record(z.string().regex(/^txcd_\w{1,40}$/, "must look like txcd_10103000"), ShopKind)
      .describe("What kind of supply each tax code is: Stripe's codes do not say it"),
    link_metadata_key: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe("The metadata key, the same on sale and refund, by which refunds find their sale"),
  }),
  (settings) => originFaults(Object.values(settings.tax_code_kinds ?? {}), settings),
);

type StripeSettings = WithRates<z.output<typeof StripeSettings>>;

export const STRIPE_ITEMIZED = importFormat<TableRecord, StripeSettings, UnlinkedEvents>({
  isBeta: true,
  file: STRIPE_FILE,
  settings: StripeSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "tax_date",
    consumption_country: "destination_resolved_address_country",
    currency: "currency",
    taxable_amount_minor: "taxable_amount",
    vat_amount_minor: "tax_amount",
    vat_rate_bps: "tax_rate",
  },
  read: readStripe,
  dayOf: stripeDay,
  orderOf: stripeOrder,
  amountOf: stripeAmount,
  resolve: linkedByRate,
});
