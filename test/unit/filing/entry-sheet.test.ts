import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import { entrySheet, requireLines } from "../../../shared/filing/entry-sheet/entry-sheet.ts";
import { EntrySheet } from "../../../shared/filing/entry-sheet/schema.ts";
import type { CorrectionRow, ReturnRow } from "../../../shared/returns/schema.ts";
import {
  MEMBER_STATES,
  type MemberStateCode,
} from "../../../shared/vat/reference-data/member-states.ts";
import type { SchemeType } from "../../../shared/vat/seller/registration.ts";
import {
  declaredReturn,
  F1_CORRECTIONS,
  F1_ROWS,
  makeCorrection,
  makeRow,
  neutralIn,
} from "../../make/f1-return.ts";

const OPTIONS = {
  status: "locked",
  registration_id: 1,
  decimal: undefined,
  ticked: new Set<string>(),
} as const;

/** Every Member State and scheme: Northern Ireland has no non-Union scheme. */
const SHEETS = MEMBER_STATES.flatMap(({ code }) =>
  (["union_oss", "non_union_oss", "ioss"] as const)
    .filter((scheme) => code !== "XI" || scheme !== "non_union_oss")
    .map((scheme) => [code, scheme] as const),
);

type Lists = readonly [readonly ReturnRow[], readonly CorrectionRow[]];

/** The made-up returns: four sections with corrections, one that owes; nil; corrections alone. */
const RETURNS: Readonly<Record<string, Lists>> = {
  "four sections with corrections": [
    F1_ROWS,
    [...F1_CORRECTIONS, makeCorrection({ member_state_of_consumption: "IT" })],
  ],
  nil: [[], []],
  "corrections only": [
    [],
    [
      makeCorrection(),
      makeCorrection({ original_period: "2025-Q1" as PeriodKey, vat_amount_minor: 2_500 }),
      makeCorrection({ member_state_of_consumption: "FR", vat_amount_minor: 333 }),
    ],
  ],
};

/** The return of a scheme; those without sections have one list, and the import scheme counts months. */
function returnOf(scheme_type: SchemeType, [rows, corrections]: Lists, state: MemberStateCode) {
  const isUnion = scheme_type === "union_oss";
  const isMonthly = scheme_type === "ioss";
  return declaredReturn(
    rows.map((row) => (isUnion ? row : { ...row, section: null, from_member_state: null })),
    corrections.map((row) =>
      isMonthly
        ? { ...row, original_period: row.original_period.replace("Q", "0") as PeriodKey }
        : row,
    ),
    {
      scheme_type,
      period_key: (isMonthly ? "2025-09" : "2025-Q3") as PeriodKey,
      return_currency: state === "DK" ? "DKK" : state === "XI" ? "GBP" : "EUR",
    },
  );
}

const minor = (text: string) => Math.round(Number(text.replace(",", ".")) * 100);

/** The sum of what is typed into one field of all lines. */
/** What is loaded for a sheet besides its lines. */
const LOADED = { recount_pending: null, signers: { prepared: null, locked: null } };

const typed = ({ lines }: Pick<EntrySheet, "lines">, field: string): number =>
  lines
    .flatMap(({ cells }) => cells)
    .filter((cell) => cell.field === field)
    .reduce((sum, { text }) => sum + minor(text ?? ""), 0);

it("there are 83 sheets", () => {
  expect(SHEETS).toHaveLength(83);
});

describe.for(Object.entries(RETURNS))("a return of %s", ([, lists]) => {
  it.for(SHEETS)("typed in %s, %s, has the totals of the API", ([state, scheme]) => {
    const declared = returnOf(scheme, lists, state);
    const neutral = neutralIn(state, declared);
    const sheet = entrySheet(neutral, OPTIONS);
    expect(EntrySheet.safeParse({ ...sheet, ...LOADED }).error).toBeUndefined();
    const total = sheet.controls.find(({ control }) => control === "total_due");
    expect(total?.vat_amount_minor).toBe(declared.totals.payable_vat_minor);
    const sumOf = (list: readonly { readonly vat_amount_minor: number }[]) =>
      list.reduce((sum, row) => sum + row.vat_amount_minor, 0);
    expect(typed(sheet, "vat_amount")).toBe(sumOf(declared.rows));
    expect(typed(sheet, "correction")).toBe(sumOf(declared.corrections));
    expect(typed(sheet, "taxable_amount")).toBe(
      declared.rows.reduce((sum, row) => sum + row.taxable_amount_minor, 0),
    );
    const balances = sheet.controls.filter(({ control }) => control === "balance");
    expect(sumOf(balances.filter((balance) => balance.vat_amount_minor > 0))).toBe(
      declared.totals.payable_vat_minor,
    );
    expect(sheet.is_nil).toBe(lists[0].length + lists[1].length === 0);
    expect(sheet.lines).toHaveLength(1 + lists[0].length + lists[1].length);
    expect(new Set(sheet.lines.map(({ line_id }) => line_id)).size).toBe(sheet.lines.length);
  });
});

describe("a sheet", () => {
  const sheetOf = (lists: Lists, more: object = {}, state: MemberStateCode = "FR") =>
    entrySheet(neutralIn(state, declaredReturn(...lists)), { ...OPTIONS, ...more });

  it("has the order and words of the common form", () => {
    const { lines, column, form } = sheetOf([F1_ROWS.toReversed(), F1_CORRECTIONS]);
    expect([column, form]).toEqual(["C", "common_form"]);
    expect(lines.map(({ part, section }) => section ?? part)).toEqual([
      "identification",
      "2a",
      "2b",
      "2b",
      "2c",
      "2d",
      "corrections",
    ]);
    expect(lines[4]?.cells.map(({ field, text }) => [field, text])).toEqual([
      ["member_state", "EL"],
      ["from_member_state", "IT"],
      ["from_number", null],
      ["supply_type", "SERVICES"],
      ["rate_type", "STANDARD"],
      ["rate", "24.00"],
      ["taxable_amount", "50.00"],
      ["vat_amount", "12.00"],
    ]);
    expect(lines.at(-1)?.cells.map(({ text }) => text)).toEqual(["Q2.2025", "EL", "-10.00"]);
  });

  it("has the decimal sign of the state where a reference shows it, and the asked one", () => {
    const signs = (state: MemberStateCode, more = {}) => {
      const { decimal_sign, is_decimal_sign_known } = sheetOf([[makeRow()], []], more, state);
      return [decimal_sign, is_decimal_sign_known];
    };
    expect(signs("AT")).toEqual([",", true]);
    expect(signs("IT")).toEqual([".", false]);
    expect(signs("IT", { decimal: "comma" })).toEqual([",", false]);
    expect(signs("FI", { decimal: "point" })).toEqual([".", true]);
  });

  it("says a nil return in one line", () => {
    const { lines } = sheetOf([[], []]);
    expect(lines.map(({ cells }) => cells.at(-1))).toEqual([{ field: "nil", text: "1" }]);
  });

  it("keeps a tick whatever the decimal sign, and loses it when a figure changes", () => {
    const [, line] = sheetOf([[makeRow()], []]).lines;
    const ticked = new Set([line?.line_id ?? ""]);
    const count = (row: object, more = {}) =>
      sheetOf([[makeRow(row)], []], { ticked, ...more }).ticked_count;
    expect([count({}), count({}, { decimal: "comma" })]).toEqual([1, 1]);
    expect(count({ vat_amount_minor: 2_001 })).toBe(0);
  });

  it("takes ticks of its own lines alone", () => {
    const sheet = sheetOf([[makeRow()], []]);
    expect(() => requireLines(sheet, [sheet.lines[1]?.line_id ?? ""])).not.toThrow();
    expect(() => requireLines(sheet, ["0".repeat(20)])).toThrow(/load the sheet again/);
  });
});

it("has the totals of each section, of all supplies and corrections, of each Member State, and the amount due", () => {
  const { controls } = entrySheet(neutralIn("SK"), OPTIONS);
  expect(
    controls.map((control) => [
      control.control,
      control.section ?? control.member_state,
      control.taxable_amount_minor,
      control.vat_amount_minor,
    ]),
  ).toEqual([
    ["section", "2a", 20_000, 4_800],
    ["section", "2b", 17_000, 3_110],
    ["section", "2c", 5_000, 1_200],
    ["section", "2d", 10_000, 2_000],
    ["supplies", null, 52_000, 11_110],
    ["corrections", null, null, -1_000],
    ["balance", "EL", null, 5_000],
    ["balance", "FR", null, 5_110],
    ["total_due", null, null, 10_110],
  ]);
});
