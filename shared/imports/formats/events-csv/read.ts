import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import { type FieldsWith, fieldsWith } from "../../../ledger/events/field-uses.ts";
import { toVatCountry } from "../../../vat/reference-data/member-states.ts";
import { REMOVED_FIELDS } from "../../../vat/schemes/event-fields.ts";
import type { TableRecord } from "../../files/csv-record.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  event,
  type ImportedEvent,
  orRejected,
  type ReadRow,
  RowError,
  type RowFault,
  type RowOutcome,
  rejected,
  rejectOtherWidth,
} from "../outcome.ts";
import {
  type DecimalSeparator,
  dayIn,
  dayOfInstant,
  minorUnitsOf,
  rateBpsOf,
} from "../parse-values.ts";
import { eventFaultsOf } from "../read-import.ts";
import { EVENTS_CSV_FILE } from "../recognise.ts";
import type { RowAmount } from "../row-facts.ts";
import { SourceId, TimeZone } from "../settings.ts";
import { categoryOf } from "../shop-rules.ts";

/** Columns with the same text as the field; `treatment` is the treatment that the caller states. */
const COPIED = [...fieldsWith("csv", "copied"), "treatment"] as const;

/** Columns that the ledger rejects, with what to send instead. */
const REMOVED = Object.keys(REMOVED_FIELDS);

/** Parses "true" and "false"; leaves other text for validation to reject. */
function booleanIn(row: TableRecord, name: string): boolean | string | undefined {
  const text = row.cell(name).trim().toLowerCase();
  if (text === "") return undefined;
  return text === "true" ? true : text === "false" ? false : text;
}

/** Reads the location evidence, such as `ip:IT|bank:IT`. */
function evidenceIn(row: TableRecord): ImportedEvent["location_evidence"] {
  const text = row.cell("location_evidence").trim();
  if (text === "") return undefined;
  return text.split("|").map((piece) => {
    const [kind = "", country = ""] = piece.split(":").map((part) => part.trim());
    return { kind, country };
  });
}

/** Reads the metadata: a column `metadata.channel` is the key `channel`. */
function metadataIn(row: TableRecord): ImportedEvent["metadata"] {
  const pairs = row.header.names
    .filter((name) => name.startsWith("metadata.") && row.cell(name) !== "")
    .map((name) => [name.slice("metadata.".length), row.cell(name)] as const);
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/** Reads the value of imported goods from its separate columns. */
function consignmentIn(
  row: TableRecord,
  separator: DecimalSeparator,
): ImportedEvent["consignment"] | undefined {
  const value = row.cell("consignment_value").trim();
  if (value === "") return undefined;
  const currency = row.cell("consignment_currency").trim();
  const id = row.cell("consignment_id").trim();
  const eur = row.cell("consignment_value_eur").trim();
  const excise_goods = booleanIn(row, "excise_goods") as boolean | undefined;
  return {
    ...(id && { id }),
    intrinsic_value_minor: minorUnitsOf(value, currency, "consignment_value", separator),
    currency,
    ...(eur && {
      intrinsic_value_eur_minor: minorUnitsOf(eur, "EUR", "consignment_value_eur", separator),
    }),
    ...(excise_goods !== undefined && { excise_goods }),
  } as ImportedEvent["consignment"];
}

/** Reads payments, such as `2026-05-11:119.00|2026-05-12:10.00:SEK`, in major units. */
function paymentsIn(
  row: TableRecord,
  name: "payments" | "payments_on_account",
  currency: string,
  { decimal_separator }: EventsCsvSettings,
): ImportedEvent["payments"] {
  const text = row.cell(name).trim();
  if (text === "") return undefined;
  return text.split("|").map((piece) => {
    const [day = "", amount = "", own] = piece.split(":").map((part) => part.trim());
    return {
      date: dayIn(day, ["YYYY-MM-DD"], name),
      amount_minor: minorUnitsOf(amount, own ?? currency, name, decimal_separator),
      ...(own !== undefined && { currency: own }),
    };
  });
}

/** Reads one event per row and reports all cell errors together. */
const readEventRow = (row: TableRecord, settings: EventsCsvSettings): readonly ReadRow[] => [
  { at: row.at, outcome: orRejected(() => outcomeOf(row, settings)) },
];

function outcomeOf(row: TableRecord, settings: EventsCsvSettings): RowOutcome {
  rejectOtherWidth(row);
  const faults: RowFault[] = [];
  const given = cellsOf(row, settings, faults);
  const found = eventFaultsOf(given, (field) => columnOf(field, row))
    .filter(
      ({ column }) =>
        !(faults.some((fault) => fault.column === column) || isDerivable(column, given)),
    )
    .map((fault) => withRateColumn(fault, row));
  const [first, ...more] = [...faults, ...found];
  if (first) return rejected(first, ...more);
  const isBusiness = given.customer_type === "b2b" && given.event_type === "sale";
  return event([given], isBusiness ? ["excluded_by_ledger:b2b_customer"] : []);
}

/** True for a missing category that follows from rate and day, once the day can be read. */
const isDerivable = (column: string | undefined, given: ImportedEvent): boolean =>
  column === "rate_category" &&
  given.rate_category === undefined &&
  given.supply_date === undefined &&
  given.vat_rate_bps !== undefined;

/** The columns that give a field in another form, if the file has them. */
const TWINS: Readonly<Record<string, string>> = {
  taxable_amount_minor: "taxable_amount",
  vat_amount_minor: "vat_amount",
  vat_rate_bps: "vat_rate",
  "consignment.intrinsic_value_minor": "consignment_value",
  "consignment.currency": "consignment_currency",
};

function columnOf(field: string, row: TableRecord): string {
  const twin = TWINS[field];
  const hasTwin = twin && (row.header.has(twin) || (twin === RATE && !row.header.has(field)));
  return hasTwin ? twin : (field.split(".")[0] ?? field);
}

const RATE = "vat_rate";

/** The column of rates in exports of the service, which this format does not read. */
const EXPORTED_RATE = "vat_rate_pct";

/** Says what to do about a missing rate, if the file has it under the name that exports of the service give it. */
const withRateColumn = (fault: RowFault, { header }: TableRecord): RowFault =>
  fault.column === RATE && !header.has(RATE) && header.has(EXPORTED_RATE)
    ? { ...fault, message: `${fault.message}; rename the column ${EXPORTED_RATE} to ${RATE}` }
    : fault;

function cellsOf(row: TableRecord, settings: EventsCsvSettings, faults: RowFault[]): ImportedEvent {
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      faults.push(withSetting(error.fault));
      return undefined;
    }
  };
  const currency = row.cell("currency").trim();
  const amount = (name: string) => attempt(() => amountIn(row, name, currency, settings)) as number;
  const supply_date = attempt(() => eventRowDay(row, settings));
  const parsed: Readonly<Record<FieldsWith<"csv", "parsed">, unknown>> = {
    supply_date,
    currency,
    taxable_amount_minor: amount("taxable_amount"),
    vat_amount_minor: amount("vat_amount"),
    vat_rate_bps: attempt(() => rateIn(row)),
    consignment: attempt(() => consignmentIn(row, settings.decimal_separator)),
    location_evidence: evidenceIn(row),
    payments: attempt(() => paymentsIn(row, "payments", currency, settings)),
    payments_on_account: attempt(() => paymentsIn(row, "payments_on_account", currency, settings)),
    invoice_date: attempt(() => invoiceDateIn(row, settings)),
    metadata: metadataIn(row),
    source_id: row.cell("source_id").trim() || settings.source_id,
  };
  const given = Object.fromEntries([
    ...[...COPIED, ...REMOVED].flatMap((name) => textIn(row, name)),
    ...Object.entries(parsed).filter(([, value]) => value !== undefined),
  ]) as ImportedEvent;
  return withCategory(given, supply_date, settings);
}

const DAYS = " The setting date_form says how days are written.";
const AMOUNTS = " The setting decimal_separator says which sign stands before the decimals.";

/** The settings by which a cell may be readable, for the columns that follow them. */
const SETTINGS: Readonly<Record<string, string>> = {
  "bad_date supply_date": DAYS,
  "bad_date invoice_date": DAYS,
  "not_a_number taxable_amount": AMOUNTS,
  "not_a_number vat_amount": AMOUNTS,
  "not_a_number consignment_value": AMOUNTS,
  "not_a_number consignment_value_eur": AMOUNTS,
  "not_a_number payments": AMOUNTS,
  "not_a_number payments_on_account": AMOUNTS,
};

const withSetting = (fault: RowFault): RowFault => ({
  ...fault,
  message: `${fault.message}${SETTINGS[`${fault.reason} ${fault.column}`] ?? ""}`,
});

/** Fills in a missing category from the rates in force. */
function withCategory(
  given: ImportedEvent,
  day: IsoDate | undefined,
  { rates }: WithRates,
): ImportedEvent {
  const { rate_category, vat_rate_bps, consumption_country } = given;
  if (rate_category || vat_rate_bps === undefined || !day || !consumption_country) return given;
  return { ...given, rate_category: categoryOf(vat_rate_bps, consumption_country, day, rates) };
}

function textIn(row: TableRecord, name: string): [string, string][] {
  const text = row.cell(name).trim();
  if (text === "") return [];
  return [[name, name.endsWith("_country") ? toVatCountry(text) : text]];
}

function amountIn(
  row: TableRecord,
  name: string,
  currency: string,
  { decimal_separator }: EventsCsvSettings,
): number {
  const minor = `${name}_minor`;
  const column = row.header.has(name) ? name : minor;
  const text = row.cell(column).trim();
  if (text === "") throw new RowError("missing_value", column, "The cell is empty.");
  if (column === name) return minorUnitsOf(text, currency, column, decimal_separator);
  if (/^-?\d{1,13}$/.test(text)) return Number(text);
  throw new RowError("not_a_number", column, `"${text.slice(0, 40)}" is no whole number.`);
}

/** Parses the day of supply in the configured form. */
function eventRowDay(row: TableRecord, { date_form, time_zone }: EventsCsvSettings): IsoDate {
  const text = row.cell("supply_date");
  return date_form === "timestamp"
    ? dayOfInstant(text, time_zone, "supply_date")
    : dayIn(text, [date_form], "supply_date");
}

/** Reads the day of the invoice, in the form of the day of supply; it has no time, so not as a timestamp. */
function invoiceDateIn(row: TableRecord, { date_form }: EventsCsvSettings): IsoDate | undefined {
  const text = row.cell("invoice_date");
  if (text.trim() === "") return undefined;
  return dayIn(text, [date_form === "timestamp" ? "YYYY-MM-DD" : date_form], "invoice_date");
}

/** Reads the rate; `vat_rate` is in per cent. Undefined if the row has none, as refunds may. */
function rateIn(row: TableRecord): number | undefined {
  const column = row.header.has("vat_rate") ? "vat_rate" : "vat_rate_bps";
  const text = row.cell(column).trim();
  if (text === "") return undefined;
  if (column === "vat_rate") return rateBpsOf(text.replace(/\s*%$/, ""), "percent", column);
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new RowError("not_a_number", column, `"${text.slice(0, 40)}" is no whole number.`);
}

const eventRowOrder = (row: TableRecord): string =>
  row.cell("transaction_id").trim() || row.cell("event_id").trim();

/** Returns the place and the amount with VAT of a row. The amounts of refunds are positive in the file. */
function eventRowAmount(row: TableRecord, settings: EventsCsvSettings): RowAmount {
  const currency = row.cell("currency").trim();
  const sign = ["sale", "adjustment"].includes(row.cell("event_type").trim()) ? 1 : -1;
  const amount = (name: string) => amountIn(row, name, currency, settings);
  return {
    country: row.cell("consumption_country"),
    currency,
    gross: () => sign * (amount("taxable_amount") + amount("vat_amount")),
  };
}

const EventsCsvSettings = z.strictObject({
  source_id: SourceId,
  separator: z
    .enum([",", ";", "\t"])
    .optional()
    .describe("Between cells; found from the header when left out"),
  decimal_separator: z
    .enum([".", ","])
    .default(".")
    .describe("Before the decimals; the other one may stand between thousands"),
  date_form: z
    .enum(["YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "timestamp"])
    .default("YYYY-MM-DD")
    .describe("How days are written; `timestamp` is a time with its offset from UTC"),
  time_zone: TimeZone.describe("Where midnight decides on the day of a `timestamp`"),
});

type EventsCsvSettings = WithRates<z.output<typeof EventsCsvSettings>>;

export const EVENTS_CSV = importFormat<TableRecord, EventsCsvSettings>({
  isBeta: false,
  file: EVENTS_CSV_FILE,
  formOf: ({ separator }) =>
    separator ? { ...EVENTS_CSV_FILE.form, separators: [separator] } : EVENTS_CSV_FILE.form,
  settings: EventsCsvSettings,
  read: readEventRow,
  dayOf: eventRowDay,
  orderOf: eventRowOrder,
  amountOf: eventRowAmount,
});
