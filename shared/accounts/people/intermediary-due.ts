import * as z from "zod";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";

const Text = z.string().nullable().default(null);

/** The numbers of a return under an intermediary, each masked. Rows of earlier versions have none until their next check. */
export const intermediaryFields = {
  registration_number_masked: Text.describe(
    "Number of a seller under an intermediary of the import scheme, masked; null for others",
  ),
  payment_reference: Text.describe(
    "Reference that the payment of the return quotes, with that number as it is masked; null without it",
  ),
  intermediary_name: Text.describe(
    "Name of the intermediary of the import registration; null without one",
  ),
  intermediary_number_masked: Text.describe("Number of the intermediary, masked; null without one"),
};

/**
 * Totals due to the Member State of identification of an intermediary for a month. Each seller has a number
 * (Art. 369q(3) VAT Directive), a return (Art. 369s, 369t) and a payment with the reference of that return (Art. 369v), so
 * a total is never paid in one sum.
 */
export const IntermediaryDue = z
  .strictObject({
    intermediary_name: z.string().nullable().describe("Name of the intermediary; null without one"),
    intermediary_number_masked: z
      .string()
      .nullable()
      .describe("Number of the intermediary, masked; null without one"),
    member_state_identification: z
      .string()
      .describe("Member State of identification of the intermediary, and so of its sellers"),
    period_key: PeriodKey,
    filing_due_date: Day.describe("Day by which the returns are filed and paid"),
    return_currency: KnownCurrency.nullable().describe(
      "Currency of the amounts; null where none is known",
    ),
    returns: z.int().describe("Number of returns: one of each seller"),
    open_returns: z
      .int()
      .describe("Number of returns that are not locked, whose amounts may still change"),
    returns_without_amount: z
      .int()
      .describe("Number of returns whose amount is not known here, which the totals leave out"),
    payable_vat_minor: z.int().describe("VAT payable of the returns in minor units"),
    correction_vat_minor: z.int().describe("Corrections of earlier periods in the returns"),
    outstanding_minor: z
      .int()
      .describe(
        "Amount still to pay: what is outstanding of locked returns, and payable of others",
      ),
  })
  .meta({ id: "IntermediaryDue" });
export type IntermediaryDue = z.output<typeof IntermediaryDue>;

type DueRow = Pick<
  IntermediaryDue,
  | "intermediary_name"
  | "intermediary_number_masked"
  | "member_state_identification"
  | "period_key"
  | "filing_due_date"
  | "return_currency"
> & {
  readonly state: string;
  readonly payable_vat_minor: number | null;
  readonly correction_vat_minor: number | null;
  readonly outstanding_minor: number | null;
};

/** Adds up the returns of ended months by intermediary, month and currency, the next due day first. */
export function dueSums(rows: readonly DueRow[]): IntermediaryDue[] {
  const due = rows.filter(
    (row) =>
      row.state !== "running" && (row.intermediary_number_masked ?? row.intermediary_name) !== null,
  );
  const groups = Map.groupBy(due, (row) =>
    JSON.stringify([
      row.filing_due_date,
      row.member_state_identification,
      row.intermediary_number_masked,
      row.intermediary_name,
      row.return_currency,
    ]),
  );
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, own]) => sumOf(own));
}

function sumOf(rows: readonly DueRow[]): IntermediaryDue {
  const [first] = rows as [DueRow];
  const total = (amountOf: (row: DueRow) => number | null) =>
    rows.reduce((sum, row) => sum + (amountOf(row) ?? 0), 0);
  const count = (is: (row: DueRow) => boolean) => rows.filter(is).length;
  return {
    intermediary_name: first.intermediary_name,
    intermediary_number_masked: first.intermediary_number_masked,
    member_state_identification: first.member_state_identification,
    period_key: first.period_key,
    filing_due_date: first.filing_due_date,
    return_currency: first.return_currency,
    returns: rows.length,
    open_returns: count(({ state }) => state === "open"),
    returns_without_amount: count(({ payable_vat_minor }) => payable_vat_minor === null),
    payable_vat_minor: total((row) => row.payable_vat_minor),
    correction_vat_minor: total((row) => row.correction_vat_minor),
    outstanding_minor: total((row) => row.outstanding_minor ?? row.payable_vat_minor),
  };
}
