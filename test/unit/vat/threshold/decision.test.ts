import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { placeOfSupply } from "../../../../shared/vat/place-of-supply/decide.ts";
import { checkTurnover } from "../../../../shared/vat/threshold/check.ts";
import { OssThresholdCheck } from "../../../../shared/vat/threshold/schema.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { makeQuestion } from "../../../make/supply-question.ts";
import { makeThresholdInput } from "../../../make/threshold-input.ts";

type Asked = Parameters<typeof makeThresholdInput>[0];

const nothing = (year: number) => ({ year, amount_minor: 0, currency: "EUR" as const });
const BEFORE = { entered: [nothing(2024)] };

/** The last rates before a gap: SEK 99,680, the limit, is EUR 9,968.00. */
const KRONA = { "2025-03-03": { SEK: "10.0000" } };

const check = (asked: Asked) => {
  const made = checkTurnover(makeThresholdInput(asked));
  expect(OssThresholdCheck.parse(made)).toEqual(made);
  return made;
};

describe("whether destination taxation applies", () => {
  test.for<[string, Asked, boolean, certain: boolean, readonly string[]]>([
    ["a small German seller (Art. 59c(1))", { seat: "DE", ...BEFORE }, false, true, []],
    [
      "EUR 10,000.00 is not exceeded",
      { seat: "DE", ...BEFORE, sold: [["2025-03-03", 1_000_000]] },
      false,
      true,
      [],
    ],
    [
      "EUR 10,000.01 is",
      { seat: "DE", ...BEFORE, sold: [["2025-03-03", 1_000_001]] },
      true,
      true,
      ["exceeded_this_year"],
    ],
    [
      "the year before alone",
      { seat: "DE", sold: [["2024-12-31", 1_000_001]] },
      true,
      true,
      ["exceeded_previous_year"],
    ],
    [
      "a Swedish seller, SEK 105,000 (Art. 59c(5))",
      { seat: "SE", ...BEFORE, sold: [["2025-03-03", 10_500_000, "SEK"]] },
      true,
      true,
      ["exceeded_this_year"],
    ],
    [
      "a US seller (Art. 59c(1)(a))",
      { seat: "US", ...BEFORE },
      true,
      true,
      ["established_outside_union"],
    ],
    [
      "a US seller with an establishment in Germany alone",
      { seat: "US", fixed: ["DE"], ...BEFORE },
      false,
      true,
      [],
    ],
    [
      "two Member States (Art. 59c(1)(a))",
      { seat: "DE", fixed: ["PL"], ...BEFORE },
      true,
      true,
      ["established_in_several_states"],
    ],
    [
      "an option (Art. 59c(3))",
      { seat: "DE", ...BEFORE, registrations: [makeRegistration()] },
      true,
      true,
      ["opted_for_destination"],
    ],
    [
      "an option that has ended",
      {
        seat: "DE",
        ...BEFORE,
        registrations: [
          makeRegistration({
            status: "ended",
            effective_from: "2021-07-01",
            effective_to: "2025-06-30",
          }),
        ],
      },
      false,
      true,
      [],
    ],
    [
      "an option of the year before binds the whole year (Art. 59c(3))",
      {
        seat: "DE",
        ...BEFORE,
        registrations: [
          makeRegistration({
            status: "ended",
            effective_from: "2024-12-31",
            effective_to: "2025-01-01",
          }),
        ],
      },
      true,
      true,
      ["opted_for_destination"],
    ],
    [
      "a day without rates: the last known one decides, far from the limit",
      { seat: "SE", ...BEFORE, sold: [["2025-03-05", 100_000]], rates: KRONA },
      false,
      true,
      [],
    ],
    [
      "the same within 5 % of the limit of SEK 99,680",
      { seat: "SE", ...BEFORE, sold: [["2025-03-05", 947_000]], rates: KRONA },
      false,
      false,
      ["unconverted_turnover"],
    ],
    [
      "the same just outside of the 5 %",
      { seat: "SE", ...BEFORE, sold: [["2025-03-05", 946_900]], rates: KRONA },
      false,
      true,
      [],
    ],
    [
      "the same up to 5 % above the limit",
      { seat: "SE", ...BEFORE, sold: [["2025-03-05", 1_040_000]], rates: KRONA },
      false,
      false,
      ["unconverted_turnover"],
    ],
    [
      "the same far above the limit",
      { seat: "SE", ...BEFORE, sold: [["2025-03-05", 1_050_000]], rates: KRONA },
      true,
      true,
      ["exceeded_this_year"],
    ],
    [
      "exact sales above the limit, and one of a day without rates",
      {
        seat: "SE",
        ...BEFORE,
        sold: [
          ["2025-03-03", 996_801],
          ["2025-03-05", 1],
        ],
        rates: KRONA,
      },
      true,
      true,
      ["exceeded_this_year"],
    ],
    [
      "a rate that is older than a quarter",
      {
        seat: "SE",
        ...BEFORE,
        sold: [["2025-03-05", 100_000]],
        rates: { "2024-12-02": { SEK: "10.0000" } },
      },
      false,
      false,
      ["unconverted_turnover"],
    ],
    [
      "a currency that is no longer quoted",
      { seat: "DE", ...BEFORE, sold: [["2025-03-05", 1, "RUB"]], rates: KRONA },
      false,
      false,
      ["unconverted_turnover"],
    ],
    ["an unknown year before", { seat: "DE" }, false, false, ["previous_year_unknown"]],
    [
      "under review, and enough",
      { seat: "DE", ...BEFORE, unreviewed: [["2025-03-03", 1_000_001]] },
      false,
      false,
      ["unreviewed_turnover"],
    ],
    [
      "under review, and not enough",
      { seat: "DE", ...BEFORE, unreviewed: [["2025-03-03", 1_000_000]] },
      false,
      true,
      [],
    ],
    [
      "a currency without a rate",
      { seat: "DE", ...BEFORE, sold: [["2025-03-03", 1, "AED"]] },
      false,
      false,
      ["unconverted_turnover"],
    ],
    [
      "what is exceeded is certain, whatever else is unknown",
      { seat: "DE", sold: [["2025-03-03", 1_000_001]] },
      true,
      true,
      ["exceeded_this_year"],
    ],
    [
      "nobody's seat: the turnover alone is judged",
      {},
      false,
      false,
      ["establishment_unknown", "previous_year_unknown"],
    ],
    [
      "nobody's seat, exceeded",
      { sold: [["2025-03-03", 1_000_001]] },
      true,
      true,
      ["exceeded_this_year"],
    ],
  ])("%s", ([, asked, applies, certain, codes]) => {
    const { destination_taxation_applies, decision } = check(asked);
    expect([destination_taxation_applies, decision.certain]).toEqual([applies, certain]);
    expect(decision.reasons.map(({ code }) => code)).toEqual(codes);
    for (const { message } of decision.reasons) expect(message).toMatch(/Art\. 59c\(\d\)/);
  });
});

// The fixed figures: the ECB rates of 2017-12-05 (Art. 59c(5)); Skatteverket states SEK 99,680.
test.for([
  ["SE", "SEK", 9_968_000],
  ["DK", "DKK", 7_441_500],
  ["CZ", "CZK", 25_653_000],
  ["HU", "HUF", 313_960_000],
  ["PL", "PLN", 4_202_000],
  ["RO", "RON", 4_633_700],
  ["BG", "BGN", 1_955_800],
  ["XI", "GBP", 881_800],
  ["HR", "EUR", 1_000_000],
  ["DE", "EUR", 1_000_000],
] as const)("%s decides in %s at %i, not a minor unit before", ([seat, currency, limit]) => {
  const at = (amount: number) =>
    check({ seat, ...BEFORE, sold: [["2025-03-03", amount, currency]] });
  expect(at(limit).decision).toMatchObject({
    currency,
    threshold_minor: limit,
    current_minor: limit,
    exceeded: false,
    reasons: [],
  });
  expect(at(limit + 1).destination_taxation_applies).toBe(true);
});

it("follows a state into the euro: Bulgaria from 2026, with the sales in leva of the year before", () => {
  const bulgarian = check({
    from: "2026-01-01",
    to: "2026-06-30",
    seat: "BG",
    sold: [["2025-05-05", 1_955_830, "BGN"]],
    rates: { "2025-05-05": { BGN: "1.9558" } },
    today: "2026-07-01",
  });
  expect(bulgarian.decision).toMatchObject({
    currency: "EUR" as const,
    previous_year_minor: 1_000_015,
    exceeded: true,
  });
});

it("adds entered turnover, at the rate that makes the limits equal, and leaves the euro figures alone", () => {
  const asked = {
    seat: "SE",
    sold: [["2025-03-03", 100_00, "SEK"]],
    entered: [
      { year: 2024, amount_minor: 600_000, currency: "EUR" },
      { year: 2025, amount_minor: 200_00, currency: "SEK" },
    ],
    rates: { "2025-03-03": { SEK: "11.0000" } },
  } as const;
  expect(check(asked)).toMatchObject({
    current_minor: 909,
    previous_year: { current_minor: 0, exceeded: false },
    decision: { current_minor: 30_000, previous_year_minor: 5_980_800, exceeded: false },
  });
  const exceeded = { year: 2024, amount_minor: 1_000_001, currency: "EUR" as const };
  expect(check({ ...asked, entered: [exceeded] }).decision).toMatchObject({
    previous_year_minor: 9_968_010,
    exceeded: true,
  });
});

const amounts = fc.integer({ min: 0, max: 700_000 });
const seller = fc.record({
  seat: fc.constantFrom("DE", "SE", "US"),
  fixed: fc.constantFrom([], [], ["FR"], ["PL"]),
  opted: fc.constantFrom(false, false, false, true),
  now: amounts,
  before: fc.option(amounts, { nil: undefined }),
  open: amounts,
});
const RATES = { "2025-03-03": { SEK: "11.0000" }, "2024-03-03": { SEK: "11.5000" } };

it("any seller: a calculation for a sale from the seat says destination where the check does, or is not certain", () => {
  fc.assert(
    fc.property(seller, ({ seat, fixed, opted, now, before, open }) => {
      const asked = {
        seat,
        fixed,
        registrations: opted ? [makeRegistration()] : [],
        sold: [
          ["2025-03-03", now] as const,
          ...(before === undefined ? [] : [["2024-03-03", before] as const]),
        ],
        unreviewed: open > 0 ? [["2025-03-03", open] as const] : [],
        rates: RATES,
        to: "2025-08-01",
        today: "2025-08-01",
      };
      const only = seat === "US" ? fixed[0] : seat;
      const question = makeQuestion({
        ...asked,
        seller: seat,
        to: "IT",
        net: 0n,
        entered: [],
        supply: { dispatch_country: only ?? "DE" },
      });
      const { treatment } = placeOfSupply(question);
      const { destination_taxation_applies, decision } = check(asked);
      expect(destination_taxation_applies || !decision.certain).toBe(treatment === "union_oss");
      expect(destination_taxation_applies && !decision.certain).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it("more sales never bring relief back", () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      amounts,
      fc.constantFrom("DE", "SE"),
      (sold, more, open, seat) => {
        const at = (amount: number) =>
          check({
            seat,
            ...BEFORE,
            sold: [["2025-03-03", amount]],
            unreviewed: [["2025-03-03", open]],
            rates: RATES,
          }).destination_taxation_applies;
        expect(at(sold + more) || !at(sold)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it("reads the seat of the range's last day: a move from Sweden to Denmark in May", () => {
  const rows = [
    { valid_from: "2025-05-01" as IsoDate, establishment_country: "DK", fixed_establishments: [] },
    { establishment_country: "SE", fixed_establishments: [] },
  ];
  const currencyAt = (to: string) => {
    const input = makeThresholdInput({ to, ...BEFORE });
    const seller = { ...input.seller, profile: { ...input.seller.profile, rows } };
    return checkTurnover({ ...input, seller }).decision.currency;
  };
  expect([currencyAt("2025-04-30"), currencyAt("2025-05-01")]).toEqual(["SEK", "DKK"]);
});
