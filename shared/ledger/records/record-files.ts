import { type CsvSigns, csvTypedLines, DecimalField } from "../../core/files/csv.ts";
import { decimalString, percentString } from "../../core/money/decimal-string.ts";
import type { RecordedPayment, SupplyRecord } from "./record.ts";

type Column = {
  readonly name: string;
  readonly of: (record: SupplyRecord) => string | number | DecimalField | null;
};

const plain = (name: keyof SupplyRecord & keyof PlainFields): Column => ({
  name,
  of: (record) => record[name],
});

/** The fields with a single text or number. */
type PlainFields = {
  [Name in keyof SupplyRecord as SupplyRecord[Name] extends string | number | null
    ? Name
    : never]: true;
};

const money = (minor: number, currency: string) => new DecimalField(decimalString(minor, currency));

const rateOf = (bps: number | null) => (bps === null ? null : new DecimalField(percentString(bps)));

/** Returns the change of a sale in its own currency. */
const changeOf = ({ changes, currency }: SupplyRecord) =>
  changes.find((change) => change.currency === currency);

/** Formats payments for a cell: the point separates decimals, because several amounts are a text. */
const paymentsText = (payments: readonly RecordedPayment[] | string | null): string | null =>
  payments === null || typeof payments === "string"
    ? payments
    : payments
        .map(({ date, amount_minor, currency }) =>
          [date, decimalString(amount_minor, currency), currency].join(" "),
        )
        .join("; ");

/** The columns of the CSV; docs/records.md explains them. */
const COLUMNS: readonly Column[] = [
  plain("event_id"),
  plain("event_type"),
  plain("article"),
  plain("treatment"),
  plain("period"),
  plain("left_out_as"),
  plain("member_state_of_consumption"),
  plain("supply_kind"),
  plain("description"),
  plain("tax_class_id"),
  plain("quantity"),
  plain("quantity_unit"),
  plain("hs_code"),
  plain("underlying_seller_id"),
  plain("vat_number_check_id"),
  plain("supply_date"),
  plain("currency"),
  { name: "taxable_amount", of: (one) => money(one.taxable_amount_minor, one.currency) },
  { name: "vat_rate_pct", of: ({ vat_rate_bps }) => rateOf(vat_rate_bps) },
  plain("rate_category"),
  { name: "vat_amount", of: (one) => money(one.vat_amount_minor, one.currency) },
  { name: "change_events", of: ({ changes }) => changes.reduce((sum, one) => sum + one.events, 0) },
  {
    name: "changed_taxable_amount",
    of: (one) => money(changeOf(one)?.taxable_amount_minor ?? 0, one.currency),
  },
  {
    name: "changed_vat_amount",
    of: (one) => money(changeOf(one)?.vat_amount_minor ?? 0, one.currency),
  },
  plain("original_event_id"),
  plain("original_supply_date"),
  plain("original_period"),
  { name: "payments", of: ({ payments }) => paymentsText(payments) },
  plain("payment_date"),
  plain("payment_amount"),
  {
    name: "payments_on_account",
    of: ({ payments_on_account }) => paymentsText(payments_on_account),
  },
  plain("invoice_number"),
  plain("invoice_date"),
  plain("establishment_country"),
  {
    name: "location_evidence",
    of: ({ location_evidence }) =>
      location_evidence.map(({ kind, country }) => `${kind}: ${country}`).join("; "),
  },
  plain("transport_from"),
  plain("transport_to"),
  plain("delivery_address"),
  plain("proof_of_return"),
  plain("order_number"),
  plain("transaction_id"),
  { name: "consignment_id", of: ({ consignment }) => consignment?.id ?? null },
  plain("customer_type"),
  plain("customer_category"),
  plain("supplier_role"),
  plain("source_id"),
  plain("committed_at"),
  { name: "not_known", of: ({ not_known }) => not_known.join("; ") },
];

/** Byte order mark; spreadsheets need it to detect UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

export const recordsCsvHead = (signs: CsvSigns): string =>
  BYTE_ORDER_MARK + csvTypedLines([COLUMNS.map(({ name }) => name)], signs);

export const recordsCsvLines = (records: readonly SupplyRecord[], signs: CsvSigns): string =>
  csvTypedLines(
    records.map((record) => COLUMNS.map(({ of }) => of(record))),
    signs,
  );

/** Writes one record as JSON per line. */
export const recordsNdjson = (records: readonly SupplyRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");
