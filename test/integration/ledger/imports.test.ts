import { beforeEach, describe, expect, it } from "vitest";
import {
  type EventChanges,
  makeImport,
  makeRefund,
  type SentEvent,
} from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { committed, listed, newSeller, shown, summaryOf, sumsOf } from "../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const expectAudited = async () =>
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });

describe("imports", () => {
  const worth = (intrinsic_value_minor: number, more: object = {}) => ({
    consignment: { intrinsic_value_minor, currency: "EUR" as const, excise_goods: false, ...more },
  });
  const EVENTS: readonly (readonly [EventChanges, string | null])[] = [
    [{}, null],
    [worth(15_000), null],
    [worth(15_001), "consignment_value_exceeded_excluded"],
    [worth(99, { currency: "USD" as const }), "consignment_value_unverified_excluded"],
    [worth(99, { currency: "USD" as const, intrinsic_value_eur_minor: 90 }), null],
    [worth(99, { excise_goods: true }), "excise_goods_excluded"],
    [{ origin_country: undefined }, "missing_origin_excluded"],
    [{ customer_type: "b2b" }, "classification_excluded"],
  ];

  it("count in their month, by the rules of their scheme", async () => {
    const events = EVENTS.map(([changes], n) => makeImport({ event_id: `i${n}`, ...changes }));
    const items = await committed(seller, events);
    expect(new Set(items.map((item) => item.period))).toEqual(new Set(["2025-08"]));
    for (const [n, [, code]] of EVENTS.entries()) {
      expect((await shown(seller, `i${n}`)).body.exclusion_code).toBe(code);
      if (code === null) continue;
      const { items: found } = (await listed(seller, `?period=2025-08&warning=${code}`)).body;
      expect(found.map((one) => one.event_id)).toEqual([`i${n}`]);
    }
    const sums = await sumsOf(seller, "2025-08");
    expect(sums["line|goods||DE|standard|1900|EUR"]).toMatchObject({ event_count: 3 });
    // Six places, and a check: VAT was charged to a business.
    expect(Object.keys(sums)).toHaveLength(7);
  });

  it("are in no Union return and no threshold", async () => {
    await committed(seller, makeImport());
    expect((await summaryOf(seller, "2025-Q3")).total_source_event_count).toBe(0);
    expect(await sumsOf(seller, "2025")).toEqual({});
  });

  it("are corrected in the month of the correction", async () => {
    const refund = makeRefund({
      supply_kind: "imported_goods",
      original_event_id: "import-1",
      supply_date: "2025-09-02" as SentEvent["supply_date"],
    });
    await committed(seller, [makeImport(), refund]);
    expect(Object.keys(await sumsOf(seller, "2025-09"))).toEqual([
      "correction|goods|2025-08|DE|EUR",
    ]);
    await expectAudited();
  });
});
