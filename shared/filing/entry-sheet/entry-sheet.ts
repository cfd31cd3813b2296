import { createHash } from "node:crypto";
import { DomainError } from "../../core/errors/errors.ts";
import { type Currency, decimalString, percentString } from "../../core/money/money.ts";
import type { PeriodState } from "../../returns/locks/state.ts";
import { MEMBER_STATES, type MemberStateCode } from "../../vat/reference-data/member-states.ts";
import type {
  NamedPeriod,
  NeutralCorrection,
  NeutralReturn,
  NeutralSupply,
} from "../portal-files/neutral-return.ts";
import type { EntrySheet } from "./schema.ts";

/**
 * The fields of a sheet, named after the elements of the official schemas of returns. The names are not the wording of
 * the common form (Annex III of Implementing Regulation (EU) 2020/194).
 */
export const SHEET_WORDS = {
  identification_number: {
    en: "Individual VAT identification number",
    de: "Individuelle Mehrwertsteuer-Identifikationsnummer",
  },
  period: { en: "Tax period", de: "Steuerzeitraum" },
  first_day: { en: "Start date of the period", de: "Anfangsdatum des Zeitraums" },
  last_day: { en: "End date of the period", de: "Enddatum des Zeitraums" },
  currency: { en: "Currency", de: "Währung" },
  nil: { en: "Nil VAT return", de: "Nullmeldung" },
  member_state: { en: "Member State of consumption", de: "Mitgliedstaat des Verbrauchs" },
  from_member_state: {
    en: "Member State of the establishment, or from which the goods are dispatched",
    de: "Mitgliedstaat der Niederlassung oder des Versands",
  },
  from_number: {
    en: "VAT identification or tax number there",
    de: "MwSt-Identifikationsnummer oder Steuernummer dort",
  },
  supply_type: { en: "Type of supply", de: "Art des Umsatzes" },
  rate_type: { en: "Type of VAT rate", de: "Art des Steuersatzes" },
  rate: { en: "VAT rate", de: "Steuersatz" },
  taxable_amount: { en: "Taxable amount", de: "Steuerbemessungsgrundlage" },
  vat_amount: { en: "VAT amount", de: "Mehrwertsteuerbetrag" },
  corrected_period: { en: "Tax period to be corrected", de: "Zu berichtigender Steuerzeitraum" },
  correction: {
    en: "Total VAT amount resulting from the correction",
    de: "Mehrwertsteuerbetrag aus der Berichtigung",
  },
} as const;
export type SheetField = keyof typeof SHEET_WORDS;

/** The decimal signs that references show for the return of a Member State. */
const SIGNS: Partial<Record<MemberStateCode, "," | ".">> = { AT: ",", FI: ",", SE: ",", XI: "." };

/** The sheet of each Member State: its decimal sign, and whether a reference shows it. */
const SHEET_STATES = Object.fromEntries(
  MEMBER_STATES.map(({ code }) => [
    code,
    { decimal_sign: SIGNS[code] ?? ".", is_sign_known: SIGNS[code] !== undefined },
  ]),
) as Readonly<Record<MemberStateCode, { decimal_sign: "," | "."; is_sign_known: boolean }>>;

/** An entry sheet, apart from the recount that may still change it. */
type Sheet = Omit<EntrySheet, "recount_pending" | "signers">;
type Line = Omit<EntrySheet["lines"][number], "ticked">;
type Control = EntrySheet["controls"][number];

type SheetOptions = {
  readonly status: PeriodState;
  readonly registration_id: number;
  readonly decimal: "point" | "comma" | undefined;
  /** The ids of the lines that somebody has ticked. */
  readonly ticked: ReadonlySet<string>;
};

/** Formats amounts and rates with the decimal sign of a sheet. */
type Format = {
  readonly amount: (minor: number) => string;
  readonly rate: (bps: number) => string;
};

const COLUMNS = { non_union_oss: "B", union_oss: "C", ioss: "D" } as const;

/**
 * Builds the sheet of a return: a line for each supply and correction in the order of the common form, and the totals
 * that the portal should show. The return supplies every figure; the sheet only formats and adds.
 */
export function entrySheet(neutral: NeutralReturn, options: SheetOptions): Sheet {
  const { scheme, period, identification, currency, is_nil } = neutral;
  const state = SHEET_STATES[identification.member_state as MemberStateCode];
  const decimal_sign = signOf(options.decimal) ?? state.decimal_sign;
  const format = formatWith(decimal_sign, currency);
  const lines = linesOf(neutral, format).map((line) => ({
    ...line,
    ticked: options.ticked.has(line.line_id),
  }));
  return {
    scheme_type: scheme,
    period_key: period.key,
    registration_id: options.registration_id,
    member_state_identification: identification.member_state,
    status: options.status,
    currency,
    decimal_sign,
    is_decimal_sign_known: state.is_sign_known,
    form: "common_form",
    column: COLUMNS[scheme],
    is_nil,
    lines,
    ticked_count: lines.filter(({ ticked }) => ticked).length,
    controls: controlsOf(neutral, format),
    words: Object.entries(SHEET_WORDS).map(([field, words]) => ({
      field: field as SheetField,
      ...words,
    })),
  };
}

const signOf = (decimal: SheetOptions["decimal"]) => decimal && (decimal === "comma" ? "," : ".");

const formatWith = (sign: "," | ".", currency: Currency): Format => ({
  amount: (minor) => decimalString(minor, currency).replace(".", sign),
  rate: (bps) => percentString(bps).replace(".", sign),
});

const linesOf = (neutral: NeutralReturn, format: Format): Line[] => [
  identificationOf(neutral),
  ...[...neutral.supplies].sort(inFormOrder).map((row) => supplyLine(neutral, row, format)),
  ...neutral.corrections.map((correction) => correctionLine(neutral, correction, format)),
];

/** Orders supplies by section, then Member State of consumption and origin, then rate, higher rates first. */
const inFormOrder = (a: NeutralSupply, b: NeutralSupply): number =>
  compare(a.section ?? "", b.section ?? "") ||
  compare(a.member_state, b.member_state) ||
  compare(a.from ?? "", b.from ?? "") ||
  compare(a.supply_type, b.supply_type) ||
  b.rate_bps - a.rate_bps ||
  compare(b.rate_type, a.rate_type);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the line of part 1; days only if the period has two returns (Annex III, note d). */
function identificationOf(neutral: NeutralReturn): Line {
  const { period, identification, currency, is_nil } = neutral;
  return lineOf(neutral, "identification", null, [
    ["identification_number", identification.number_masked ?? null],
    ["period", periodText(period)],
    ...(period.days
      ? ([
          ["first_day", dayText(period.days.first)],
          ["last_day", dayText(period.days.last)],
        ] as const)
      : []),
    ["currency", currency],
    ...(is_nil ? ([["nil", "1"]] as const) : []),
  ]);
}

/** Formats a period as Annex III does (notes b and c): Q3.2025, M09.2025. */
const periodText = ({ kind, number, year }: NamedPeriod): string =>
  kind === "quarter" ? `Q${number}.${year}` : `M${String(number).padStart(2, "0")}.${year}`;

/** Formats a day as Annex III does (note d): 15.08.2025. */
const dayText = (day: string): string => day.split("-").reverse().join(".");

const supplyLine = (neutral: NeutralReturn, row: NeutralSupply, format: Format): Line =>
  lineOf(neutral, "supplies", row.section, [
    ["member_state", row.member_state],
    ...(row.from === null
      ? []
      : ([
          ["from_member_state", row.from],
          ["from_number", null],
        ] as const)),
    ["supply_type", row.supply_type],
    ["rate_type", row.rate_type],
    ["rate", format.rate(row.rate_bps)],
    ["taxable_amount", format.amount(row.base_minor)],
    ["vat_amount", format.amount(row.vat_minor)],
  ]);

const correctionLine = (
  neutral: NeutralReturn,
  correction: NeutralCorrection,
  format: Format,
): Line =>
  lineOf(neutral, "corrections", null, [
    ["corrected_period", periodText(correction.period)],
    ["member_state", correction.member_state],
    ["correction", format.amount(correction.vat_minor)],
  ]);

/** Builds a line; its id is a hash of what is typed in, whatever the decimal sign. */
function lineOf(
  { scheme, period, currency }: NeutralReturn,
  part: Line["part"],
  section: Line["section"],
  cells: readonly (readonly [SheetField, string | null])[],
): Line {
  const signed = cells.map(([field, text]) => [field, text?.replace(",", ".")]);
  const typed = JSON.stringify([scheme, period.key, currency, part, section, signed]);
  return {
    line_id: createHash("sha256").update(typed).digest("hex").slice(0, 20),
    part,
    section,
    cells: cells.map(([field, text]) => ({ field, text })),
  };
}

/** Returns the totals: of each section, of all supplies and corrections, of each Member State, and the amount due. */
function controlsOf(neutral: NeutralReturn, format: Format): Control[] {
  const { supplies, corrections, balances, total_minor } = neutral;
  const sections = [...new Set(supplies.flatMap(({ section }) => section ?? []))].sort();
  const none = { section: null, member_state: null, taxable_amount_minor: null };
  const vatOf = (list: readonly { readonly vat_minor: number }[]) =>
    list.reduce((sum, supply) => sum + supply.vat_minor, 0);
  const baseOf = (list: readonly NeutralSupply[]) =>
    list.reduce((sum, neutralSupply) => sum + neutralSupply.base_minor, 0);
  const ofSection = (section: Control["section"], list: readonly NeutralSupply[]) => ({
    ...none,
    control: section ? ("section" as const) : ("supplies" as const),
    section,
    taxable_amount_minor: baseOf(list),
    vat_amount_minor: vatOf(list),
  });
  const figures: Omit<Control, "taxable_amount" | "vat_amount">[] = [
    ...sections.map((part) =>
      ofSection(
        part,
        supplies.filter(({ section }) => section === part),
      ),
    ),
    ofSection(null, supplies),
    { ...none, control: "corrections", vat_amount_minor: vatOf(corrections) },
    ...balances.map(({ member_state, vat_minor }) => ({
      ...none,
      control: "balance" as const,
      member_state,
      vat_amount_minor: vat_minor,
    })),
    { ...none, control: "total_due", vat_amount_minor: total_minor },
  ];
  return figures.map((figure) => ({
    ...figure,
    taxable_amount:
      figure.taxable_amount_minor === null ? null : format.amount(figure.taxable_amount_minor),
    vat_amount: format.amount(figure.vat_amount_minor),
  }));
}

/**
 * Rejects ids that no line of the sheet has, such as those of a sheet whose figures have changed since.
 * @throws DomainError `entry_sheet_changed`
 */
export function requireLines({ lines }: Pick<EntrySheet, "lines">, ids: readonly string[]): void {
  const known = new Set(lines.map(({ line_id }) => line_id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new DomainError(
    "entry_sheet_changed",
    `the sheet has no line ${missing[0]}; its figures may have changed: load the sheet again`,
  );
}
