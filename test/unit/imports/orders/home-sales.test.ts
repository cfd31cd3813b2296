import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AMAZON_AVTR } from "../../../../shared/imports/formats/amazon-avtr/read.ts";
import { AMAZON_VCS } from "../../../../shared/imports/formats/amazon-vcs/read.ts";
import type { SellerFacts } from "../../../../shared/imports/formats/home-sale.ts";
import { judgeSale } from "../../../../shared/imports/orders/judge.ts";
import { judgeRefund } from "../../../../shared/imports/orders/judge-refund.ts";
import type { StatedOrder, StatedRefund } from "../../../../shared/imports/orders/shop-order.ts";
import type { JudgeSettings } from "../../../../shared/imports/orders/sold-part.ts";
import { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import { countedAs } from "../../../../shared/ledger/sums/sums-of-event.ts";
import { countsTowardsThreshold } from "../../../../shared/vat/threshold/eligibility.ts";
import { textOf, utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { SAMPLES, type Sample } from "../../../make/import-sample.ts";
import { eventsIn, shown } from "../../../make/outcome.ts";
import { from, sellerFacts } from "../../../make/seller-facts.ts";
import { JUDGED_FOR_DE, statedOrder, type TestLine } from "../../../make/stated-order.ts";
import { recordOf } from "../../ledger/memory-ledger.ts";

/*
 * Sales to consumers in other Member States with the VAT of home: Art. 59c(1) allows it to a seller who is established in
 * that state alone, and they count towards the EUR 10,000. A registration in the Union scheme ends it (Art. 59c(3)).
 */
const BOOKED = "origin_below_threshold";
const LEFT_OUT = "taxed_in_dispatch_country";
const OPEN = "taxed_at_home_under_scheme";
const ENTERED = "maybe_in_entered_turnover";

const AT_19: readonly TestLine[] = [{ net: "100.00", taxes: [[19, "19.00"]] }];
const FROM_DE = { dispatch_country: "DE", establishment_country: undefined };

/** Judges an order to France of 14 August 2026. */
const judged = (
  seller: SellerFacts | undefined,
  settings: Partial<JudgeSettings> = FROM_DE,
  of: Partial<StatedOrder> = {},
  lines = AT_19,
) => judgeSale(statedOrder(lines, of), { ...JUDGED_FOR_DE, seller, ...settings });

describe("an order from Germany to a consumer in France with 19 % of VAT", () => {
  it.for<[what: string, seller: SellerFacts | undefined, expected: string]>([
    ["of a seller of whom nothing is known is booked", undefined, BOOKED],
    ["of a seller in Germany is booked", sellerFacts({ seat: "DE" }), BOOKED],
    [
      "of a seller outside the Union with one establishment, in Germany, is booked",
      sellerFacts({ seat: "US", fixed: ["DE"] }),
      BOOKED,
    ],
    [
      "from a foreign stock of a seller in Poland is left out",
      sellerFacts({ seat: "PL" }),
      LEFT_OUT,
    ],
    [
      "of a seller with an establishment in a second state is left out",
      sellerFacts({ seat: "DE", fixed: ["PL"] }),
      LEFT_OUT,
    ],
    [
      "on a day of a registration is a question",
      sellerFacts({ seat: "DE", registered: [from("2026-08-14")] }),
      OPEN,
    ],
    [
      "before the first day of a registration is booked",
      sellerFacts({ seat: "DE", registered: [from("2026-08-15")] }),
      BOOKED,
    ],
    [
      "in the second year of an option that has ended is a question",
      sellerFacts({ seat: "DE", registered: [from("2025-05-01", "2025-12-31")] }),
      OPEN,
    ],
    [
      "after the two years of an option is booked",
      sellerFacts({ seat: "DE", registered: [from("2024-05-01", "2025-06-30")] }),
      BOOKED,
    ],
    [
      "beside a registration that is not in force is booked",
      sellerFacts({
        seat: "DE",
        registered: [{ ...from("2026-01-01"), status: "draft" as never }],
      }),
      BOOKED,
    ],
    [
      "beside one of the import scheme is booked",
      sellerFacts({ seat: "DE", registered: [{ ...from("2026-01-01"), scheme_type: "ioss" }] }),
      BOOKED,
    ],
    [
      "from a foreign stock stays left out, registered or not",
      sellerFacts({ seat: "PL", registered: [from("2021-07-01")] }),
      LEFT_OUT,
    ],
    [
      "in a year with entered turnover is booked with a remark",
      sellerFacts({ seat: "DE", entered: { 2026: 1 } }),
      `${BOOKED} ${ENTERED}`,
    ],
    [
      "in a year of which no turnover is outside the ledger is booked without",
      sellerFacts({ seat: "DE", entered: { 2025: 500_000, 2026: 0 } }),
      BOOKED,
    ],
  ])("%s", ([, seller, expected]) => {
    expect(shown(judged(seller).outcome)).toBe(expected);
  });

  it.for<[what: string, settings: Partial<JudgeSettings>, of: Partial<StatedOrder>, string]>([
    ["of a business is left out", FROM_DE, { isBusiness: true }, LEFT_OUT],
    [
      "of another establishment in the settings is left out",
      { ...FROM_DE, establishment_country: "PL" },
      {},
      LEFT_OUT,
    ],
  ])("%s", ([, settings, of, expected]) => {
    expect(shown(judged(undefined, settings, of).outcome)).toBe(expected);
  });

  it.for<[what: string, kind: "tbe_services" | "other_services", expected: string]>([
    ["as an electronic service is booked", "tbe_services", BOOKED],
    // Art. 59c knows no others: their place follows Art. 45.
    ["as another service is left out", "other_services", LEFT_OUT],
  ])("%s", ([, supply_kind, expected]) => {
    const lines = AT_19.map((line) => ({ ...line, of: { supply_kind } }));
    const settings = { establishment_country: "DE" };
    expect(shown(judged(undefined, settings, {}, lines).outcome)).toBe(expected);
  });

  it("has the category that its rate has at home", () => {
    // 18 % are the reduced rate of Hungary and the standard rate of Malta; the shop names whose they are.
    const lines = [{ net: "100.00", taxes: [[18, "18.00"] as const], tax: { country: "HU" } }];
    const place = { country: "MT", postcode: "", column: "country" };
    const { outcome } = judged(
      undefined,
      { dispatch_country: "HU", establishment_country: "HU" },
      { place },
      lines,
    );
    expect(eventsIn(outcome)).toMatchObject([
      { vat_rate_bps: 1_800, rate_category: "reduced", treatment: BOOKED },
    ]);
  });

  it.for(["2026-12-31", "2027-01-01"])("on %s counts, whoever the seller is", (day) => {
    const { outcome } = judged(undefined, FROM_DE, { placed_on: day as StatedOrder["placed_on"] });
    const [sold] = eventsIn(outcome).map((event) => recordOf(NewEvent.parse(event)));
    expect(sold && countsTowardsThreshold(sold)).toBe(true);
  });

  it("is lowered by its refund, which names it", () => {
    const { original } = judged(undefined);
    const refund: StatedRefund = {
      id: "1",
      order: "7",
      day: "2026-09-01" as StatedRefund["day"],
      lines: [],
      amount: "59.50",
    };
    expect(eventsIn(judgeRefund(refund, original, JUDGED_FOR_DE))).toMatchObject([
      {
        event_type: "refund",
        original_event_id: "shop:7:goods:1900",
        taxable_amount_minor: 5_000,
        vat_amount_minor: 950,
      },
    ]);
  });
});

const sampleOf = (name: string) => SAMPLES.find(({ format }) => format.name === name) as Sample;

/** The sale of the sample with the VAT of the state of dispatch, with other cells, and rows after it. */
function avtr(
  cells: Readonly<Record<string, string>>,
  ...more: Readonly<Record<string, string>>[]
) {
  const [head = "", ...rows] = textOf(sampleOf("amazon_avtr").bytes).split("\r\n");
  const names = head.split("\t");
  const sale = rows.find((row) => row.includes("305-0000012-0000012"))?.split("\t") ?? [];
  const written = [cells, ...more].map((changes) =>
    names.map((name, n) => changes[name] ?? sale[n] ?? "").join("\t"),
  );
  return utf8([head, ...written, ""].join("\r\n"));
}

const readAvtr = (bytes: Uint8Array, seller?: SellerFacts) =>
  importInMemory(AMAZON_AVTR, { source_id: "amazon" }, bytes, { ...(seller && { seller }) });

const REFUND = {
  TRANSACTION_TYPE: "REFUND",
  ACTIVITY_TRANSACTION_ID: "refund-1",
  TRANSACTION_COMPLETE_DATE: "20-10-2026",
  TOTAL_PRICE_OF_ITEMS_AMT_VAT_EXCL: "-23.98",
  TOTAL_PRICE_OF_ITEMS_VAT_AMT: "-5.52",
  TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL: "-23.98",
  TOTAL_ACTIVITY_VALUE_VAT_AMT: "-5.52",
};

describe("a row of Amazon from Poland to Austria with the VAT of Poland", () => {
  it.for<[string, Readonly<Record<string, string>>, SellerFacts | undefined, string]>([
    ["of a seller in Poland is booked", {}, sellerFacts({ seat: "PL" }), BOOKED],
    ["from a stock of a seller in Germany is left out", {}, sellerFacts({ seat: "DE" }), LEFT_OUT],
    ["to a business is left out", { BUYER_VAT_NUMBER_COUNTRY: "AT" }, undefined, LEFT_OUT],
    [
      "on a day of a registration is a question",
      {},
      sellerFacts({ seat: "PL", registered: [from("2026-10-01")] }),
      OPEN,
    ],
  ])("%s", async ([, cells, seller, expected]) => {
    const [row] = await readAvtr(avtr(cells), seller);
    expect(shown(row?.outcome)).toBe(expected);
  });

  it("is lowered by its refund", async () => {
    const [sale, refund] = await readAvtr(avtr({}, REFUND));
    expect(eventsIn(refund?.outcome)).toMatchObject([
      {
        event_type: "refund",
        original_event_id: eventsIn(sale?.outcome)[0]?.event_id,
        taxable_amount_minor: 2_398,
        vat_amount_minor: 552,
      },
    ]);
  });

  // A former version has left the sale out: without it the refund lowers nothing.
  it("leaves its refund out where the sale is not known", async () => {
    const [refund] = await readAvtr(avtr(REFUND));
    expect(shown(refund?.outcome)).toBe("original_left_out");
  });
});

describe("a row of Amazon's calculation report with the VAT of the state of dispatch", () => {
  const rows = textOf(sampleOf("amazon_vcs").bytes).split("\n");
  const names = (rows[0] ?? "").trim().split(",");
  const at = (name: string) => names.findIndex((cell) => cell.replaceAll('"', "") === name);

  it.for<[string, type: string, SellerFacts | undefined, string]>([
    ["of a seller there is booked", "", sellerFacts({ seat: "DE" }), BOOKED],
    ["of a seller elsewhere is left out", "", sellerFacts({ seat: "PL" }), LEFT_OUT],
    ["to a business is left out", "VAT", sellerFacts({ seat: "DE" }), LEFT_OUT],
    [
      "on a day of a registration is a question",
      "",
      sellerFacts({ seat: "DE", registered: [from("2021-07-01")] }),
      OPEN,
    ],
  ])("%s", async ([, type, seller, expected]) => {
    const own = rows.find((row) => row.includes("VCS_EU_OSS") && row.includes("SHIPMENT")) ?? "";
    const cells = own.trimEnd().split(",");
    cells[at("Tax Reporting Scheme")] = "";
    cells[at("Tax Address Role")] = "ShipFrom";
    cells[at("Buyer Tax Registration Type")] = type;
    const bytes = utf8(`${rows[0]}\n${cells.join(",")}\n`);
    const [row] = await importInMemory(AMAZON_VCS, { source_id: "amazon" }, bytes, {
      ...(seller && { seller }),
    });
    expect(shown(row?.outcome)).toBe(expected);
  });
});

it("what is booked with the VAT of home and of the destination is what counts, and the return has the latter", () => {
  const order = fc.record({
    rate: fc.constantFrom(19, 7, 20, 5.5),
    cents: fc.integer({ min: 100, max: 500_000 }),
  });
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 8 }), (orders) => {
      const booked = orders.flatMap(({ rate, cents }, n) => {
        const vat = Math.round((cents * rate) / 100);
        const text = (amount: number) => (amount / 100).toFixed(2);
        const lines: TestLine[] = [{ net: text(cents), taxes: [[rate, text(vat)]] }];
        const { outcome } = judged(undefined, FROM_DE, { id: String(n) }, lines);
        return eventsIn(outcome).map((event) => recordOf(NewEvent.parse(event)));
      });
      const netOf = (of: readonly { readonly taxable_amount_minor: number }[]) =>
        of.reduce((sum, { taxable_amount_minor }) => sum + taxable_amount_minor, 0);
      const total = orders.reduce((sum, { cents }) => sum + cents, 0);
      expect(netOf(booked.filter(countsTowardsThreshold))).toBe(total);
      const abroad = orders.filter(({ rate }) => rate === 20 || rate === 5.5);
      const inReturn = booked.filter((event) => countedAs(event).startsWith("line|"));
      expect(netOf(inReturn)).toBe(abroad.reduce((sum, { cents }) => sum + cents, 0));
      expect(booked.flatMap(({ checks }) => checks)).toEqual([]);
    }),
  );
});
