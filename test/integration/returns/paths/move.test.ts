import { beforeAll, describe, expect, it } from "vitest";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import type {
  LockedPeriodDetail,
  LockedPeriodList,
} from "../../../../shared/returns/locks/schema.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { type Account, call } from "../../../stack/api.ts";
import type { EventList } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { LOCKS, movedSeller, under } from "./moved-seller.ts";
import { got } from "./sellers.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const RETURN = "/v1/returns/union-oss/2025-Q3";

let seller: Account;

beforeAll(async () => {
  seller = await movedSeller();
});

const refusal = async (method: "GET" | "POST", path: string) => {
  const { status, body } = await call(seller.full, method, path);
  return { status, error: body["error"], message: String(body["message"]) };
};

describe("the quarter of a move", () => {
  it("names both registrations where none is chosen", async () => {
    for (const view of ["", "/country-breakdown", "/accountant-report", "/events"]) {
      const refused = await refusal("GET", `${RETURN}${view}`);
      expect(refused).toMatchObject({ status: 422, error: "registration_conflict" });
      expect(refused.message).toContain("1, 2");
    }
    expect(await refusal("POST", `${LOCKS}?period=2025-Q3`)).toMatchObject({
      status: 422,
      error: "registration_conflict",
    });
  });

  it("has a return to each Member State, of its own days, in its own currency", async () => {
    const [swedish, danish] = await Promise.all(
      [1, 2].map((id) => got<Return>(seller, under(id, RETURN))),
    );
    expect(swedish).toMatchObject({
      member_state_identification: "SE",
      return_currency: "EUR",
      // What was taken back after the move belongs to a sale from before it.
      rows: [{ section: "2b", taxable_amount_minor: 9_000, vat_amount_minor: 1_710 }],
      totals: { payable_vat_minor: 1_710 },
      included_source_event_count: 2,
      total_source_event_count: 2,
    });
    // At DKK 7.4649, the rate of 30 September, also of a move in August; goods leave Sweden as before.
    expect(danish).toMatchObject({
      member_state_identification: "DK",
      return_currency: "DKK",
      rows: [
        { section: "2d", member_state_of_consumption: "DE", vat_amount_minor: 14_183 },
        { section: "2d", member_state_of_consumption: "FR", vat_amount_minor: 14_930 },
      ],
      exchange_rates: [{ currency: "DKK", rate: "7.4649", date: "2025-09-30" }],
      totals: { taxable_minor: 149_298, payable_vat_minor: 29_113 },
      included_source_event_count: 2,
      total_source_event_count: 2,
    });
  });

  it("opens each return to its own events", async () => {
    const ids = async (id: number) => {
      const { items } = await got<EventList>(seller, under(id, `${RETURN}/events`));
      return items.map(({ event_id }) => event_id);
    };
    expect((await ids(1)).sort()).toEqual(["before-1", "before-1-back"]);
    expect(await ids(2)).toEqual(["after-1", "after-2"]);
  });

  it("is locked once for each", async () => {
    for (const id of [1, 2]) {
      const path = under(id, `${LOCKS}?period=2025-Q3`);
      const report = await got<Return>(seller, under(id, RETURN));
      const { status, body } = await call<LockedPeriodDetail>(seller.full, "POST", path);
      expect([status, body.registration_id]).toEqual([201, id]);
      expect(body).toMatchObject({
        return_currency: report.return_currency,
        totals: report.totals,
        filing_status: "ready",
      });
      expect(await refusal("POST", path)).toMatchObject({
        status: 409,
        error: "period_already_locked",
      });
    }
  });

  it("is filed once for each, with a reference of its own", async () => {
    const filed = `${LOCKS}/filed?period=2025-Q3`;
    expect(await refusal("POST", filed)).toMatchObject({
      status: 422,
      error: "registration_conflict",
    });
    for (const [id, filing_reference] of [
      [2, "DK/Q3.2025"],
      [1, "SE/Q3.2025"],
    ] as const) {
      const { body } = await call<LockedPeriodDetail>(seller.full, "POST", under(id, filed), {
        filing_reference,
      });
      expect(body).toMatchObject({ registration_id: id, status: "filed" });
      const path = under(id, `${LOCKS}?period=2025-Q3`);
      const { current_period } = await got<LockedPeriodList>(seller, path);
      expect(current_period).toMatchObject({
        filed: { filing_reference },
        changed_since_lock: { changed: false },
      });
      const files = current_period?.exports.map((one) => textOf(one.id)) ?? [];
      const [, summary] = await Promise.all(files);
      expect(summary).toContain(id === 1 ? ",EUR," : ",DKK,");
    }
    const { items } = await got<LockedPeriodList>(seller, LOCKS);
    expect(items.map((lock) => [lock.registration_id, lock.status])).toEqual([
      [2, "filed"],
      [1, "filed"],
    ]);
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 2, faults: [] });
  });

  itInTurn("is listed in pages that end between the two", async () => {
    const first = await got<LockedPeriodList>(seller, `${LOCKS}?limit=1`);
    const next = `${LOCKS}?limit=1&cursor=${first.next_cursor}`;
    const second = await got<LockedPeriodList>(seller, next);
    const seen = [...first.items, ...second.items].map((lock) => lock.registration_id);
    expect([seen, second.next_cursor]).toEqual([[2, 1], null]);
  });
});

/** A stored file, by its link. */
async function textOf(id: string): Promise<string> {
  const { status, headers } = await call(seller.readOnly, "GET", `${LOCKS}/exports/${id}`);
  expect(status).toBe(302);
  return (await fetch(headers.get("location") ?? "")).text();
}
