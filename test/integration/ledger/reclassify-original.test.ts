import { beforeEach, describe, expect, it } from "vitest";
import { makeImport, makeRefund, makeSale } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { committed, newSeller, reclassify, shown, summaryOf, sumsOf } from "../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const expectAudited = async () =>
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });

describe("an original", () => {
  const laterRefund = makeRefund({
    event_id: "refund-2",
    supply_date: "2025-10-02" as never,
    taxable_amount_minor: 2_000,
    vat_amount_minor: 380,
  });

  it("takes its refunds out of the return, and back in", async () => {
    await committed(seller, [makeSale(), makeRefund(), laterRefund]);
    const [q3, q4] = [await summaryOf(seller, "2025-Q3"), await summaryOf(seller, "2025-Q4")];
    expect(q3.rows).toMatchObject([{ taxable_amount_minor: 9_000, event_count: 2 }]);
    expect(q4.corrections).toMatchObject([{ original_period: "2025-Q3", vat_amount_minor: -380 }]);

    await reclassify(seller, "sale-1", "excluded");
    for (const id of ["refund-1", "refund-2"]) {
      expect((await shown(seller, id)).body).toMatchObject({
        link_status: "linked",
        exclusion_code: "correction_reference_invalid_excluded",
        exclusion_status: "rightful",
      });
    }
    expect(await summaryOf(seller, "2025-Q3")).toMatchObject({
      rows: [],
      warnings: [
        { code: "classification_excluded", count: 1 },
        { code: "correction_reference_invalid_excluded", count: 1 },
      ],
    });
    expect((await summaryOf(seller, "2025-Q4")).corrections).toEqual([]);

    await reclassify(seller, "sale-1", "classified");
    expect(await summaryOf(seller, "2025-Q3")).toEqual(q3);
    expect(await summaryOf(seller, "2025-Q4")).toEqual(q4);
    await expectAudited();
  });

  it("is not moved by its refund", async () => {
    await committed(seller, [makeSale(), makeRefund()]);
    await reclassify(seller, "refund-1", "excluded");
    expect((await summaryOf(seller, "2025-Q3")).rows).toMatchObject([
      { taxable_amount_minor: 10_000 },
    ]);
    await reclassify(seller, "refund-1", "classified");
    expect((await summaryOf(seller, "2025-Q3")).rows).toMatchObject([
      { taxable_amount_minor: 9_000 },
    ]);
    await expectAudited();
  });

  it("of imported goods moves in its month", async () => {
    const refund = makeRefund({ supply_kind: "imported_goods", original_event_id: "import-1" });
    await committed(seller, [makeImport(), refund]);
    const before = await sumsOf(seller, "2025-08");
    expect(before).toEqual({
      "line|goods||DE|standard|1900|EUR": {
        event_count: 2,
        taxable_amount_minor: 9_000,
        vat_amount_minor: 1_710,
      },
    });
    await reclassify(seller, "import-1", "needs_review");
    expect(await sumsOf(seller, "2025-08")).toMatchObject({
      "excluded|needs_review_excluded|open": { event_count: 1 },
      "excluded|correction_reference_invalid_excluded|open": { event_count: 1 },
    });
    await reclassify(seller, "import-1", "classified");
    expect(await sumsOf(seller, "2025-08")).toEqual(before);
    expect(await sumsOf(seller, "2025-Q3")).toEqual({});
    await expectAudited();
  });
});
