import { beforeEach, describe, expect, it, test } from "vitest";
import { makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { commit, committed, newSeller, reclassify, shown, summaryOf } from "../../stack/seller.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const expectAudited = async () =>
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });

describe("an original that comes after many refunds", () => {
  const COUNT = 95;
  /** Every other one in the quarter after, EUR 1.00 each. */
  const REFUNDS = Array.from({ length: COUNT }, (_, n) =>
    makeRefund({
      event_id: `r${n}`,
      supply_date: (n % 2 ? "2025-10-15" : "2025-08-20") as SentEvent["supply_date"],
      taxable_amount_minor: 100,
      vat_amount_minor: 19,
    }),
  );
  const SALE = makeSale({ taxable_amount_minor: 100_000, vat_amount_minor: 19_000 });

  async function expectReported(): Promise<void> {
    expect(await summaryOf(seller, "2025-Q3")).toMatchObject({
      rows: [{ taxable_amount_minor: 95_200, vat_amount_minor: 18_088, event_count: 49 }],
      warnings: [],
    });
    expect(await summaryOf(seller, "2025-Q4")).toMatchObject({
      corrections: [{ taxable_amount_minor: -4_700, vat_amount_minor: -893, event_count: 47 }],
      warnings: [],
    });
    await expectAudited();
  }

  it("takes over all of them, and gives them back when it is excluded", async () => {
    await committed(seller, REFUNDS);
    const missing = [{ code: "correction_reference_missing_excluded", count: 48 }];
    expect((await summaryOf(seller, "2025-Q3")).warnings).toEqual(missing);
    await committed(seller, SALE);
    await expectReported();

    await reclassify(seller, "sale-1", "excluded");
    const excluded = { code: "correction_reference_invalid_excluded", count: 47 };
    expect((await summaryOf(seller, "2025-Q4")).warnings).toEqual([excluded]);
    await reclassify(seller, "sale-1", "classified");
    await expectReported();
  });

  itInTurn("is reported as linked when all events are in one request", async () => {
    const late = { ...SALE, supply_date: "2025-08-25" as SentEvent["supply_date"] };
    const items = await committed(seller, [...REFUNDS, late]);
    const links = Map.groupBy(items, (item) => item.link_status);
    expect(links.get("linked")).toHaveLength(COUNT);
    await expectReported();
  });

  itInTurn("finds them however they come", async () => {
    await committed(seller, REFUNDS.slice(0, 60));
    await committed(seller, [...REFUNDS.slice(60, 70), SALE, ...REFUNDS.slice(70)]);
    await expectReported();
  });
});

describe("a correction", () => {
  it("of VAT alone lowers the VAT and no turnover", async () => {
    const adjustment = makeRefund({
      event_type: "adjustment",
      taxable_amount_minor: 0,
      vat_amount_minor: -40,
      vat_rate_bps: 0,
    });
    await committed(seller, [makeSale(), adjustment]);
    expect((await shown(seller, "refund-1")).body).toMatchObject({
      link_status: "linked",
      checks: [],
      exclusion_code: null,
    });
    const { rows, totals } = await summaryOf(seller, "2025-Q3");
    expect(rows).toMatchObject([
      { vat_rate_bps: 1_900, taxable_amount_minor: 10_000, vat_amount_minor: 1_860 },
    ]);
    expect(totals.payable_vat_minor).toBe(1_860);
  });

  it("upwards is an adjustment of positive amounts", async () => {
    await committed(seller, [makeSale(), makeRefund({ event_type: "adjustment" })]);
    expect((await summaryOf(seller, "2025-Q3")).rows).toMatchObject([
      { taxable_amount_minor: 11_000 },
    ]);
  });

  test.for(["refund", "cancellation", "credit_note"] as const)(
    "by a negative %s is refused",
    async (event_type) => {
      const negative = { event_type, taxable_amount_minor: -1, vat_amount_minor: -1 };
      const refused = await commit(seller, makeRefund(negative));
      expect(refused).toMatchObject({
        status: 400,
        body: { details: [{ field: "taxable_amount_minor" }, { field: "vat_amount_minor" }] },
      });
    },
  );

  // Art. 61(2) CIR 282/2011: 2023-Q1 was due on 2023-04-30, and the return of 2026-Q2 can be submitted
  // on 2026-07-01 at the earliest.
  it("debatable 1: is submitted within three years, or goes to the Member State directly", async () => {
    const on = (day: string) => ({ supply_date: day as SentEvent["supply_date"] });
    await committed(seller, [
      makeSale(on("2023-02-01")),
      makeRefund({ event_id: "in-time", ...on("2026-03-31") }),
      makeRefund({ event_id: "too-late", ...on("2026-04-20") }),
    ]);
    expect((await summaryOf(seller, "2026-Q1")).corrections).toMatchObject([
      { original_period: "2023-Q1", vat_amount_minor: -190 },
    ]);
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      corrections: [],
      warnings: [{ code: "correction_after_three_years_excluded", count: 1 }],
    });
    expect((await shown(seller, "too-late")).body).toMatchObject({
      link_status: "linked",
      link_reason: "more than three years after the original return was due",
    });
  });

  it("of a correction is invalid", async () => {
    const second = makeRefund({ event_id: "refund-2", original_event_id: "refund-1" });
    await committed(seller, [makeSale(), makeRefund(), second]);
    expect((await shown(seller, "refund-2")).body).toMatchObject({
      link_status: "invalid",
      link_reason: "the original is not a sale",
    });
  });
});
