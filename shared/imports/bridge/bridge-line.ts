import * as z from "zod";

/*
 * A bridge leads from the amounts that a shop shows to those that were committed, or that a return declares. Its lines
 * have a fixed order. Amounts have their own signs, so that refunds are below zero; `sign` says what a line does.
 */

/** The lines of all bridges, in their order within a stage. */
const LINE_CODES = [
  "in_files",
  "repeated",
  "no_sale",
  "domestic",
  "outside_union",
  "business",
  "marketplace",
  "zero_rated",
  "in_review",
  "unresolved",
  "without_sale",
  "other_exclusions",
  "refunds",
  "committed",
  "recorded_otherwise",
  "recorded",
  "late_changes",
  "conversion",
  "in_return",
  "negative_balances",
  "payable",
] as const;
export type LineCode = (typeof LINE_CODES)[number];

const Minor = z.int().nullable();

export const BridgeAmount = z
  .strictObject({
    currency: z.string().describe("Currency of the amounts; not converted"),
    gross_amount_minor: Minor.describe(
      "Amount with VAT, minor units; null where it has no meaning",
    ),
    taxable_amount_minor: Minor.describe(
      "Taxable amount; null where only the amount with VAT is known",
    ),
    vat_amount_minor: Minor.describe("VAT; null where only the amount with VAT is known"),
  })
  .meta({ id: "BridgeAmount" });
export type BridgeAmount = z.output<typeof BridgeAmount>;

const BridgePart = z
  .strictObject({
    code: z.string().describe("Exclusion code of the events"),
    treatment: z.string().describe("Treatment of the events"),
    count: z.int().describe("Number of events in the part"),
    amounts: z.array(BridgeAmount).describe("Amounts of the events by currency"),
  })
  .meta({ id: "BridgePart" });
export type BridgePart = z.output<typeof BridgePart>;

export const BridgeLine = z
  .strictObject({
    stage: z
      .enum(["files", "ledger", "return"])
      .describe(
        "Stage of the bridge: rows of files, events of the ledger, or figures of the return",
      ),
    code: z.enum(LINE_CODES).describe("Code of the line, the same in all bridges"),
    sign: z
      .enum(["plus", "minus", "equals"])
      .describe("Effect of the line: `equals` is the sum of all lines before it"),
    count: z.int().describe("Number of rows of files, or of events of the ledger"),
    unread_count: z.int().describe("Number of rows among them whose amount cannot be read"),
    codes: z
      .array(z.string())
      .describe("Reasons of rows, or exclusion codes of events, in the line"),
    amounts: z
      .array(BridgeAmount)
      .describe("Amounts by currency; currencies of nothing are absent"),
    links: z.array(z.string()).describe("Requests that list the rows or events; at most ten"),
    more_links: z
      .int()
      .default(0)
      .describe(
        "Number of further imports with rows of the line; the bridge of each import has the request that lists its own",
      ),
    parts: z
      .array(BridgePart)
      .default([])
      .describe("Excluded events of the line by code and treatment; empty for other lines"),
  })
  .meta({ id: "BridgeLine" });
export type BridgeLine = z.output<typeof BridgeLine>;

export const BridgeGap = z
  .strictObject({
    code: z
      .enum([
        "rows_of_earlier_version",
        "rows_without_month",
        "earlier_imports",
        "imports_expired",
        "amounts_not_recounted",
        "locked_before_bridges",
      ])
      .describe("Code of the part that the bridge does not know"),
    count: z.int().nullable().describe("Number of rows, imports or events; null where unknown"),
    before: z.iso.date().nullable().describe("Day before which it is not known; null without one"),
  })
  .meta({ id: "BridgeGap" });
export type BridgeGap = z.output<typeof BridgeGap>;

/** The amounts of one currency; taxable amount and VAT are null where only the amount with VAT is known. */
type Money = {
  readonly gross: number | null;
  readonly taxable: number | null;
  readonly vat: number | null;
};

const NOTHING: Money = { gross: 0, taxable: 0, vat: 0 };

const plus = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;

const times = (sign: 1 | -1, amount: number | null): number | null =>
  amount === null ? null : sign * amount + 0;

/** Amounts by currency, added up. */
export class MoneySums {
  readonly #sums = new Map<string, Money>();

  add(currency: string, { gross, taxable, vat }: Money, sign: 1 | -1 = 1): this {
    const sum = this.#sums.get(currency) ?? NOTHING;
    this.#sums.set(currency, {
      gross: plus(sum.gross, times(sign, gross)),
      taxable: plus(sum.taxable, times(sign, taxable)),
      vat: plus(sum.vat, times(sign, vat)),
    });
    return this;
  }

  addAll(other: MoneySums, sign: 1 | -1 = 1): this {
    for (const [currency, money] of other.#sums) this.add(currency, money, sign);
    return this;
  }

  /** The amounts, sorted by currency, without currencies of nothing. */
  get amounts(): BridgeAmount[] {
    return [...this.#sums]
      .filter(([, money]) => Object.values(money).some((amount) => amount))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { gross, taxable, vat }]) => ({
        currency,
        gross_amount_minor: gross,
        taxable_amount_minor: taxable,
        vat_amount_minor: vat,
      }));
  }
}

/** Returns an amount of which taxable amount and VAT are known. */
export const moneyOf = (taxable: number, vat: number): Money => ({
  gross: taxable + vat,
  taxable,
  vat,
});

/** The least that a line is made of. */
type LineParts = Pick<BridgeLine, "stage" | "code" | "sign" | "count"> &
  Partial<Pick<BridgeLine, "unread_count" | "codes" | "links" | "parts">>;

const MOST_LINKS = 10;

export const bridgeLine = (
  { unread_count = 0, codes = [], links = [], parts = [], ...line }: LineParts,
  sums: MoneySums,
): BridgeLine => ({
  ...line,
  unread_count,
  codes: [...new Set(codes)].sort(),
  amounts: sums.amounts,
  links: links.slice(0, MOST_LINKS),
  more_links: Math.max(0, links.length - MOST_LINKS),
  parts,
});

export const gap = (
  code: BridgeGap["code"],
  { count = null, before = null }: Partial<Pick<BridgeGap, "count" | "before">> = {},
): BridgeGap => ({ code, count, before });
