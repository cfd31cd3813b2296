import { describe, expect, it } from "vitest";
import type { RowOutcome } from "../../../../shared/imports/formats/outcome.ts";
import { judgeSale } from "../../../../shared/imports/orders/judge.ts";
import { JUDGE_RULES } from "../../../../shared/imports/orders/judge-rules.ts";
import type { StatedOrder } from "../../../../shared/imports/orders/shop-order.ts";
import type { JudgeSettings } from "../../../../shared/imports/orders/sold-part.ts";
import { eur, JUDGED_FOR_DE, statedOrder, type TestLine } from "../../../make/stated-order.ts";

/** Rate, net amount and VAT of each event, its stated treatment, and the remarks; or the reason why there is none. */
function shown(outcome: RowOutcome): unknown {
  if (outcome.outcome === "rejected") return outcome.faults[0].reason;
  if (outcome.outcome !== "event") return outcome.reason;
  const sums = outcome.events.map((event) => [
    event.vat_rate_bps,
    event.taxable_amount_minor,
    event.vat_amount_minor,
    ...(event.treatment ? [event.treatment] : []),
  ]);
  return outcome.findings.length > 0 ? [...sums, ...outcome.findings] : sums;
}

const judged = (
  lines: readonly TestLine[],
  of: Partial<StatedOrder> = {},
  settings: Partial<JudgeSettings> = {},
) => judgeSale(statedOrder(lines, of), { ...JUDGED_FOR_DE, ...settings });

const at20 = (net: string, vat: string, more: Partial<TestLine> = {}): TestLine => ({
  net,
  taxes: [[20, vat]],
  ...more,
});
const ONE = [at20("85.00", "17.00")];
const day = (text: string) => text as StatedOrder["placed_on"];

it("every rule has its own name, and an article", () => {
  expect(new Set(JUDGE_RULES.map(({ name }) => name)).size).toBe(JUDGE_RULES.length);
  expect(JUDGE_RULES.filter(({ article }) => !/^Art\. \d/.test(article))).toEqual([]);
});

describe("an order that nobody owes", () => {
  it.for<[what: string, of: Partial<StatedOrder>, expected: unknown]>([
    ["a test", { state: "test" }, "test_order"],
    ["a draft", { state: "draft" }, "draft"],
    ["a voided invoice", { state: "voided" }, "voided"],
    ["a deleted order", { state: "deleted" }, "cancelled"],
    ["unpaid", { payment: "none" }, "not_paid"],
    ["cancelled before it was paid", { isCancelled: true, payment: "none" }, "cancelled"],
    ["cancelled, all given back", { isCancelled: true, given_back: "all" }, "cancelled"],
  ])("%s", ([, of, expected]) => {
    expect(shown(judged(ONE, of).outcome)).toEqual(expected);
  });
});

const UNPAID = { payment: "none", isDelivered: true } as const;
const IMPORT = { of: { supply_kind: "imported_goods" } } as const;

describe("the day on which VAT is chargeable", () => {
  it.for<[what: string, of: Partial<StatedOrder>, expected: unknown]>([
    ["is that of payment", { paid_on: day("2026-08-15") }, "2026-08-15"],
    [
      "is that of an earlier delivery",
      { paid_on: day("2026-10-02"), isDelivered: true, delivered_on: day("2026-08-20") },
      "2026-08-20",
    ],
    [
      "is that of delivery where nothing is paid",
      { payment: "none", isDelivered: true, delivered_on: day("2026-08-20") },
      "2026-08-20",
    ],
    [
      "is asked for where a delivery has no day",
      { payment: "none", isDelivered: true },
      "delivery_day_missing",
    ],
    ["is asked for where a part is paid", { payment: "part", outstanding: "60.00" }, "partly_paid"],
    ["is asked for where the field is missing", { payment: "unknown" }, "payment_unknown"],
    [
      "is asked for where a paid order was cancelled",
      { isCancelled: true },
      "cancelled_with_payment",
    ],
    [
      "stays where a cancelled order kept money",
      { isCancelled: true, given_back: "part" },
      "2026-08-14",
    ],
  ])("%s", ([, of, expected]) => {
    const { outcome } = judged(ONE, of);
    expect(outcome.outcome === "event" ? outcome.events[0]?.supply_date : shown(outcome)).toEqual(
      expected,
    );
  });

  it.for<[what: string, of: Partial<StatedOrder>, expected: string]>([
    [
      "payment before delivery",
      {
        ordered_on: day("2026-08-10"),
        paid_on: day("2026-08-15"),
        delivered_on: day("2026-08-20"),
      },
      "2026-08-15",
    ],
    // The customer has committed to pay by the order (Art. 369n; Art. 61b CIR 282/2011).
    ["the order on account", { ...UNPAID, delivered_on: day("2026-09-02") }, "2026-08-14"],
    ["the order on account, of an unknown delivery", UNPAID, "2026-08-14"],
    [
      "the order on account, also once it is paid",
      {
        ordered_on: day("2026-08-10"),
        delivered_on: day("2026-08-20"),
        paid_on: day("2026-09-02"),
      },
      "2026-08-10",
    ],
  ])("of imports is that of %s", ([, of, expected]) => {
    const { outcome } = judged([at20("85.00", "17.00", IMPORT)], of, { origin_country: "CN" });
    expect(outcome.outcome === "event" && outcome.events[0]?.supply_date).toBe(expected);
  });

  it("a question about a part payment has the amounts", () => {
    const of = { payment: "part", outstanding: "60.00", totals: { gross: eur("102.00") } } as const;
    expect(judged(ONE, of).outcome).toMatchObject({
      details: { total_minor: "10200", outstanding: "60.00" },
    });
  });
});

const to = (country: string, postcode = "") => ({
  place: { country, postcode, column: "country" },
});

describe("the place comes before the taxes", () => {
  const STATE_TAXES = [
    { net: "100.00", taxes: [[6, "6.00"] as const, [1.25, "1.25"] as const] },
  ] satisfies TestLine[];

  it.for<[what: string, lines: readonly TestLine[], of: Partial<StatedOrder>, expected: unknown]>([
    ["US taxes are not looked at", STATE_TAXES, to("US"), "outside_eu"],
    ["nor those of an unpaid order", STATE_TAXES, { ...to("US"), payment: "part" }, "outside_eu"],
    ["VAT to the Canary Islands is told", ONE, to("ES", "35001"), "outside_eu_with_vat"],
    [
      "VAT of a Member State to Switzerland is told",
      [at20("10.00", "2.00", { tax: { country: "FR" } })],
      to("CH"),
      "outside_eu_with_vat",
    ],
    ["domestic taxes are not looked at", STATE_TAXES, to("DE"), "domestic_goods"],
    ["no country is a question", ONE, to(""), "country_missing"],
    ["no country at a till is a sale there", ONE, { ...to(""), channel: "till" }, "local_pickup"],
    ["a pickup is a sale in the shop", ONE, { ...to("FR"), channel: "pickup" }, "local_pickup"],
    [
      "a till that sends goods sells to their place",
      ONE,
      { channel: "till" },
      [[2_000, 8_500, 1_700]],
    ],
    [
      "a business without VAT accounts for it",
      [{ net: "85.00" }],
      { isBusiness: true },
      "b2b_customer",
    ],
    ["a business with VAT is charged it", ONE, { isBusiness: true }, [[2_000, 8_500, 1_700]]],
    [
      "a marketplace that collects is the supplier",
      [at20("85.00", "17.00", { tax: { isByMarketplace: true } })],
      {},
      "deemed_by_marketplace",
    ],
  ])("%s", ([, lines, of, expected]) => {
    expect(shown(judged(lines, of).outcome)).toEqual(expected);
  });
});

describe("imports of a seller in Great Britain", () => {
  const judgedImport = (country: string, postcode: string, vat: string) =>
    judged(
      [
        {
          net: "100.00",
          taxes: [[Number(vat), `${vat}.00`]],
          ...IMPORT,
        },
      ],
      to(country, postcode),
      { origin_country: "GB", dispatch_country: undefined },
    ).outcome;

  it.for<[what: string, country: string, postcode: string, vat: string, expected: unknown]>([
    // HMRC: declared in the return of the United Kingdom.
    ["to Belfast stay in the United Kingdom", "GB", "BT1 5GS", "20", "domestic_goods"],
    ["to London leave it no more", "GB", "SW1A 1AA", "20", "outside_eu"],
    ["to Dublin are in the import scheme", "IE", "D02", "23", [[2_300, 10_000, 2_300]]],
  ])("%s", ([, country, postcode, vat, expected]) => {
    expect(shown(judgedImport(country, postcode, vat))).toEqual(expected);
  });
});

it.for<[what: string, placed_on: string, Partial<JudgeSettings>, expected: unknown]>([
  ["until the Union scheme takes them in", "2028-06-30", {}, "domestic_goods"],
  ["no more, where the seller is not established", "2028-07-01", {}, [[2_300, 10_000, 2_300]]],
  [
    "where the seller is established",
    "2028-07-01",
    { establishment_country: "PL" },
    "domestic_goods",
  ],
  [
    "where nothing says that it is not",
    "2028-07-01",
    { establishment_country: undefined },
    "domestic_goods",
  ],
])("goods that stay in Poland are domestic %s", ([, placed_on, settings, expected]) => {
  const lines = [{ net: "100.00", taxes: [[23, "23.00"] as const], tax: { country: "PL" } }];
  const { outcome } = judged(
    lines,
    { ...to("PL"), placed_on: day(placed_on) },
    { dispatch_country: "PL", rates_in_both: "dispatch", ...settings },
  );
  expect(shown(outcome)).toEqual(expected);
});

const AT_HOME = "origin_below_threshold";
const AT_19 = [[1_900, 10_000, 1_900, AT_HOME]];
const AT_21 = [[2_100, 10_000, 2_100, AT_HOME]];
const BELGIAN = { dispatch_country: "BE", establishment_country: "BE" } as const;

describe("rates", () => {
  const at = (percent: number, tax?: TestLine["tax"]): TestLine[] => [
    { net: "100.00", taxes: [[percent, String(percent)]], ...(tax && { tax }) },
  ];

  it.for<
    [string, lines: readonly TestLine[], Partial<StatedOrder>, Partial<JudgeSettings>, unknown]
  >([
    ["of home alone are booked as those of home", at(19), {}, {}, AT_19],
    ["of no place are a question", at(18), {}, {}, "rate_not_in_force"],
    ["of the destination are booked", at(20), {}, {}, [[2_000, 10_000, 2_000]]],
    [
      "of both are booked with a question",
      at(21),
      to("NL"),
      { dispatch_country: "BE" },
      [[2_100, 10_000, 2_100], "rate_in_both"],
    ],
    [
      "of both are those that the shop names",
      at(21, { country: "NL" }),
      to("NL"),
      { dispatch_country: "BE" },
      [[2_100, 10_000, 2_100]],
    ],
    [
      "of both are those of home if the shop names it",
      at(21, { country: "BE" }),
      to("NL"),
      BELGIAN,
      AT_21,
    ],
    [
      "of a stock abroad are not those of home",
      at(21, { country: "BE" }),
      to("NL"),
      { dispatch_country: "BE" },
      "taxed_in_dispatch_country",
    ],
    [
      "of home under its own name beside others are a question",
      [...at(19, { country: "DE" }), ...at(20, { country: "FR" })],
      {},
      {},
      "rate_not_in_force",
    ],
    [
      "of both are those that the setting says",
      at(21),
      to("NL"),
      { ...BELGIAN, rates_in_both: "dispatch" },
      AT_21,
    ],
    [
      "of both are the destination's if the setting says so",
      at(21),
      to("NL"),
      { dispatch_country: "BE", rates_in_both: "destination" },
      [[2_100, 10_000, 2_100]],
    ],
    ["of home are none of Mittelberg", at(19), to("AT", "6993"), {}, AT_19],
    [
      "of a book beside those of home are a question",
      [...at(5.5), ...at(19)],
      {},
      {},
      "rate_not_in_force",
    ],
    [
      "that the shop leaves out follow from the VAT",
      [{ net: "100.00", taxes: [[undefined, "20.00"]] }],
      {},
      {},
      [[2_000, 10_000, 2_000], "rate_derived"],
    ],
    [
      "that fit nowhere are a question",
      [{ net: "100.00", taxes: [[undefined, "18.00"]] }],
      {},
      {},
      "rate_not_in_force",
    ],
    [
      "that fit at home alone are those of home",
      [{ net: "100.00", taxes: [[undefined, "19.00"]] }],
      {},
      {},
      [...AT_19, "rate_derived"],
    ],
  ])("%s", ([, lines, of, settings, expected]) => {
    expect(shown(judged(lines, of, settings).outcome)).toEqual(expected);
  });
});

describe("a line with several taxes", () => {
  it.for<[what: string, lines: readonly TestLine[], expected: unknown]>([
    [
      // −0.40 / 21 % = −1.90; −0.10 / 9 % = −1.11, and −1.10 with the remainder.
      "is split by them, also a negative fee",
      [
        { net: "20.00", taxes: [[21, "4.20"]] },
        { net: "10.00", taxes: [[9, "0.90"]] },
        {
          net: "-3.00",
          taxes: [
            [21, "-0.40"],
            [9, "-0.10"],
          ],
        },
      ],
      [[2_100, 1_810, 380], [900, 890, 80], "net_derived"],
    ],
    [
      // 0.60 / 21 % = 2.857; 0.18 / 9 % = 2.00; shipping of 4.86.
      "is split by them, such as shipping over the rates of the goods",
      [
        { net: "20.00", taxes: [[21, "4.20"]] },
        { net: "14.00", taxes: [[9, "1.26"]] },
        {
          net: "4.86",
          taxes: [
            [21, "0.60"],
            [9, "0.18"],
          ],
        },
      ],
      [[2_100, 2_286, 480], [900, 1_600, 144], "net_derived"],
    ],
    [
      // −0.33 / 21 % = −1.57; the other −0.08 have VAT of less than half a cent.
      "is split by them where one is rounded to nothing",
      [
        { net: "20.00", taxes: [[21, "4.20"]] },
        { net: "1.11", taxes: [[9, "0.10"]] },
        {
          net: "-1.65",
          taxes: [
            [21, "-0.33"],
            [9, "0.00"],
          ],
        },
      ],
      [[2_100, 1_843, 387], [900, 103, 10], "net_derived"],
    ],
    [
      "has one rate if both are the same",
      [
        {
          net: "20.00",
          taxes: [
            [21, "2.10"],
            [21, "2.10"],
          ],
        },
      ],
      [[2_100, 2_000, 420]],
    ],
    [
      "is a question if they do not make its amount",
      [
        {
          net: "20.00",
          taxes: [
            [21, "4.20"],
            [9, "1.80"],
          ],
        },
      ],
      "net_not_split",
    ],
    [
      "is a question without an amount",
      [{ net: undefined, taxes: [[21, "4.20"]] }],
      "net_not_split",
    ],
    [
      "is a question if it has the VAT of others",
      [{ net: "20.00", taxes: [[21, "8.40"]] }],
      "net_not_split",
    ],
  ])("%s", ([, lines, expected]) => {
    expect(shown(judged(lines, to("NL")).outcome)).toEqual(expected);
  });

  it("names the line that it asks about", () => {
    const lines = [...ONE, { net: "20.00", taxes: [[20, "9.00"] as const] }];
    expect(judged(lines).outcome).toMatchObject({ details: { line: "line 2", role: "article" } });
  });
});

describe("decimals of a shop", () => {
  it.for<[string, lines: readonly TestLine[], Partial<StatedOrder>, unknown]>([
    [
      // 15.2714 + 20.4286 = 35.70; VAT 7.14.
      "more than the currency has are rounded once",
      [at20("15.2714", "3.0543"), at20("20.4286", "4.0857")],
      { step: 0.01 },
      [[2_000, 3_570, 714]],
    ],
    [
      "two in yen are rounded",
      [{ net: "1000.40", taxes: [[20, "200.08"]] }],
      { currency: "JPY", step: 0.01 },
      [[2_000, 1_000, 200]],
    ],
    [
      // 13 × 2.1 % = 0.27, which a shop without decimals writes as 0.
      "none can round the VAT of a rate to nothing",
      [
        { net: "100", taxes: [[20, "20"]] },
        { net: "13", taxes: [[2.1, "0"]] },
      ],
      { step: 100 },
      [
        [2_000, 10_000, 2_000],
        [210, 1_300, 0],
      ],
    ],
  ])("%s", ([, lines, of, expected]) => {
    expect(shown(judged(lines, of).outcome)).toEqual(expected);
  });
});

describe("the totals of the shop", () => {
  const BASKET = [at20("20.83", "4.17"), at20("4.17", "0.83")];

  it.for<[string, gross: string, vat: string, unknown]>([
    ["are what is booked", "30.00", "5.00", [[2_000, 2_500, 500]]],
    ["take a cent of net", "29.99", "5.00", [[2_000, 2_499, 500], "total_rounded"]],
    ["take a cent of VAT", "30.01", "5.01", [[2_000, 2_500, 501], "total_rounded"]],
    ["are a question where much more is missing", "25.00", "5.00", "net_not_split"],
  ])("%s", ([, gross, vat, expected]) => {
    const totals = { gross: eur(gross), vat: eur(vat) };
    expect(shown(judged(BASKET, { totals }).outcome)).toEqual(expected);
  });
});

describe("a line without VAT beside taxed ones", () => {
  const with_ = (line: TestLine) => [...ONE, line];
  const role = (role: StatedOrder["lines"][number]["role"]) => ({ of: { role } });
  const SOLD = [2_000, 8_500, 1_700];

  it.for<[string, line: TestLine, Partial<StatedOrder>, unknown]>([
    ["is a question where no rate is zero", { net: "34.80" }, {}, "no_vat_charged"],
    ["is a question if it is negative", { net: "-3.00", ...role("fee") }, {}, "net_not_split"],
    ["is left out if it is a tip", { net: "5.00", ...role("tip") }, {}, [SOLD, "tip_left_out"]],
    [
      "is left out if it is a deposit",
      { net: "5.00", ...role("deposit") },
      {},
      [SOLD, "no_supply_left_out"],
    ],
    [
      "is left out if a deposit came back",
      { net: "-5.00", ...role("deposit") },
      {},
      [SOLD, "no_supply_left_out"],
    ],
    ["is left out if it is a gift card", { net: "50.00", ...role("gift_card") }, {}, [SOLD]],
    [
      "is a question if it is a voucher of one purpose",
      { net: "5.00", ...role("voucher_single") },
      {},
      "no_vat_charged",
    ],
  ])("%s", ([, line, of, expected]) => {
    expect(shown(judged(with_(line), of).outcome)).toEqual(expected);
  });

  it("is booked where the law has a rate of zero, such as a book to Ireland", () => {
    const lines = [{ net: "10.00", taxes: [[23, "2.30"] as const] }, { net: "8.00" }];
    expect(shown(judged(lines, to("IE")).outcome)).toEqual([
      [2_300, 1_000, 230],
      [0, 800, 0],
      "zero_rate_taken",
    ]);
  });

  it("is what the setting says of its name", () => {
    const line = { net: "5.00", of: { name: "Pfand" } };
    const settings = { line_kinds: { Pfand: "deposit" } } as const;
    expect(shown(judged(with_(line), {}, settings).outcome)).toEqual([SOLD, "no_supply_left_out"]);
  });

  // Ireland zero-rated printed books alone; electronic newspapers since 2023, e-books since 2024 (Annex III point 6).
  it.each([
    ["2022-06-01", "no_vat_charged"],
    ["2024-06-01", [[2_300, 8_500, 1_955], [0, 3_480, 0], "zero_rate_taken"]],
  ] as const)("of an e-book to Ireland on %s is %j", (placed_on, expected) => {
    const of = { supply_kind: "tbe_services" } as const;
    const lines: TestLine[] = [
      { net: "85.00", taxes: [[23, "19.55"]], of },
      { net: "34.80", of },
    ];
    const place = { ...statedOrder(lines).place, country: "IE" };
    const order = { place, placed_on: day(placed_on), paid_on: day(placed_on) };
    const home = { establishment_country: "DE" } as Partial<JudgeSettings>;
    expect(shown(judged(lines, order, home).outcome)).toEqual(expected);
  });

  it("is taxed if the shop taxes it", () => {
    const tip = at20("5.00", "1.00", role("tip"));
    expect(shown(judged(with_(tip)).outcome)).toEqual([[2_000, 9_000, 1_800]]);
  });
});

it.for<[string, lines: readonly TestLine[], unknown]>([
  ["nothing", [{ net: "0.00" }], "nothing_charged"],
  ["nothing whose rate is named", [at20("0.00", "0.00")], "nothing_charged"],
  ["gift cards alone", [{ net: "50.00", of: { role: "gift_card" } }], "gift_card"],
  ["a tip alone", [{ net: "5.00", of: { role: "tip" } }], "no_supply"],
  ["no VAT at all", [{ net: "50.00" }], "no_vat_charged"],
])("an order of %s makes no event", ([, lines, expected]) => {
  expect(shown(judged(lines).outcome)).toEqual(expected);
});

it("an order without lines is open if it has a total, since its export may leave them out", () => {
  const of = (gross: string) => shown(judged([], { totals: { gross: eur(gross) } }).outcome);
  expect([of("120.00"), of("0.00")]).toEqual(["lines_missing", "nothing_charged"]);
});
