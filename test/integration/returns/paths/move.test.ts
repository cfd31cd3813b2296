import { beforeAll, describe, expect, it } from "vitest";
import { auditLocks } from "../../../../shared/flows/audit-locks.ts";
import type { LockedPeriodDetail, LockedPeriodList } from "../../../../shared/locks/schema.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { commit, type EventList } from "../../../stack/seller.ts";
import { got, register } from "./sellers.ts";

/*
 * From Sweden to Denmark on 16 August 2025: the quarter has a return in euro and one in crowns.
 */
const RETURN = "/v1/returns/union-oss/2025-Q3";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

let seller: Account;

beforeAll(async () => {
  seller = await newAccount("move");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: "SE" });
  await register(seller, "union_oss", "SE", { status: "ended", effective_to: "2025-08-15" });
  await register(seller, "union_oss", "DK", { effective_from: "2025-08-16" });
  const sold = { ...makeSale(), supply_date: "2025-08-16" };
  const { status } = await commit(seller, [
    makeSale({ event_id: "before-1" }),
    { ...sold, event_id: "after-1" },
    { ...sold, event_id: "after-2", consumption_country: "FR" },
  ]);
  expect(status).toBe(200);
});

const under = (id: number, path = RETURN) =>
  `${path}${path.includes("?") ? "&" : "?"}registration_id=${id}`;

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
    const [swedish, danish] = await Promise.all([1, 2].map((id) => got<Return>(seller, under(id))));
    expect(swedish).toMatchObject({
      member_state_identification: "SE",
      return_currency: "EUR",
      included_source_event_count: 1,
      total_source_event_count: 1,
    });
    expect(danish).toMatchObject({
      member_state_identification: "DK",
      return_currency: "DKK",
      included_source_event_count: 2,
      total_source_event_count: 2,
    });
  });

  it("opens each return to its own events", async () => {
    const ids = async (id: number) => {
      const { items } = await got<EventList>(seller, under(id, `${RETURN}/events`));
      return items.map(({ event_id }) => event_id);
    };
    expect(await ids(1)).toEqual(["before-1"]);
    expect(await ids(2)).toEqual(["after-1", "after-2"]);
  });

  it("is locked and filed once for each", async () => {
    for (const id of [1, 2]) {
      const path = under(id, `${LOCKS}?period=2025-Q3`);
      const { status, body } = await call<LockedPeriodDetail>(seller.full, "POST", path);
      expect([status, body.registration_id]).toEqual([201, id]);
      expect(await refusal("POST", path)).toMatchObject({
        status: 409,
        error: "period_already_locked",
      });
    }
    const filed = `${LOCKS}/filed?period=2025-Q3`;
    expect(await refusal("POST", filed)).toMatchObject({
      status: 422,
      error: "registration_conflict",
    });
    expect((await call(seller.full, "POST", under(2, filed))).status).toBe(200);
    const { items, current_period } = await got<LockedPeriodList>(
      seller,
      under(1, `${LOCKS}?period=2025-Q3`),
    );
    expect(items.map((lock) => [lock.registration_id, lock.status])).toEqual([
      [2, "filed"],
      [1, "locked"],
    ]);
    expect(current_period).toMatchObject({
      member_state_identification: "SE",
      changed_since_lock: { changed: false },
    });
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 2, faults: [] });
  });

  it("is listed in pages that end between the two", async () => {
    const first = await got<LockedPeriodList>(seller, `${LOCKS}?limit=1`);
    const next = `${LOCKS}?limit=1&cursor=${first.next_cursor}`;
    const second = await got<LockedPeriodList>(seller, next);
    const seen = [...first.items, ...second.items].map((lock) => lock.registration_id);
    expect([seen, second.next_cursor]).toEqual([[2, 1], null]);
  });
});
