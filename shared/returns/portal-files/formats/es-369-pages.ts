import type { SchemeType } from "../../../vat/seller/registration.ts";
import type { NeutralSupply } from "../neutral-return.ts";

/*
 * The pages of the Spanish form 369, after the record design of the AEAT (DR369, version 1.1). A field
 * is its kind and its width: A is text, written from the left, N a number, written to the right. What
 * is empty is blank, never zero.
 */

/** State, rate, type of rate, base, VAT. */
const SUPPLY = "A2 N5 A1 N17 N17";
/** The same, after the Member State it comes from and the filer's number there. */
const SUPPLY_FROM_ABROAD = `A2 A15 ${SUPPLY}`;
/** State, year, kind of period, period, VAT. */
const CORRECTION = "A2 N4 A1 A2 N17";

/** Scheme, category, kind of payment, its reference, amount paid; then C for a further page. */
const DECLARATION = "A5 A1 A1 A22 N17 A1";

type Layout = {
  /** Between the page's opening tag and its list. */
  readonly head: string;
  /** One of the 28 groups of the list, of pages that have one. */
  readonly group?: string;
  /** Blanks before the closing tag. */
  readonly reserved: number;
};

const LAYOUTS = {
  "00": { head: "", reserved: 93 },
  "01": { head: `${DECLARATION} A2 A15 A15 A125 N4 A1 N2 A1`, group: SUPPLY, reserved: 17 },
  "02": { head: "A1", group: CORRECTION, reserved: 17 },
  "03": { head: "A1", reserved: 2929 },
  "04": { head: `${DECLARATION} A2 A15 A125 N4 A1 N2 N8 N8 A1`, group: SUPPLY, reserved: 17 },
  "05": { head: "A1", group: SUPPLY, reserved: 17 },
  "06": { head: "A1", group: SUPPLY_FROM_ABROAD, reserved: 17 },
  "07": { head: "A1", group: SUPPLY_FROM_ABROAD, reserved: 17 },
  "08": { head: "A1", group: CORRECTION, reserved: 17 },
  "09": { head: "A1", reserved: 5785 },
  "10": {
    head: `${DECLARATION} A2 A15 A15 A125 A1 A15 N4 A1 N2 N8 N8 A1`,
    group: SUPPLY,
    reserved: 17,
  },
  "11": { head: "A1", group: CORRECTION, reserved: 17 },
  "12": { head: "A1", reserved: 2929 },
} as const satisfies Record<string, Layout>;

/** The two digits of a page. */
export type PageNumber = keyof typeof LAYOUTS;

/** The pages of a scheme. */
type Form = {
  readonly regime: string;
  /** With the declarant, and the first list of supplies. */
  readonly first: PageNumber;
  /** Pages of the sections after the first. */
  readonly sections: readonly (readonly [NonNullable<NeutralSupply["section"]>, PageNumber])[];
  readonly corrections: PageNumber;
  readonly last: PageNumber;
};

export const FORMS: Readonly<Record<SchemeType, Form>> = {
  union_oss: {
    regime: "MOSS",
    first: "04",
    sections: [
      ["2b", "05"],
      ["2c", "06"],
      ["2d", "07"],
    ],
    corrections: "08",
    last: "09",
  },
  non_union_oss: { regime: "VOES", first: "01", sections: [], corrections: "02", last: "03" },
  ioss: { regime: "IMPO", first: "10", sections: [], corrections: "11", last: "12" },
};

/** The values of a field list, in its order; undefined is blank. */
export type Values = readonly (string | number | undefined)[];

const GROUPS_OF_A_PAGE = 28;

/**
 * A page with its groups and, when they are more than 28, the same page again for the rest. `head`
 * gets what a further page says of itself: C.
 * @throws RangeError when a value is wider than its field
 */
export function pagesOf(
  number: PageNumber,
  head: (further: "C" | undefined) => Values,
  groups: readonly Values[] = [],
): string {
  const count = Math.max(1, Math.ceil(groups.length / GROUPS_OF_A_PAGE));
  return Array.from({ length: count }, (_, page) => {
    const from = page * GROUPS_OF_A_PAGE;
    return pageOf(
      number,
      head(page > 0 ? "C" : undefined),
      groups.slice(from, from + GROUPS_OF_A_PAGE),
    );
  }).join("");
}

function pageOf(number: PageNumber, head: Values, groups: readonly Values[]): string {
  const { group, reserved, ...layout }: Layout = LAYOUTS[number];
  const list = group
    ? Array.from({ length: GROUPS_OF_A_PAGE }, (_, at) => filled(group, groups[at] ?? []))
    : [];
  return [
    `<T369${number}>`,
    filled(layout.head, head),
    ...list,
    " ".repeat(reserved),
    `</T369${number}>`,
  ].join("");
}

/** The values side by side, each padded to the width of its field. */
const filled = (layout: string, values: Values): string =>
  layout
    .split(" ")
    .filter((field) => field !== "")
    .map((field, at) => padded(field, String(values[at] ?? "")))
    .join("");

function padded(field: string, value: string): string {
  const width = Number(field.slice(1));
  if (value.length > width) throw new RangeError(`${value.length} characters for a field ${field}`);
  return field.startsWith("N") ? value.padStart(width) : value.padEnd(width);
}
