import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import type { EventRecord } from "../../../shared/ledger/events/event-record.ts";
import {
  checksOn,
  linkOf,
  openBlockingCodes,
  openChecks,
  sameLink,
} from "../../../shared/ledger/events/links.ts";
import { withLink } from "../../../shared/vat/schemes/supply-event.ts";
import { checkOf } from "../../../shared/vat/schemes/warnings.ts";
import { makeEventRecord } from "../../make/event-record.ts";
import { makeRefund, makeSale, makeService } from "../../make/supply-event.ts";

const day = (supply_date: string) => ({ supply_date: supply_date as IsoDate });
const sale = makeEventRecord(makeSale());
/** A refund whose customer and place are those of its sale. */
const { consumption_country, customer_type, vat_rate_bps, ...bare } = makeRefund();
const refundOf = (changes: object = {}): EventRecord =>
  makeEventRecord({ ...bare, ...changes } as never);

const LINKED = {
  status: "linked",
  supply_date: "2025-08-01",
  from_country: "SE",
  rate_category: "standard",
  vat_rate_bps: 1_900,
  treatment: sale.treatment,
};
const INHERITED = { customer_type: "b2c", consumption_country: "DE" };

test.for<[what: string, event: EventRecord, original: EventRecord | undefined, link: unknown]>([
  ["a sale has none", sale, undefined, undefined],
  [
    "a sale has none, whatever it names",
    { ...sale, original_event_id: "other" as EventId },
    sale,
    undefined,
  ],
  ["no reference", refundOf({ original_event_id: undefined }), undefined, { status: "missing" }],
  [
    "itself",
    refundOf({ original_event_id: "refund-1" }),
    sale,
    { status: "invalid", reason: "refers to itself" },
  ],
  ["a sale that is not there yet", refundOf(), undefined, { status: "waiting" }],
  ["a sale of an undone import", refundOf(), { ...sale, undone: true }, { status: "waiting" }],
  ["its sale", refundOf(), sale, { ...LINKED, ...INHERITED }],
  ["its sale, with a place of its own", makeEventRecord(makeRefund()), sale, LINKED],
  [
    "a refund",
    refundOf({ original_event_id: "refund-2" }),
    makeEventRecord(makeRefund({ event_id: "refund-2" })),
    { status: "invalid", reason: "the original is not a sale" },
  ],
  [
    "a service",
    refundOf(),
    makeEventRecord(makeService({ event_id: "sale-1" })),
    { status: "invalid", reason: "the original is of another supply kind" },
  ],
  [
    "a sale to another state",
    makeEventRecord(makeRefund({ consumption_country: "FR" })),
    sale,
    { status: "invalid", reason: "the original was consumed in another Member State" },
  ],
  [
    "a sale of a later quarter",
    refundOf(day("2025-06-30")),
    sale,
    { status: "invalid", reason: "the original lies in a later period" },
  ],
  [
    "a sale of later in its quarter",
    refundOf(day("2025-07-01")),
    sale,
    { ...LINKED, ...INHERITED, checks: ["refund_before_sale"] },
  ],
  [
    "the last quarter that may correct it",
    refundOf(day("2028-09-30")),
    sale,
    { ...LINKED, ...INHERITED },
  ],
  ["a quarter too late", refundOf(day("2028-10-01")), sale, { ...LINKED, ...INHERITED }],
  [
    "an excluded sale",
    refundOf(),
    makeEventRecord(makeSale(), { classification_status: "excluded" }),
    { ...LINKED, ...INHERITED, excluded_as: "classification_excluded" },
  ],
])("a link to %s", ([, event, original, link]) => {
  expect(linkOf(event, original)).toStrictEqual(link);
});

describe("a link to a period", () => {
  const named = (original_period: string, on = "2025-08-20") =>
    linkOf(refundOf({ original_event_id: undefined, original_period, ...day(on) }), undefined);

  it("waits for no sale, also after three years", () => {
    expect(named("2025-Q1")).toEqual({ status: "by_period" });
    expect(named("2021-Q3", "2025-08-20")).toEqual({ status: "by_period" });
  });
});

describe("the findings of a link", () => {
  const checksOf = (changes: object, taken = {}) => {
    const link = linkOf(refundOf(changes), sale, taken);
    return link?.status === "linked" ? link.checks : link;
  };

  it.for<[what: string, changes: object, taken: object, checks: unknown]>([
    ["right", {}, {}, undefined],
    ["another currency", { currency: "SEK" }, {}, ["currency_differs_from_sale"]],
    ["VAT of another rate", { vat_amount_minor: 70 }, {}, ["refund_vat_differs_from_sale"]],
    [
      "VAT of another rate that is stated",
      { vat_amount_minor: 70, vat_rate_bps: 700 },
      {},
      ["refund_vat_differs_from_sale"],
    ],
    [
      "another currency and rate",
      { currency: "SEK", vat_amount_minor: 70 },
      {},
      ["currency_differs_from_sale", "vat_differs_from_rate"],
    ],
    [
      "more than the sale",
      {},
      { EUR: { count: 2, taxable_amount_minor: 10_100, vat_amount_minor: 1_919 } },
      ["refund_above_sale"],
    ],
    [
      "more than the sale, and another rate",
      { vat_amount_minor: 70 },
      { EUR: { count: 2, taxable_amount_minor: 10_100, vat_amount_minor: 1_919 } },
      ["refund_above_sale", "refund_vat_differs_from_sale"],
    ],
  ])("of a refund: %s", ([, changes, taken, checks]) => {
    expect(checksOf(changes, taken)).toEqual(checks);
  });

  it("stand behind its own", () => {
    const own = checkOf("rate_not_in_force", "own");
    const refund = { ...refundOf(), checks: [own] };
    const inKronor = linkOf(refundOf({ currency: "SEK" }), sale);
    expect(checksOn(withLink(refund, inKronor)).map(({ code }) => code)).toEqual([
      "rate_not_in_force",
      "currency_differs_from_sale",
    ]);
    expect(checksOn(withLink(refund, { status: "waiting" }))).toEqual([own]);
    expect(checksOn(withLink(refund, linkOf(refundOf(), sale)))).toEqual([own]);
  });
});

it("links are the same whatever the order of their parts", () => {
  const link = linkOf(refundOf(), sale);
  const turned = Object.fromEntries(Object.entries(link ?? {}).reverse()) as typeof link;
  expect(sameLink(link, turned)).toBe(true);
  expect(sameLink(link, undefined)).toBe(false);
  expect(sameLink(undefined, undefined)).toBe(true);
  expect(sameLink(link, { status: "waiting" })).toBe(false);
});

describe("an open check", () => {
  const checks = [
    checkOf("vat_on_b2b_sale", ""),
    checkOf("rate_category_mismatch", ""),
    checkOf("rate_not_in_force", ""),
  ];
  const found = { ...sale, checks };
  const settled = (...codes: string[]) =>
    [{ settled_checks: codes }, {}] as never as EventRecord["classification_history"];
  const codesOf = (event: EventRecord) => openChecks(event).map(({ code }) => code);

  it("is each that nobody has decided about", () => {
    expect(codesOf(found)).toEqual(checks.map(({ code }) => code));
    expect(openBlockingCodes(found)).toEqual(["vat_on_b2b_sale", "rate_category_mismatch"]);
  });

  it("is resolved by a decision if it blocks; a warning stays open", () => {
    const classification_history = settled("rate_category_mismatch", "rate_not_in_force");
    const event = { ...found, classification_history };
    expect(codesOf(event)).toEqual(["vat_on_b2b_sale", "rate_not_in_force"]);
    expect(openBlockingCodes(event)).toEqual(["vat_on_b2b_sale"]);
  });

  it("stays on an excluded event only where VAT was charged that no return has", () => {
    const event = { ...found, classification_status: "excluded" as const };
    expect(codesOf(event)).toEqual(["vat_on_b2b_sale", "rate_not_in_force"]);
  });
});

describe("the VAT of a refund as a part of its sale", () => {
  const UNLIKE = ["refund_vat_differs_from_sale"];
  /** EUR 105.00 of two rates in one event: 100.00 at 19 %, 5.00 of shipping at 7 %. */
  const mixed = { taxable_amount_minor: 10_500, vat_amount_minor: 1_935 };
  const cancellation = { event_type: "cancellation" } as const;
  const adjustment = { event_type: "adjustment" } as const;

  it.for<[what: string, sold: object, net: number, vat: number, more: object, checks: unknown]>([
    ["all of both", {}, 10_000, 1_900, {}, undefined],
    ["a tenth of both", {}, 1_000, 190, {}, undefined],
    ["all the VAT for half the price (Shopware 1244)", {}, 5_000, 1_900, {}, UNLIKE],
    ["30 % without VAT (WooCommerce 58839)", {}, 3_000, 0, {}, UNLIKE],
    ["VAT without an amount", {}, 0, 190, {}, UNLIKE],
    ["a cancellation without VAT", {}, 10_000, 0, cancellation, UNLIKE],
    ["an adjustment of VAT alone", {}, 0, -190, adjustment, undefined],
    ["two cents of rounding", {}, 100, 21, {}, undefined],
    ["three cents of a small amount", {}, 100, 22, {}, UNLIKE],
    ["the cents of many lines", {}, 10_000, 1_952, {}, ["vat_differs_from_rate"]],
    ["more than lines explain", {}, 10_000, 1_953, {}, UNLIKE],
    ["a full refund of two rates", mixed, 10_500, 1_935, {}, ["vat_differs_from_rate"]],
    ["shipping at another rate of the sale", mixed, 500, 35, {}, ["vat_differs_from_rate"]],
    ["goods of a sale of two rates", mixed, 10_000, 1_900, {}, undefined],
    ["a sale of nothing", { taxable_amount_minor: 0, vat_amount_minor: 0 }, 0, 0, {}, undefined],
    [
      "the largest amounts",
      { taxable_amount_minor: 1e12, vat_amount_minor: 19e10 },
      1e12,
      19e10,
      {},
      undefined,
    ],
  ])("%s", ([, sold, taxable_amount_minor, vat_amount_minor, more, checks]) => {
    const original = makeEventRecord(makeSale(sold));
    const event = refundOf({ taxable_amount_minor, vat_amount_minor, ...more });
    const link = linkOf(event, original);
    expect(link?.status === "linked" ? link.checks : link).toEqual(checks);
  });

  it("is never unlike it, where both are rounded at the rate", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (a, b) => {
        const [sold, back] = a > b ? [a, b] : [b, a];
        const vatOf = (net: number) => Math.round((net * 1_900) / 10_000);
        const original = makeEventRecord(
          makeSale({ taxable_amount_minor: sold, vat_amount_minor: vatOf(sold) }),
        );
        const event = refundOf({ taxable_amount_minor: back, vat_amount_minor: vatOf(back) });
        expect(linkOf(event, original)).not.toHaveProperty("checks");
      }),
    );
  });
});
