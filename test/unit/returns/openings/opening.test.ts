import { expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { declaredElsewhere, openingView } from "../../../../shared/returns/openings/opening.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { makeOpening, openingRow } from "../../../make/opening.ts";
import { errorOf } from "../../../make/refusal.ts";

const CORRECTION = {
  original_period: "2024-Q4" as PeriodKey,
  member_state_of_consumption: "FR",
  vat_amount_minor: -2_000,
} as const;

const rich = makeOpening({
  rows: [
    openingRow(),
    openingRow({ vat_rate_bps: 700, taxable_amount_minor: 10_000, vat_amount_minor: 700 }),
    openingRow({ member_state_of_consumption: "FR", vat_amount_minor: 1_500 }),
  ],
  corrections: [CORRECTION],
});

it("is added up as a return is: no Member State pays for another", () => {
  expect(openingView(rich)).toMatchObject({
    status: "recorded",
    totals: {
      taxable_minor: 210_000,
      current_vat_minor: 21_200,
      correction_vat_minor: -2_000,
      payable_vat_minor: 19_700,
    },
    balances: [
      { member_state_of_consumption: "DE", current_vat_minor: 19_700, payable_vat_minor: 19_700 },
      {
        member_state_of_consumption: "FR",
        payable_vat_minor: -500,
        included_in_grand_total: false,
      },
    ],
  });
});

it("comes to the same from totals alone, and then has no rows", () => {
  const totals = makeOpening({
    rows: undefined,
    member_states: [
      { member_state_of_consumption: "FR", taxable_amount_minor: 100_000, vat_amount_minor: 1_500 },
      {
        member_state_of_consumption: "DE",
        taxable_amount_minor: 110_000,
        vat_amount_minor: 19_700,
      },
    ],
    corrections: [CORRECTION],
  });
  const { rows, ...view } = openingView(totals);
  expect(rows).toBeNull();
  expect(view).toEqual((({ rows: _, ...rest }) => rest)(openingView(rich)));
});

it.for([
  ["SE", "DKK", "EUR"],
  ["DK", "EUR", "DKK"],
  ["PL", "PLN", "EUR"],
] as const)("to %s in %s is refused: it was in %s", ([state, currency, expected]) => {
  const refused = errorOf(() => makeOpening({ currency }, { state }));
  expect(refused.code).toBe("currency_mismatch");
  expect(refused.message).toContain(expected);
});

it.for([undefined, "OSS-2025-1"])(
  "keeps the reference of its filing, if it has one: %s",
  (reference) => {
    const opening = makeOpening(reference === undefined ? {} : { filing_reference: reference });
    expect(Object.hasOwn(opening, "filing_reference")).toBe(reference !== undefined);
    expect(opening.filing_reference).toBe(reference);
  },
);

it("of a month has no sections", () => {
  const opening = makeOpening({ rows: [openingRow({ supply_kind: undefined })] }, { scheme: IOSS });
  expect(opening.rows).toMatchObject([{ section: null, supply_kind: "goods" }]);
});

it("declares its amounts to its own Member State, in its own currency, until it is withdrawn", () => {
  const report = { member_state_identification: "SE", return_currency: "EUR" as const };
  const danish = makeOpening({ currency: "DKK" }, { state: "DK", registration_id: 2 });
  const gone = { ...rich, withdrawn_at: "2025-05-02T10:00:00.000Z" };
  expect(declaredElsewhere([rich, danish, gone], report)).toMatchObject([
    { period_key: "2025-Q1" as PeriodKey, corrections: [CORRECTION] },
  ]);
  const inCrowns = { ...report, return_currency: "SEK" as const };
  expect(declaredElsewhere([rich], inCrowns)).toEqual([]);
});
