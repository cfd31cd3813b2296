import { beforeEach, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../../shared/core/calendar/dates.ts";
import type { CrossingList } from "../../../../../shared/notifications/listing.ts";
import type { Notification } from "../../../../../shared/notifications/notification.ts";
import { monitorAccount } from "../../../../../shared/returns/overview/monitor-account.ts";
import { makeSale } from "../../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { todayWithTimeLeft } from "../../../../stack/today.ts";

const PATH = "/v1/compliance/notifications";
const today = await todayWithTimeLeft();
const now = new Date();
const year = Number(today.slice(0, 4));

let seller: Account;
beforeEach(async () => {
  seller = await newAccount("notified");
});

const sell = (event_id: string, taxable_amount_minor: number, supply_date: string = today) =>
  call(seller.full, "POST", "/v1/supply-events", {
    ...makeSale({ event_id, taxable_amount_minor, supply_date: supply_date as IsoDate }),
  });

async function monitor(at = now): Promise<string[]> {
  const published: string[] = [];
  await monitorAccount(seller.account, at, async ({ detail }) => {
    published.push(detail.id);
  });
  return published;
}

const list = async (query = "") =>
  (await call<CrossingList>(seller.readOnly, "GET", `${PATH}${query}`)).body;
const read = (id: string, key = seller.full) =>
  call<Notification>(key, "POST", `${PATH}/${id}/read`);
const idOf = (kind: string, of = year) => `${seller.account}-${of}-${kind}`;

describe("GET /v1/compliance/notifications", () => {
  it("is empty at first", async () => {
    expect(await monitor()).toEqual([]);
    expect(await list()).toEqual({ items: [], next_cursor: null, unread_count: 0 });
  });

  it("lists the monitor's notifications, newest first, page by page", async () => {
    await sell("most", 950_000);
    expect(await monitor()).toEqual([idOf("warning")]);
    await sell("more", 50_001);
    const later = new Date(now.getTime() + 1_000);
    expect(await monitor(later)).toEqual([idOf("exceeded")]);
    expect(await monitor(later)).toEqual([]);

    const { items, next_cursor, unread_count } = await list();
    expect(items).toMatchObject([
      {
        id: idOf("exceeded"),
        kind: "vat.threshold.exceeded",
        year,
        current_minor: 1_000_001,
        threshold_minor: 1_000_000,
        percentage_used: 100,
        crossed_on: today,
        created_at: later.toISOString(),
        read_at: null,
      },
      {
        id: idOf("warning"),
        kind: "vat.threshold.warning",
        current_minor: 950_000,
        percentage_used: 95,
        crossed_on: null,
      },
    ]);
    expect({ next_cursor, unread_count }).toEqual({ next_cursor: null, unread_count: 2 });

    const first = await list("?limit=1");
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items]).toEqual(items);
    expect(second.next_cursor).toBeNull();
  });

  it("has late events of the year before, once they exceed", async () => {
    const lastYear = `${year - 1}-12-31`;
    await sell("late-1", 1_000_000, lastYear);
    expect(await monitor()).toEqual([]);
    await sell("late-2", 1, lastYear);
    expect(await monitor()).toEqual([idOf("exceeded", year - 1)]);
    expect((await list()).items).toMatchObject([{ year: year - 1, crossed_on: lastYear }]);
  });

  it("tells a crossing once, also after sales were reclassified and back", async () => {
    await sell("most", 999_999);
    await sell("last", 2);
    expect(await monitor()).toEqual([idOf("exceeded")]);
    const classify = (classification_status: string) =>
      call(seller.full, "POST", "/v1/supply-events/most/classification", {
        classification_status,
        note: "checked",
      });
    await classify("excluded");
    expect(await monitor()).toEqual([]);
    await classify("classified");
    expect(await monitor()).toEqual([]);
    expect((await list()).items).toHaveLength(1);
  });

  it("is the account's own, and takes no unknown parameter", async () => {
    await sell("most", 950_000);
    await monitor();
    const other = await newAccount("other");
    expect((await call<CrossingList>(other.readOnly, "GET", PATH)).body.items).toEqual([]);
    expect(await call(seller.full, "GET", `${PATH}?read=true`)).toMatchObject({ status: 400 });
    expect(await call(undefined, "GET", PATH)).toMatchObject({ status: 401 });
  });
});

describe("POST /v1/compliance/notifications/{id}/read", () => {
  beforeEach(async () => {
    await sell("most", 950_000);
    await monitor();
    await sell("more", 50_001);
    await monitor();
  });

  it("marks one as read, the first time counting", async () => {
    const first = await read(idOf("warning"));
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ id: idOf("warning"), read_at: expect.any(String) });
    expect((await read(idOf("warning"))).body).toEqual(first.body);
    expect(await list("?unread=true")).toMatchObject({
      items: [{ id: idOf("exceeded"), read_at: null }],
      unread_count: 1,
    });
    expect((await list("?unread=false")).items).toEqual([first.body]);
    await monitor();
    expect((await list("?unread=false")).items).toEqual([first.body]);
  });

  it("404 for what is not there, another account's included", async () => {
    const other = await newAccount("other");
    const missing = [idOf("warning", 1999), "x", "a%20b", "%E2%82%AC", "x".repeat(2_000)];
    for (const id of missing) expect(await read(id)).toMatchObject({ status: 404 });
    const foreign = await read(idOf("warning"), other.full);
    expect(foreign).toMatchObject({ status: 404, body: { error: "not_found" } });
    expect(await list()).toMatchObject({ unread_count: 2 });
  });

  it("needs a full key", async () => {
    expect(await read(idOf("warning"), seller.readOnly)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect(await list()).toMatchObject({ unread_count: 2 });
  });
});
