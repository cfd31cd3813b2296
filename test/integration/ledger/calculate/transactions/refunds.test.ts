import { beforeEach, describe, expect, it } from "vitest";
import { makeRefund } from "../../../../make/supply-event.ts";
import { type Account, newAccount } from "../../../../stack/api.ts";
import { auditOf } from "../../../../stack/audit.ts";
import { calculated, commitOf } from "../../../../stack/calculations.ts";
import { workspaceOf } from "../../../../stack/importer.ts";
import { committed, newSeller, type Refusal, shown, summaryOf } from "../../../../stack/seller.ts";
import { testsInTurn } from "../../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

/** Books at 7 % and a lamp at 19 %, net prices in cents; an amount below zero is taken back. */
const basket = (books: number, lamp: number) => ({
  tax_class_id: undefined,
  gross_amount_minor: undefined,
  price_includes_vat: false,
  lines: [
    { tax_class_id: "books", gross_amount_minor: books },
    { tax_class_id: "standard", gross_amount_minor: lamp },
  ].filter((line) => line.gross_amount_minor !== 0),
});

const GOODS = { supply_kind: "goods" } as const;
const SALE = { event_id: "o-1", event_type: "sale", ...GOODS, dispatch_country: "SE" } as const;
const REFUND = { event_id: "r-1", event_type: "refund", ...GOODS } as const;

type Price = Parameters<typeof calculated>[1];

const calculation = async (price: Price) => (await calculated(seller, price)).transaction_id;

/** Calculates, commits, and answers what became of it. */
async function booked(price: Price, body: object) {
  const id = await calculation(price);
  const { status, body: answer, text } = await commitOf(seller, id, body);
  expect(status, text).toBe(200);
  return { id, items: answer.items };
}

const linksOf = (items: readonly { event_id: string; link_status: string }[]) =>
  items.map(({ event_id, link_status }) => [event_id, link_status]);

/** The order of EUR 10.00 of books and EUR 20.00 of lamps, half of both taken back. */
async function expectHalf(): Promise<void> {
  const { rows, warnings } = await summaryOf(seller, "2025-Q3");
  expect(rows.map((row) => [row.vat_rate_bps, row.vat_amount_minor, row.event_count])).toEqual([
    [1_900, 190, 2],
    [700, 35, 2],
  ]);
  expect(warnings).toEqual([]);
  expect((await workspaceOf(seller, "2025-Q3")).union_oss.status).toBe("ready");
  expect(await auditOf(seller.account)).toMatchObject({
    differences: [],
    stale_links: [],
    stale_events: [],
  });
}

describe("D3: a refund of a mixed-rate order links to its parts by rate", () => {
  it("by the event_id that the calculation was committed under", async () => {
    await booked(basket(1_000, 2_000), SALE);
    const { items } = await booked(basket(-500, -1_000), { ...REFUND, original_event_id: "o-1" });
    expect(linksOf(items)).toEqual([
      ["r-1-1900", "linked"],
      ["r-1-700", "linked"],
    ]);
    expect((await shown(seller, "r-1-700")).body.original_event_id).toBe("o-1-700");
    await expectHalf();
  });

  it("by the id of the calculation", async () => {
    const sale = await booked(basket(1_000, 2_000), SALE);
    const named = { ...REFUND, original_transaction_id: sale.id };
    const { items } = await booked(basket(-500, -1_000), named);
    expect(items.map(({ link_status }) => link_status)).toEqual(["linked", "linked"]);
    await expectHalf();
  });

  itInTurn("one part after the other", async () => {
    await booked(basket(1_000, 2_000), SALE);
    for (const [price, event_id] of [
      [basket(-500, 0), "books"],
      [basket(0, -1_000), "lamp"],
    ] as const) {
      const body = { ...REFUND, event_id, original_event_id: "o-1" };
      expect(linksOf((await booked(price, body)).items)).toEqual([[event_id, "linked"]]);
    }
    await expectHalf();
  });

  it("that comes before its sale, and is the same again afterwards", async () => {
    const body = { ...REFUND, original_event_id: "o-1" };
    const early = await booked(basket(-500, -1_000), body);
    expect(early.items.map(({ link_status }) => link_status)).toEqual(["waiting", "waiting"]);
    await booked(basket(1_000, 2_000), SALE);
    await expectHalf();
    const again = await commitOf(seller, early.id, body);
    expect(again.body.items).toMatchObject([
      { status: "duplicate", link_status: "linked" },
      { status: "duplicate", link_status: "linked" },
    ]);
    await expectHalf();
  });

  it("that was booked without a calculation", async () => {
    const refunds = [
      { event_id: "r-19", taxable_amount_minor: 1_000, vat_amount_minor: 190 },
      { event_id: "r-7", taxable_amount_minor: 500, vat_amount_minor: 35, vat_rate_bps: 700 },
    ].map((one) => makeRefund({ ...one, original_event_id: "o-1" }));
    await committed(seller, refunds.slice(0, 1));
    await booked(basket(1_000, 2_000), SALE);
    expect(linksOf(await committed(seller, refunds))).toEqual([
      ["r-19", "linked"],
      ["r-7", "linked"],
    ]);
    await expectHalf();
  });

  itInTurn("of which many came before their sale", async () => {
    const many = Array.from({ length: 12 }, (_, n) =>
      makeRefund({
        event_id: `r-${n}`,
        original_event_id: "o-1",
        taxable_amount_minor: 25,
        vat_amount_minor: 5,
      }),
    );
    await committed(seller, many);
    await booked(basket(1_000, 2_000), SALE);
    const { rows } = await summaryOf(seller, "2025-Q3");
    expect(rows.map((row) => [row.taxable_amount_minor, row.event_count])).toEqual([
      [1_700, 13],
      [1_000, 1],
    ]);
    expect((await auditOf(seller.account)).differences).toEqual([]);
  });
});

describe("a refund of a calculation is refused", () => {
  const refused = async (price: Price, body: object) => {
    const answer = await commitOf(seller, await calculation(price), { ...REFUND, ...body });
    const { error, details } = answer.body as unknown as Refusal;
    return { status: answer.status, error, details };
  };

  it("at a rate that no part has, by name", async () => {
    const { id } = await booked(basket(1_000, 2_000), SALE);
    const own = { tax_class_id: undefined, vat_rate_bps: 1_600, gross_amount_minor: -1_160 };
    for (const field of ["original_event_id", "original_transaction_id"]) {
      const named = { [field]: field === "original_event_id" ? "o-1" : id };
      expect(await refused(own, named)).toEqual({
        status: 422,
        error: "original_rate_missing",
        details: [
          {
            field,
            event_id: "r-1",
            message: "o-1 has no part at 16 %, only o-1-1900 (19 %), o-1-700 (7 %)",
          },
        ],
      });
    }
  });

  it("of several rates, where the sale has one", async () => {
    await booked({ gross_amount_minor: 11_900 }, SALE);
    expect(await refused(basket(-500, -1_000), { original_event_id: "o-1" })).toMatchObject({
      status: 422,
      details: [{ message: "o-1 has no part at 7 %, only o-1 (19 %)" }],
    });
  });

  it("that there is not, of somebody else, or that is not committed", async () => {
    const stranger = await newAccount("stranger");
    const foreign = (await calculated(stranger)).transaction_id;
    const price = { gross_amount_minor: -1_190 };
    for (const [id, message] of [
      [foreign, "no such transaction"],
      [await calculation({}), "is not committed"],
    ] as const) {
      expect(await refused(price, { original_transaction_id: id })).toMatchObject({
        status: 400,
        details: [{ field: "original_transaction_id", message }],
      });
    }
  });

  it("that is named twice, and a sale that names one", async () => {
    const { id } = await booked({}, SALE);
    const twice = { original_transaction_id: id, original_event_id: "o-1" };
    const sale = { original_transaction_id: id, event_type: "sale" };
    for (const body of [twice, sale]) {
      expect(await refused({}, body)).toMatchObject({
        status: 400,
        details: [{ field: "original_transaction_id" }],
      });
    }
  });
});

describe("the name of a calculation in several parts", () => {
  it("is that of one calculation", async () => {
    await booked(basket(1_000, 2_000), SALE);
    const id = await calculation({ ...basket(0, 0), lines: [1_600, 500].map(line) });
    const { status, body } = await commitOf(seller, id, SALE);
    expect([status, body.error]).toEqual([409, "event_conflict"]);
    expect((await commitOf(seller, id, { ...SALE, event_id: "o-2" })).status).toBe(200);
  });

  const line = (vat_rate_bps: number) => ({ vat_rate_bps, gross_amount_minor: 1_000 });

  it("is free again where the commit was refused", async () => {
    const own = { vat_rate_bps: 1_900, taxable_amount_minor: 1, vat_amount_minor: 0 };
    const taken = { ...makeRefund(own), event_id: "o-1-1900" };
    await committed(seller, taken);
    const { status } = await commitOf(seller, await calculation(basket(1_000, 2_000)), SALE);
    expect(status).toBe(409);
    const other = await calculation({ ...basket(0, 0), lines: [1_600, 500].map(line) });
    expect((await commitOf(seller, other, SALE)).status).toBe(200);
  });
});
