import {
  type IsoDate,
  type Period,
  type PeriodKind,
  periodNamed,
} from "../../core/calendar/dates.ts";
import type { PeriodKey } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
import { balancesOf } from "../../returns/compute/compute.ts";
import type { CorrectionRow, Return, ReturnRow } from "../../returns/schema.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration, SchemeType } from "../../vat/seller/registration.ts";
import { establishmentIn, type FileRequest } from "./request.ts";
import type { ReturnFormat } from "./return-format.ts";
import { errorIf, type FileFinding, rejectedRows } from "./row-findings.ts";

/** A tax period in the terms of files: 2025 and 3 for the third quarter, or for March. */
export type NamedPeriod = {
  /** `YYYY-Qn` or `YYYY-MM`. */
  readonly key: PeriodKey;
  readonly kind: PeriodKind;
  readonly year: number;
  /** 1 to 4 for a quarter, 1 to 12 for a month. */
  readonly number: number;
};

/** A row of part 2. Amounts are minor units of the return currency, the rate is in basis points. */
export type NeutralSupply = {
  /** The index in the `rows` of the return. */
  readonly index: number;
  /** 2a to 2d in the Union scheme; null in other schemes, whose part 2 is one list. */
  readonly section: ReturnRow["section"];
  readonly supply_type: "GOODS" | "SERVICES";
  readonly member_state: string;
  /** The country of the establishment in 2c and of the dispatch in 2d; null for the Member State of identification. */
  readonly from: string | null;
  readonly rate_type: "STANDARD" | "REDUCED";
  readonly rate_bps: number;
  readonly base_minor: number;
  readonly vat_minor: number;
};

/** A line of part 3: a change in the VAT of an earlier period, in one Member State. */
export type NeutralCorrection = {
  /** The index in the `corrections` of the return. */
  readonly index: number;
  readonly period: NamedPeriod;
  readonly member_state: string;
  readonly vat_minor: number;
};

/** A range of days, both included. */
type DayRange = { readonly first: IsoDate; readonly last: IsoDate };

/**
 * A return in the terms of Annex III of Implementing Regulation (EU) 2020/194, independent of any country's form. Every
 * portal file is printed from this return and its request alone.
 */
export type NeutralReturn = {
  readonly scheme: SchemeType;
  readonly period: NamedPeriod & {
    readonly last_day: IsoDate;
    /** The days of the period on which the registration is in force; usually all days. */
    readonly registered: DayRange;
    /** The registered days if the period has more than one return (note d), otherwise null. */
    readonly days: DayRange | null;
    readonly begins_inside: boolean;
    readonly ends_inside: boolean;
  };
  readonly identification: {
    readonly member_state: Registration["member_state_identification"];
    readonly number_masked: string | undefined;
    readonly intermediary_number_masked: string | undefined;
  };
  readonly currency: Currency;
  readonly supplies: readonly NeutralSupply[];
  /** The corrections, including late changes. */
  readonly corrections: readonly NeutralCorrection[];
  /** Corrections that change only a base; the message has no box for them (box 22 contains VAT). */
  readonly corrections_without_vat: readonly NeutralCorrection[];
  /** The balance of each Member State of consumption; negative if it owes a refund. */
  readonly balances: readonly { readonly member_state: string; readonly vat_minor: number }[];
  /** Sum of the positive balances: nothing is set off between Member States. */
  readonly total_minor: number;
  /** True without any supply and correction (Art. 4(2) of the Regulation). */
  readonly is_nil: boolean;
};

/** The fields that a locked return and a preview share. */
export type ReturnOfFile = Pick<
  Return,
  "scheme_type" | "period_key" | "return_currency" | "rows" | "corrections"
> & { readonly totals: Pick<Return["totals"], "payable_vat_minor"> };

/**
 * Converts a locked return or a preview into neutral form. `registrations` are all of the account; `own` is the one
 * that made the return.
 */
export function neutralReturn(
  declared: ReturnOfFile,
  own: Registration,
  registrations: readonly Registration[],
): NeutralReturn {
  const all = declared.corrections.map(neutralCorrection);
  const corrections = all.filter((correction) => correction.vat_minor !== 0);
  return {
    scheme: declared.scheme_type,
    period: { ...namedPeriod(declared.period_key), ...daysOf(declared, own, registrations) },
    identification: {
      member_state: own.member_state_identification,
      number_masked: own.vat_registration_number_masked,
      intermediary_number_masked: own.ioss_intermediary_number_masked,
    },
    currency: declared.return_currency,
    supplies: declared.rows.map(neutralSupply),
    corrections,
    corrections_without_vat: all.filter((correction) => correction.vat_minor === 0),
    balances: balancesOf(declared.rows, declared.corrections.filter(hasVat)).map((balance) => ({
      member_state: balance.member_state_of_consumption,
      vat_minor: balance.payable_vat_minor,
    })),
    total_minor: declared.totals.payable_vat_minor,
    is_nil: declared.rows.length === 0 && corrections.length === 0,
  };
}

const hasVat = (row: CorrectionRow): boolean => row.vat_amount_minor !== 0;

function daysOf(
  { scheme_type, period_key }: ReturnOfFile,
  own: Registration,
  registrations: readonly Registration[],
) {
  const { firstDay, lastDay } = periodNamed(period_key) as Period;
  const { effective_from, effective_to = lastDay } = own;
  const begins_inside = effective_from > firstDay;
  const ends_inside = effective_to < lastDay;
  const registered = {
    first: begins_inside ? effective_from : firstDay,
    last: ends_inside ? effective_to : lastDay,
  };
  const isAlone = inForce(registrations, scheme_type, firstDay, lastDay).length < 2;
  const days = isAlone ? null : registered;
  return { last_day: lastDay, registered, days, begins_inside, ends_inside };
}

const neutralSupply = (row: ReturnRow, index: number): NeutralSupply => ({
  index,
  section: row.section,
  supply_type: row.supply_kind === "goods" ? "GOODS" : "SERVICES",
  member_state: row.member_state_of_consumption,
  from: row.from_member_state,
  rate_type: row.rate_category === "standard" ? "STANDARD" : "REDUCED",
  rate_bps: row.vat_rate_bps,
  base_minor: row.taxable_amount_minor,
  vat_minor: row.vat_amount_minor,
});

const neutralCorrection = (row: CorrectionRow, index: number): NeutralCorrection => ({
  index,
  period: namedPeriod(row.original_period),
  member_state: row.member_state_of_consumption,
  vat_minor: row.vat_amount_minor,
});

/** Parses a period key, `YYYY-Qn` or `YYYY-MM`. */
function namedPeriod(key: PeriodKey): NamedPeriod {
  const isQuarter = key.includes("Q");
  const number = Number(key.slice(isQuarter ? 6 : 5));
  return { key, kind: isQuarter ? "quarter" : "month", year: Number(key.slice(0, 4)), number };
}

/** Groups a list by Member State of consumption, sorted by code; the order inside a group is kept. */
export const byConsumptionState = <T extends { readonly member_state: string }>(
  list: readonly T[],
): [string, T[]][] =>
  [...Map.groupBy(list, ({ member_state }) => member_state)].sort(([a], [b]) => (a < b ? -1 : 1));

/** VAT of part 2 by origin and kind (Annex III, boxes of grand totals); minor units. */
type GrandTotals = {
  readonly home_services: number;
  readonly home_goods: number;
  readonly abroad_services: number;
  readonly abroad_goods: number;
  readonly all: number;
};

/** True for a supply from the Member State of identification (2a, 2b), not from another one (2c, 2d). */
export const isFromHome = ({ from }: NeutralSupply): boolean => from === null;

export function grandTotals(supplies: readonly NeutralSupply[]): GrandTotals {
  const total = (isMeant: (row: NeutralSupply) => boolean) =>
    supplies.filter(isMeant).reduce((sum, row) => sum + row.vat_minor, 0);
  return {
    home_services: total((row) => isFromHome(row) && !isGoods(row)),
    home_goods: total((row) => isFromHome(row) && isGoods(row)),
    abroad_services: total((row) => !isFromHome(row) && !isGoods(row)),
    abroad_goods: total((row) => !isFromHome(row) && isGoods(row)),
    all: total(() => true),
  };
}

const isGoods = ({ supply_type }: NeutralSupply): boolean => supply_type === "GOODS";

/** A Member State that rows come from; `required` is true if the file needs the filer's number there. */
type EstablishmentNeed = {
  readonly country: string;
  readonly sections: readonly NonNullable<NeutralSupply["section"]>[];
  readonly required: boolean;
};

/**
 * Returns the Member States whose numbers the rows of a return require (Art. 369g(2) and (3) VAT Directive), by
 * country.
 */
export function establishmentNeeds(
  format: ReturnFormat,
  { supplies }: NeutralReturn,
): EstablishmentNeed[] {
  const origins = Map.groupBy(
    supplies.filter(({ from }) => from !== null),
    ({ from }) => from as string,
  );
  return [...origins]
    .map(([country, rows]) => {
      const sections = [...new Set(rows.map(({ section }) => section))].filter(
        (section) => section !== null,
      );
      return { country, sections, required: rows.some((row) => needsNumber(format, row)) };
    })
    .sort((a, b) => (a.country < b.country ? -1 : 1));
}

const needsNumber = ({ number_needed_in }: ReturnFormat, { from, section }: NeutralSupply) =>
  from !== null && section !== null && number_needed_in.includes(section);

/** Finds rows whose number is missing in the request, and numbers of a kind that the portal rejects. */
export const establishmentFindings = (
  format: ReturnFormat,
  neutral: NeutralReturn,
  request: FileRequest,
): FileFinding[] => [
  ...rejectedRows(
    neutral,
    "establishment_missing",
    ({ from }) => `give the number of ${from} in establishments`,
    (row) => needsNumber(format, row) && !establishmentIn(request, row.from as string),
  ),
  ...request.establishments.flatMap(({ tax_reference }, index) =>
    errorIf(
      tax_reference !== undefined && !format.takes_tax_reference,
      `establishments.${index}.tax_reference`,
      "tax_reference_not_taken",
      "the form has no place for a tax reference; give the VAT number",
    ),
  ),
];

/** Finds tax references that exceed the length of a form's field. */
export const longReferences = (
  establishments: FileRequest["establishments"],
  longest: number,
): FileFinding[] =>
  establishments.flatMap(({ tax_reference = "" }, index) =>
    errorIf(
      tax_reference.length > longest,
      `establishments.${index}.tax_reference`,
      "tax_reference_too_long",
      `the form has room for ${longest} characters`,
    ),
  );
