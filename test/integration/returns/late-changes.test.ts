import { describe, expect, it } from "vitest";
import { type Account, call } from "../../stack/api.ts";
import { previewOf, workspaceOf } from "../../stack/importer.ts";
import { reclassify, summaryOf } from "../../stack/seller.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import {
  commit,
  current,
  locked,
  postFiled,
  postLock,
  refund,
  sale,
  sellerWith,
} from "./locks/locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const Q1 = "2025-Q1";
const Q2 = "2025-Q2";
const Q3 = "2025-Q3";

/** A seller with a sale to Germany in the first quarter of 2025, which is locked and filed. */
async function filedSeller(): Promise<Account> {
  const seller = await sellerWith(sale({ event_id: "sale-1", supply_date: "2025-02-03" }));
  await locked(seller, Q1);
  await postFiled(seller, Q1);
  return seller;
}

/** EUR 100.00 and 19.00 taken back. */
const refundOfAll = (original: string, changes: Parameters<typeof refund>[1]) =>
  refund(original, { taxable_amount_minor: 10_000, vat_amount_minor: 1_900, ...changes });

const CORRECTION = {
  original_period: Q1,
  member_state_of_consumption: "DE",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
};

describe("what reaches the ledger after its quarter was filed (Art. 369g(4))", () => {
  it("C21, C18: is declared in the next return, and in no other: a sale, its refund, and a decision", async () => {
    const seller = await filedSeller();
    await commit(seller, sale({ event_id: "late", supply_date: "2025-03-31" }));
    expect(await summaryOf(seller, Q2)).toMatchObject({
      rows: [],
      corrections: [{ ...CORRECTION, event_count: 1 }],
      late_changes: [{ ...CORRECTION, event_count_difference: 1 }],
      totals: { correction_vat_minor: 1_900, payable_vat_minor: 1_900 },
    });
    // In the earliest return that is open, and in no other.
    expect((await summaryOf(seller, Q3)).corrections).toEqual([]);

    // C18: a refund in the next quarter takes nothing back of a sale that was never declared.
    await commit(seller, refundOfAll("late", { event_id: "back", supply_date: "2025-05-05" }));
    expect(await summaryOf(seller, Q2)).toMatchObject({
      corrections: [],
      totals: { correction_vat_minor: 0, payable_vat_minor: 0 },
    });

    // A decision changes the filed quarter as well: a sale of it is taken out, and put back.
    await reclassify(seller, "sale-1", "excluded");
    expect((await summaryOf(seller, Q2)).corrections).toMatchObject([
      { original_period: Q1, taxable_amount_minor: -10_000, vat_amount_minor: -1_900 },
    ]);
    await reclassify(seller, "sale-1", "classified");
    expect((await summaryOf(seller, Q2)).corrections).toEqual([]);
  });

  it("is listed by the return that declares it, also once that one is locked", async () => {
    const seller = await filedSeller();
    await commit(
      seller,
      sale({ event_id: "late", supply_date: "2025-03-31" }),
      sale({ event_id: "late-fr", supply_date: "2025-03-31", consumption_country: "FR" }),
      sale({ event_id: "on-time", supply_date: "2025-04-02" }),
    );
    await reclassify(seller, "sale-1", "excluded");
    const lateOf = async (period: string, more = "") =>
      (
        await call<{ items: { event_id: string }[] }>(
          seller.readOnly,
          "GET",
          `/v1/returns/union-oss/${period}/events?late=true${more}`,
        )
      ).body.items
        .map(({ event_id }) => event_id)
        .sort();
    expect(await lateOf(Q2)).toEqual(["late", "late-fr", "sale-1"]);
    expect(await lateOf(Q2, `&member_state_of_consumption=FR&original_period=${Q1}`)).toEqual([
      "late-fr",
    ]);
    await locked(seller, Q2);
    await commit(seller, sale({ event_id: "later", supply_date: "2025-03-31" }));
    expect(await lateOf(Q2)).toEqual(["late", "late-fr", "sale-1"]);
    expect(await lateOf(Q3)).toEqual(["later"]);
    expect((await workspaceOf(seller, Q2)).union_oss.status_detail).not.toContain("0 of 0");
  });

  it("C20: is declared in the next return, which is no nil return: a refund dated in the filed quarter", async () => {
    const seller = await filedSeller();
    await commit(seller, refundOfAll("sale-1", { event_id: "late", supply_date: "2025-03-31" }));
    expect(await summaryOf(seller, Q2)).toMatchObject({
      corrections: [{ original_period: Q1, vat_amount_minor: -1_900 }],
      balances: [{ payable_vat_minor: -1_900, included_in_grand_total: false }],
      totals: { correction_vat_minor: -1_900, payable_vat_minor: 0 },
    });
    expect((await workspaceOf(seller, Q2)).union_oss).toMatchObject({
      status: "ready",
      nil_return_eligible: false,
    });
    const { body } = await postLock(seller, Q2);
    expect(body).toMatchObject({ filing_status: "ready", nil_return_eligible: false });
  });

  itInTurn(
    "takes nothing below zero that is refunded whole, and says so when it does",
    async () => {
      const seller = await filedSeller();
      await commit(seller, refundOfAll("sale-1", { event_id: "late", supply_date: "2025-03-31" }));
      const ready = (await workspaceOf(seller, Q2)).union_oss;
      expect(ready).toMatchObject({ status: "ready", corrections_below_zero: [] });
      await commit(seller, refund("sale-1", { event_id: "more", supply_date: "2025-05-05" }));
      const { status, corrections_below_zero } = (await workspaceOf(seller, Q2)).union_oss;
      expect(status).toBe("review_required");
      expect(corrections_below_zero).toMatchObject([
        { declared_vat_minor: 1_900, correction_vat_minor: -2_090, resulting_vat_minor: -190 },
      ]);
    },
  );

  it("D1: is reported by every view of the next quarter, and of the account", async () => {
    const seller = await sellerWith(sale({ event_id: "sale-1", supply_date: "2026-05-05" }));
    await locked(seller, "2026-Q2");
    await postFiled(seller, "2026-Q2");
    const amounts = { taxable_amount_minor: 100_000, vat_amount_minor: 19_000 };
    await commit(seller, sale({ event_id: "late", supply_date: "2026-06-29", ...amounts }));
    const change = { original_period: "2026-Q2", member_state_of_consumption: "DE", ...amounts };
    expect((await current(seller, "2026-Q2")).changed_since_lock).toMatchObject({
      changed: true,
      totals: { current_vat_minor: 19_000 },
    });
    expect((await summaryOf(seller, "2026-Q3")).corrections).toMatchObject([change]);
    expect((await workspaceOf(seller, "2026-Q3")).union_oss).toMatchObject({
      status: "ready",
      nil_return_eligible: false,
      late_changes: [change],
      totals: { payable_vat_minor: 19_000 },
    });
    expect((await previewOf(seller, "2026-Q3")).union_oss).toMatchObject({
      jurisdiction_count: 1,
      totals: { payable_vat_minor: 19_000 },
    });
    const overview = await call(seller.readOnly, "GET", "/v1/compliance/overview");
    expect(overview.body["changed_periods"]).toEqual([
      { scheme_type: "union_oss", period_key: "2026-Q2" },
    ]);
  });

  it("is declared once: not again after the return that declares it is locked", async () => {
    const seller = await filedSeller();
    await commit(seller, sale({ event_id: "late", supply_date: "2025-03-31" }));
    await locked(seller, Q2);
    expect((await summaryOf(seller, Q3)).corrections).toEqual([]);
    await commit(seller, sale({ event_id: "later", supply_date: "2025-03-30" }));
    expect((await summaryOf(seller, Q3)).corrections).toMatchObject([CORRECTION]);
    // The locked returns are what they were.
    expect((await current(seller, Q2)).changed_since_lock).toMatchObject({ changed: false });
    expect((await current(seller, Q1)).changed_since_lock).toMatchObject({
      changed: true,
      totals: { current_vat_minor: 3_800 },
    });
  });

  itInTurn("may change a correction of an older quarter", async () => {
    const seller = await sellerWith(sale({ event_id: "old", supply_date: "2024-11-05" }));
    await locked(seller, "2024-Q4");
    await locked(seller, Q1);
    await commit(seller, refund("old", { event_id: "late", supply_date: "2025-02-05" }));
    expect((await summaryOf(seller, Q2)).late_changes).toMatchObject([
      { original_period: "2024-Q4", vat_amount_minor: -190 },
    ]);
  });
});
