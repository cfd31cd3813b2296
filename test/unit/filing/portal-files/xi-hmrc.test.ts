import { describe, expect, it, test } from "vitest";
import type { CorrectionRow, ReturnRow } from "../../../../shared/returns/schema.ts";
import { F1_CORRECTIONS, F1_ROWS, makeRow } from "../../../make/f1-return.ts";
import { madeFile, reasonsOf, unionReturn, warningsOf } from "./made-file.ts";
import { readNorthern } from "./read-northern.ts";

const GOODS = F1_ROWS.filter((row) => row.supply_kind === "goods");

const northern = (
  rows: readonly ReturnRow[] = GOODS,
  corrections: readonly CorrectionRow[] = F1_CORRECTIONS,
) => unionReturn("xi_hmrc", rows, corrections);

const MARKETPLACE = { request: { extras: { online_marketplace: true } } };

const linesOf = (rows: readonly ReturnRow[], options = {}) =>
  madeFile("xi_hmrc", northern(rows), options).text.split("\r\n").slice(1, -1);

describe("xi_hmrc", () => {
  it("takes no services", () => {
    expect(reasonsOf("xi_hmrc", northern(F1_ROWS))).toEqual([
      "rows.0 services_not_taken",
      "rows.3 services_not_taken",
    ]);
  });

  test.for([
    ["a nil return", []],
    ["corrections alone", F1_CORRECTIONS],
  ] as const)("has no file of %s", ([, corrections]) => {
    expect(reasonsOf("xi_hmrc", northern([], corrections))).toEqual([
      "return return_without_sales",
    ]);
  });

  it("takes no return in euro", () => {
    const inEuro = unionReturn("xi_hmrc", GOODS, [], { return_currency: "EUR" });
    expect(reasonsOf("xi_hmrc", inEuro)).toEqual(["return other_currency"]);
  });

  test.for([
    ["Northern Ireland", makeRow({ member_state_of_consumption: "XI" })],
    ["France", makeRow({ section: "2d", from_member_state: "FR" })],
  ] as const)("takes sales within %s from marketplaces alone", ([country, row]) => {
    expect(reasonsOf("xi_hmrc", northern([row]))).toEqual(["rows.0 sale_within_a_country"]);
    expect(linesOf([row], MARKETPLACE)).toEqual([`${country},${country},20,100.00,20.00`]);
  });

  it("puts rows of one way and rate together, whatever their category", () => {
    const rows = [
      makeRow({ taxable_amount_minor: 10_000, vat_amount_minor: 2_000 }),
      makeRow({ rate_category: "reduced", taxable_amount_minor: 500, vat_amount_minor: 101 }),
      makeRow({ section: "2d", from_member_state: "PL" }),
      makeRow({ vat_rate_bps: 550, taxable_amount_minor: 2_000, vat_amount_minor: 110 }),
    ];
    const { supplies } = readNorthern(madeFile("xi_hmrc", northern(rows)).text);
    expect(supplies).toMatchObject([
      { from: "XI", rate_bps: 2_000, base_minor: 10_500, vat_minor: 2_101 },
      { from: "PL", rate_bps: 2_000, base_minor: 10_000, vat_minor: 2_000 },
      { from: "XI", rate_bps: 550, base_minor: 2_000, vat_minor: 110 },
    ]);
  });

  test.for([
    ["CZ", "Czech Republic"],
    ["CY", "Republic of Cyprus"],
    ["EL", "Greece"],
  ] as const)("calls %s by the name of its parser", ([state, name]) => {
    expect(linesOf([makeRow({ member_state_of_consumption: state })])).toEqual([
      `Northern Ireland,${name},20,100.00,20.00`,
    ]);
  });

  it("tells of corrections, and of rates that are not known in the quarter", () => {
    const rows = [2_000, 1_234, 550].map((vat_rate_bps) => makeRow({ vat_rate_bps }));
    expect(warningsOf("xi_hmrc", northern(rows))).toEqual([
      "corrections.0 correction_typed_in",
      "rows.1 rate_not_known",
    ]);
  });
});
