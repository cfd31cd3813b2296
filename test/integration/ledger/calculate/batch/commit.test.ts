import { beforeEach, describe, expect, it } from "vitest";
import { makeSale } from "../../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { auditOf } from "../../../../stack/audit.ts";
import {
  calculatedBatch,
  orderOf,
  refusedFields,
  sendBatch,
} from "../../../../stack/calculation-batches.ts";
import { listed as transactionsOf } from "../../../../stack/calculations.ts";
import { committed, idsOf, newSeller, shown, summaryOf } from "../../../../stack/seller.ts";
import { testsInTurn } from "../../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const mixed = (books: number, lamp: number) => ({
  tax_class_id: undefined,
  gross_amount_minor: undefined,
  lines: [
    { tax_class_id: "books", gross_amount_minor: books },
    { tax_class_id: "standard", gross_amount_minor: lamp },
  ],
});
const MIXED = mixed(1_070, 2_380);

const REFUND = { event_type: "refund" };

describe("a batch that commits", () => {
  it("books sales of one and several rates, and refunds of sales in the same batch", async () => {
    const items = await calculatedBatch(seller, [
      orderOf("o-1"),
      orderOf("r-2", mixed(535, 1_190), { ...REFUND, original_event_id: "o-2" }),
      orderOf("o-2", MIXED),
      orderOf("quote", { commit: undefined }),
      orderOf("r-1", { gross_amount_minor: 5_950 }, { ...REFUND, original_event_id: "o-1" }),
    ]);
    expect(
      items.map(({ events }) => events?.map((event) => [event.event_id, event.status])),
    ).toEqual([
      [["o-1", "committed"]],
      [
        ["r-2-1900", "committed"],
        ["r-2-700", "committed"],
      ],
      [
        ["o-2-1900", "committed"],
        ["o-2-700", "committed"],
      ],
      undefined,
      [["r-1", "committed"]],
    ]);
    expect(items.map(({ transaction }) => transaction.committed_event_id)).toEqual([
      "o-1",
      "r-2",
      "o-2",
      null,
      "r-1",
    ]);
    for (const id of ["r-1", "r-2-700", "r-2-1900"]) {
      expect((await shown(seller, id)).body).toMatchObject({ link_status: "linked" });
    }
    const { rows, warnings } = await summaryOf(seller, "2025-Q3");
    expect(rows.map((row) => [row.vat_rate_bps, row.vat_amount_minor, row.event_count])).toEqual([
      [1_900, 1_140, 4],
      [700, 35, 2],
    ]);
    expect(warnings).toEqual([]);
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
  });

  it("sent again is the same calculations and duplicates, also in another batch", async () => {
    const orders = [
      orderOf("o-1"),
      orderOf("o-2", MIXED),
      orderOf("o-3", { transaction_date: undefined }),
    ];
    const first = await calculatedBatch(seller, orders);
    const again = await calculatedBatch(seller, [...orders.toReversed(), orderOf("o-4")]);
    expect(again.slice(0, 3).map(({ transaction }) => transaction)).toEqual(
      first.toReversed().map(({ transaction }) => transaction),
    );
    const became = again.flatMap(({ events }) => (events ?? []).map(({ status }) => status));
    expect(became).toEqual(["duplicate", "duplicate", "duplicate", "duplicate", "committed"]);
    expect((await transactionsOf(seller)).body.items).toHaveLength(4);
    expect(await idsOf(seller, "")).toHaveLength(5);
  });

  it("of another content under a known event_id is refused whole, and can be put right", async () => {
    await calculatedBatch(seller, [orderOf("o-1")]);
    await committed(seller, makeSale({ event_id: "other" }));
    const fresh = orderOf("o-2");
    expect(await refusedFields(seller, [fresh, orderOf("o-1", { gross_amount_minor: 1 })])).toEqual(
      {
        status: 409,
        error: "event_conflict",
        fields: ["items.1.commit.event_id"],
      },
    );
    expect(
      await refusedFields(seller, [fresh, orderOf("other", MIXED), orderOf("other-1900")]),
    ).toEqual({
      status: 409,
      error: "event_conflict",
      fields: ["items.2.commit.event_id"],
    });
    expect(await refusedFields(seller, [fresh, orderOf("other")])).toEqual({
      status: 409,
      error: "event_conflict",
      fields: ["items.1.commit.event_id"],
    });
    expect(await idsOf(seller, "")).toHaveLength(2);
    const corrected = orderOf("o-2", { gross_amount_minor: 5_950 });
    const [item] = await calculatedBatch(seller, [corrected]);
    expect(item?.events).toMatchObject([{ event_id: "o-2", status: "committed" }]);
    expect(item?.transaction.vat_amount_minor).toBe(950);
    expect(await auditOf(seller.account)).toMatchObject({ differences: [] });
  });

  itInTurn("of which several are sent at once books each order once", async () => {
    const orders = Array.from({ length: 40 }, (_, n) => orderOf(`o-${n}`, n % 4 ? {} : MIXED));
    const answers = await Promise.all([1, 2, 3].map(() => sendBatch(seller, orders)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first, ...others] = answers.map(({ body }) =>
      body.items.map(({ transaction }) => transaction),
    );
    for (const other of others) expect(other).toEqual(first);
    expect((await transactionsOf(seller, "?limit=200")).body.items).toHaveLength(40);
    const { rows } = await summaryOf(seller, "2025-Q3");
    expect(rows.reduce((sum, { event_count }) => sum + event_count, 0)).toBe(50);
  });

  it("places each order as if those before it had been committed already", async () => {
    const account = await newAccount("crossing");
    await call(account.full, "PUT", "/v1/account", {
      establishment_country: "DE",
      entered_turnover: [2023, 2024, 2025, 2026].map((year) => ({
        year,
        amount_minor: 0,
        currency: "EUR",
      })),
    });
    const sale = (event_id: string, net: number, changes: object = {}) =>
      orderOf(event_id, {
        country: "FR",
        gross_amount_minor: net,
        price_includes_vat: false,
        supply: { supply_kind: "goods" },
        ...changes,
      });
    const orders = [
      sale("o-1", 400_000),
      sale("o-2", 600_000, { transaction_date: "2025-08-03" }),
      sale("o-3", 100_000, { transaction_date: "2025-08-02" }),
      sale("quote", 900_000, { commit: undefined, transaction_date: "2025-08-03" }),
      sale("o-4", 100, { transaction_date: "2025-08-03" }),
    ];
    const items = await calculatedBatch(account, orders);
    expect(items.map(({ transaction }) => transaction.treatment)).toEqual([
      "origin_below_threshold",
      "origin_below_threshold",
      "origin_below_threshold",
      "union_oss",
      "union_oss",
    ]);
    // Now the year is above the limit, and what is kept stays as it was placed.
    const again = await calculatedBatch(account, orders);
    expect(again.map(({ transaction }) => transaction.treatment)).toEqual(
      items.map(({ transaction }) => transaction.treatment),
    );
    expect(again[0]?.events).toMatchObject([{ status: "duplicate" }]);
  });
});
