import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { storeEcbDays } from "../../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { type Account, call } from "../../../stack/api.ts";
import { register, summaryOf } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { commit, current, locked, refund, sale, sellerWith } from "./locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const Q1 = "2025-Q1";
const Q2 = "2025-Q2";
const Q3 = "2025-Q3";

const soldIn = (event_id: string, supply_date: string) => sale({ event_id, supply_date });

/** A seller with a sale to Germany in the first quarter of 2025, which is locked. */
async function lockedSeller(): Promise<Account> {
  const seller = await sellerWith(soldIn("first", "2025-02-03"));
  await locked(seller, Q1);
  return seller;
}

const patch = (seller: Account, body: object) =>
  call(seller.full, "PATCH", "/v1/tax-registrations/1", body);

const declaredIn = async (seller: Account, period: string) =>
  (await current(seller, period)).declared_in;

it("a lock shows the return that was locked, whatever comes later", async () => {
  const seller = await sellerWith(
    soldIn("old", "2024-11-05"),
    soldIn("first", "2025-02-03"),
    sale({ event_id: "crowns", supply_date: "2025-02-04", currency: "SEK" }),
    refund("old", { event_id: "back", supply_date: "2025-03-05" }),
    sale({ event_id: "nowhere", supply_date: "2025-02-03", dispatch_country: undefined }),
  );
  const { recount_pending, lock, supplies_without_registration, submission_assumption, ...before } =
    {
      recount_pending: null,
      lock: null,
      supplies_without_registration: [],
      submission_assumption: null,
      ...(await summaryOf(seller, Q1)),
    };
  expect(before).toMatchObject({
    rows: [{}],
    exchange_rates: [{}],
    corrections: [{}],
    balances: [{}],
    warnings: [{}],
  });
  await locked(seller, Q1);
  await commit(seller, soldIn("late", "2025-03-31"));
  const { locked_return } = await current(seller, Q1);
  expect(locked_return).toEqual(before);
  expect((await summaryOf(seller, Q1)).totals.payable_vat_minor).not.toBe(
    locked_return.totals.payable_vat_minor,
  );
});

describe("what has changed since a lock is declared", () => {
  it("in no return while nothing has changed, then in the earliest open one, and in those that were locked meanwhile", async () => {
    const seller = await lockedSeller();
    expect(await declaredIn(seller, Q1)).toBeNull();
    await commit(seller, soldIn("late", "2025-03-31"));
    expect(await declaredIn(seller, Q1)).toEqual([Q2]);
    await locked(seller, Q2);
    expect(await declaredIn(seller, Q1)).toEqual([Q2]);
    // What a locked return has declared late is none of its own changes.
    expect(await declaredIn(seller, Q2)).toBeNull();
    await commit(seller, soldIn("later", "2025-03-30"));
    expect(await declaredIn(seller, Q1)).toEqual([Q2, Q3]);
  });

  itInTurn("after the correction of an older quarter too", async () => {
    const seller = await sellerWith(soldIn("old", "2024-11-05"));
    await locked(seller, "2024-Q4");
    await locked(seller, Q1);
    await commit(seller, refund("old", { event_id: "late", supply_date: "2025-02-05" }));
    expect(await declaredIn(seller, Q1)).toEqual([Q2]);
    expect(await declaredIn(seller, "2024-Q4")).toBeNull();
  });

  itInTurn("under the registration that was entered anew", async () => {
    const seller = await lockedSeller();
    await patch(seller, { status: "excluded" });
    await register(seller, "SE", "2012-01-01");
    await commit(seller, soldIn("late", "2025-03-31"));
    expect(await declaredIn(seller, Q1)).toEqual([Q2]);
  });

  it("by nobody after the registration has ended, or is none any more", async () => {
    const seller = await lockedSeller();
    await patch(seller, { effective_to: "2025-03-31", status: "ended" });
    await commit(seller, soldIn("late", "2025-03-31"));
    expect(await declaredIn(seller, Q1)).toEqual([]);
    await patch(seller, { status: "excluded" });
    const { changed_since_lock, declared_in } = await current(seller, Q1);
    expect([changed_since_lock, declared_in]).toEqual([null, []]);
  });

  it("in no return where only a published rate was corrected: the declared one holds", async () => {
    const rate = (CZK: string) =>
      storeEcbDays([{ day: "2012-12-31" as IsoDate, rates: { CZK } }], new Date());
    await rate("25");
    const seller = await sellerWith(
      sale({ supply_date: "2012-11-01", currency: "CZK", taxable_amount_minor: 100_000 }),
    );
    await locked(seller, "2012-Q4");
    await rate("20");
    const { changed_since_lock, declared_in } = await current(seller, "2012-Q4");
    expect([changed_since_lock?.changed, declared_in]).toEqual([true, null]);
  });
});
