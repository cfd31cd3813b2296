import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { storeEcbDays } from "../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { type Account, call } from "../../stack/api.ts";
import { register, summaryOf } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import { commit, current, locked, sale, sellerWith } from "./locks/locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * What changes a locked return without any event: the days of its registration, and a rate that comes
 * late. Their events may stay in the very sums that they were in.
 */
const Q1 = "2025-Q1";
const Q2 = "2025-Q2";
const Q3 = "2025-Q3";

async function patch(seller: Account, body: object, id = 1): Promise<void> {
  const { status, text } = await call(seller.full, "PATCH", `/v1/tax-registrations/${id}`, body);
  expect(status, text).toBe(200);
  await settleRecount(seller.account);
}

/** A sale to Germany on 3 February 2025, in a quarter that is locked. */
async function lockedSeller(effective_from?: string): Promise<Account> {
  const seller = await sellerWith(sale({ event_id: "sale-1", supply_date: "2025-02-03" }));
  if (effective_from) await patch(seller, { effective_from });
  await locked(seller, Q1);
  return seller;
}

const of = (vat_amount_minor: number) => ({
  original_period: Q1,
  member_state_of_consumption: "DE",
  vat_amount_minor,
});

const changedPeriods = async ({ readOnly }: Account) =>
  (await call(readOnly, "GET", "/v1/compliance/overview")).body["changed_periods"];

describe("after the lock the registration", () => {
  it("begins later, within the quarter or after it: a correction takes back what was declared for earlier days", async () => {
    const seller = await lockedSeller();
    expect(await changedPeriods(seller)).toEqual([]);
    await patch(seller, { effective_from: "2025-02-10" });
    expect((await summaryOf(seller, Q2)).late_changes).toMatchObject([of(-1_900)]);
    expect(await changedPeriods(seller)).toEqual([{ scheme_type: "union_oss", period_key: Q1 }]);
    // And back: its sum was written to, which comes to nothing.
    await patch(seller, { effective_from: "2012-01-01" });
    expect((await summaryOf(seller, Q2)).late_changes).toEqual([]);
    expect((await current(seller, Q1)).changed_since_lock).toMatchObject({ changed: false });
    expect(await changedPeriods(seller)).toEqual([{ scheme_type: "union_oss", period_key: Q1 }]);
    await patch(seller, { effective_from: "2025-05-01" });
    expect((await summaryOf(seller, Q2)).late_changes).toMatchObject([of(-1_900)]);
  });

  itInTurn("begins earlier: what it takes in is declared", async () => {
    const seller = await lockedSeller("2025-02-10");
    await patch(seller, { effective_from: "2021-07-01" });
    expect((await summaryOf(seller, Q2)).late_changes).toMatchObject([of(1_900)]);
  });

  it("is entered anew: the lock stays that of its return, and what comes late is declared once", async () => {
    const seller = await lockedSeller();
    await patch(seller, { status: "excluded" });
    await register(seller, "SE", "2012-01-01");
    await commit(seller, sale({ event_id: "late", supply_date: "2025-03-31" }));
    expect((await summaryOf(seller, Q2)).late_changes).toMatchObject([of(1_900)]);
    await locked(seller, Q2);
    expect((await current(seller, Q2)).changed_since_lock).toMatchObject({ changed: false });
    expect((await summaryOf(seller, Q3)).late_changes).toEqual([]);
  });

  // Art. 61a(1)(a) CIR 282/2011: what arises after the final return goes directly to Germany.
  itInTurn(
    "ends, and begins again a quarter later: no return there declares what came late",
    async () => {
      const seller = await lockedSeller();
      await patch(seller, { effective_to: "2025-03-31", status: "ended" });
      await register(seller, "SE", "2025-07-01");
      await commit(seller, sale({ event_id: "late", supply_date: "2025-03-31" }));
      expect((await summaryOf(seller, Q3)).late_changes).toEqual([]);
    },
  );

  itInTurn(
    "moves to another Member State: its former returns are none of the new one's",
    async () => {
      const seller = await lockedSeller();
      await patch(seller, { effective_to: "2025-03-31", status: "ended" });
      await register(seller, "DK", "2025-04-01");
      await commit(seller, sale({ event_id: "late", supply_date: "2025-03-31" }));
      expect((await summaryOf(seller, Q2)).late_changes).toEqual([]);
    },
  );
});

it("a rate that is published after the lock puts into the next return what had to be left out", async () => {
  // Of 2012, which no other test looks at.
  const forints = { event_id: "forints", currency: "HUF", supply_date: "2012-05-10" };
  const amounts = { taxable_amount_minor: 300_000, vat_amount_minor: 60_000 };
  const seller = await sellerWith(sale({ ...forints, ...amounts }));
  const { included_source_event_count } = await locked(seller, "2012-Q2");
  expect(included_source_event_count).toBe(0);
  expect((await summaryOf(seller, "2012-Q3")).late_changes).toEqual([]);
  await storeEcbDays(
    [{ day: "2012-07-02" as IsoDate, rates: { HUF: "300", SEK: "10" } }],
    new Date(),
  );
  expect((await summaryOf(seller, "2012-Q3")).late_changes).toMatchObject([
    { original_period: "2012-Q2", taxable_amount_minor: 1_000, vat_amount_minor: 200 },
  ]);
});
