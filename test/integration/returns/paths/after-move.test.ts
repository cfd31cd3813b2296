import { beforeAll, describe, expect, it } from "vitest";
import type { LockedPeriodList } from "../../../../shared/returns/locks/schema.ts";
import type { Reconciliation } from "../../../../shared/returns/reconciliation/schema.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { LOCKS, movedSeller, refundOf, SOLD_LATER, taken, under } from "./moved-seller.ts";
import { got } from "./sellers.ts";

let seller: Account;

beforeAll(async () => {
  seller = await movedSeller();
  for (const id of [1, 2]) {
    for (const step of ["", "/filed"]) {
      const path = under(id, `${LOCKS}${step}?period=2025-Q3`);
      const { status, text } = await call(seller.full, "POST", path);
      expect(status, text).toBe(step === "" ? 201 : 200);
    }
  }
});

describe("the quarter after a move, with both returns of its quarter filed", () => {
  const NEXT = "/v1/returns/union-oss/2025-Q4";

  it("corrects what the Danish return declared; the Swedish one is corrected directly (Art. 61a(1))", async () => {
    await taken(seller, [
      refundOf("after-1", "after-1-back", "2025-10-10"),
      refundOf("before-1", "before-1-again", "2025-10-10"),
    ]);
    expect(await got<Return>(seller, NEXT)).toMatchObject({
      return_currency: "DKK",
      // 10.00 and 1.90 at 7.4649.
      corrections: [
        { original_period: "2025-Q3", taxable_amount_minor: -7_465, vat_amount_minor: -1_418 },
      ],
      warnings: [],
    });
    const path = "/v1/reports/reconciliation/union-oss";
    expect((await got<Reconciliation>(seller, path)).direct_declarations).toMatchObject([
      {
        original_period: "2025-Q3",
        member_state_identification: "SE",
        taxable_amount_minor: -1_000,
        vat_amount_minor: -190,
        reason: "former_registration",
      },
    ]);
  });

  it("declares late sales of the Danish days, and none of the Swedish ones", async () => {
    await taken(seller, [
      {
        ...SOLD_LATER,
        event_id: "late-danish",
        consumption_country: "FI",
        supply_date: "2025-09-30",
      },
      { ...makeSale(), event_id: "late-swedish", consumption_country: "AT" },
    ]);
    const { late_changes } = await got<Return>(seller, NEXT);
    expect(late_changes).toMatchObject([
      { original_period: "2025-Q3", member_state_of_consumption: "FI", vat_amount_minor: 14_183 },
    ]);
    for (const [id, currency, vat] of [
      // Less what was refunded in October.
      [1, "EUR", 1_710],
      [2, "DKK", 14_183],
    ] as const) {
      const path = under(id, `${LOCKS}?period=2025-Q3`);
      const { current_period } = await got<LockedPeriodList>(seller, path);
      expect(current_period).toMatchObject({
        return_currency: currency,
        changed_since_lock: { changed: true, totals: { current_vat_minor: vat } },
      });
    }
  });
});
