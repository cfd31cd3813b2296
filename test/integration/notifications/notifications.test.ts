import { beforeAll, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LockedPeriodList } from "../../../shared/returns/locks/schema.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { type Receiver, startReceiver } from "../../stack/receiver.ts";
import { committed, newSeller } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { newWebhook, workAt } from "../../stack/webhooks.ts";

const PATH = "/v1/notifications";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

type Listed = {
  readonly id: string;
  readonly kind: string;
  readonly read_at: string | null;
  readonly done: boolean;
  readonly about: Readonly<Record<string, unknown>>;
  readonly texts: { readonly en: { readonly subject: string } };
};
type List = { readonly items: readonly Listed[]; readonly unread_count: number };

let seller: Account;
let receiver: Receiver;

beforeAll(async () => {
  seller = await newSeller("SE");
  // Returns before the third quarter of 2025 would be overdue.
  const begin = { effective_from: "2025-07-01" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", begin);
  await committed(seller, makeSale({ event_id: "one" }));
  await settleRecount(seller.account);
  receiver = await startReceiver();
  return () => receiver.close();
});

const list = async (query = "") =>
  (await call<List>(seller.readOnly, "GET", `${PATH}${query}`)).body;

/** A round of the monitor; the quarter before is the third of 2025 then. */
const monitor = (at: string) => monitorAccount(seller.account, new Date(at), async () => {});

/** The amount that is still to pay of the locked return, which the list of locked periods has in this state. */
async function outstanding(status: string): Promise<number | undefined> {
  const { body } = await call<LockedPeriodList>(seller.readOnly, "GET", LOCKS);
  const [lock] = body.items;
  expect(lock).toMatchObject({ period_key: "2025-Q3", payment_status: status });
  return lock?.outstanding_minor;
}

describe("GET /v1/notifications", () => {
  it("tells of a return that is due soon, of its payment, and of a late change after its lock", async () => {
    const { id } = await newWebhook(seller, receiver.url, [
      "return.due_soon",
      "late_change.recorded",
    ]);
    await monitor("2025-10-20T12:00:00Z");
    expect((await list()).items).toEqual([]);
    await Promise.all([monitor("2025-10-25T12:00:00Z"), monitor("2025-10-25T12:00:00Z")]);
    await monitor("2025-10-26T12:00:00Z");
    expect(await list()).toMatchObject({
      items: [
        {
          id: "due-union-oss-2025-Q3",
          kind: "return.due_soon",
          about: { scheme_type: "union_oss", period_key: "2025-Q3", filing_due_date: "2025-10-31" },
          texts: {
            en: {
              subject: expect.stringContaining("31 October 2025"),
              text: expect.stringMatching(
                /VAT to pay as of now: €\d+\.\d\d\. The amount may change/,
              ),
            },
          },
        },
      ],
      unread_count: 1,
    });

    await Promise.all([monitor("2025-10-28T12:00:00Z"), monitor("2025-10-28T12:00:00Z")]);
    await monitor("2025-10-30T12:00:00Z");
    expect((await list()).items).toMatchObject([
      { id: "due-union-oss-2025-Q3", created_at: "2025-10-30T12:00:00.000Z" },
    ]);

    expect((await call(seller.full, "POST", `${LOCKS}?period=2025-Q3`)).status).toBe(201);
    const filing = { filed_at: "2025-10-27" };
    const filed = await call(seller.full, "POST", `${LOCKS}/filed?period=2025-Q3`, filing);
    expect(filed.status).toBe(200);
    await monitor("2025-11-02T12:00:00Z");
    await monitor("2025-11-02T13:00:00Z");
    const [unpaid, ...former] = (await list()).items;
    expect(unpaid).toMatchObject({ id: "unpaid-union-oss-2025-Q3", kind: "return.unpaid" });
    expect(former).toHaveLength(1);
    expect(await list()).toMatchObject({
      unread_count: 2,
      items: [{ done: false }, { done: false }],
    });
    const amount_minor = await outstanding("unpaid");
    const paid = { paid_on: "2025-11-02", amount_minor };
    const paying = await call(seller.full, "POST", "/v1/returns/union-oss/2025-Q3/paid", paid);
    expect(paying.status).toBe(201);
    expect(await outstanding("paid")).toBe(0);
    // The return is filed and paid, so that nothing of it is to be read; nothing was written.
    const settled = { read_at: null, done: true };
    expect(await list()).toMatchObject({ unread_count: 0, items: [settled, settled] });
    expect((await list("?unread=true")).items).toEqual([]);
    await committed(seller, makeSale({ event_id: "late", supply_date: "2025-09-01" as IsoDate }));
    await monitor("2025-11-03T12:00:00Z");
    await monitor("2025-11-03T13:00:00Z");
    const [late, , due] = (await list()).items;
    const lines = "• Q3 2025, Germany: +€19.00\n\nThe next open return, that for Q4 2025, declares";
    expect(late).toMatchObject({
      ...{ id: "late-union-oss-2025-Q3", kind: "late_change.recorded" },
      texts: { en: { text: expect.stringContaining(lines) } },
    });
    expect(due?.kind).toBe("return.due_soon");

    // Webhooks that were made later than the clock of these rounds hear nothing of them.
    await workAt(seller.account, new Date(Date.now() + 60_000));
    expect(receiver.received).toEqual([]);
    await committed(seller, makeSale({ event_id: "later", supply_date: "2025-09-02" as IsoDate }));
    await monitor(new Date(Date.now() + 1_000).toISOString());
    expect((await list()).items.find(({ kind }) => kind === "return.overdue")).toMatchObject({
      about: { period_key: "2025-Q4", filing_due_date: "2026-01-31" },
    });
    await workAt(seller.account, new Date(Date.now() + 60_000));
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        type: "late_change.recorded",
        data: { notification_id: late?.id, scheme_type: "union_oss", period_key: "2025-Q3" },
      },
    ]);
    await call(seller.full, "DELETE", `/v1/webhooks/${id}`);
  });

  it("marks a notification as read until it is sent again, or marked as unread", async () => {
    const read = (id: string, key = seller.full, query = "") =>
      call<Listed>(key, "POST", `${PATH}/${id}/read${query}`);
    const before = (await list()).unread_count;
    const first = await read("late-union-oss-2025-Q3");
    expect(first).toMatchObject({ status: 200, body: { read_at: expect.any(String) } });
    expect((await read("late-union-oss-2025-Q3")).body).toEqual(first.body);
    expect(await list("?unread=true")).toMatchObject({ unread_count: before - 1 });
    const [late, ...done] = (await list("?unread=false")).items;
    expect(late).toEqual(first.body);
    expect(done.map(({ kind }) => kind)).toEqual(["return.unpaid", "return.due_soon"]);
    const again = await read("late-union-oss-2025-Q3", seller.full, "?read=false");
    expect(again).toMatchObject({ status: 200, body: { read_at: null } });
    expect((await list()).unread_count).toBe(before);
    const other = await newAccount("other");
    expect(await read("late-union-oss-2025-Q3", other.full)).toMatchObject({ status: 404 });
    expect(await read("nothing")).toMatchObject({ status: 404 });
    expect(await read("late-union-oss-2025-Q3", seller.readOnly)).toMatchObject({ status: 403 });
  });

  it("has crossings of the threshold, too, which the overview counts among the unread", async () => {
    await committed(seller, makeSale({ event_id: "large", taxable_amount_minor: 2_000_000 }));
    await monitor("2025-12-20T12:00:00Z");
    const crossings = (await list()).items.filter(({ kind }) => kind === "threshold.crossed");
    expect(crossings.map(({ about }) => about.line)).toEqual(["exceeded"]);
    const { unread_count } = await list();
    const overview = await call(seller.readOnly, "GET", "/v1/compliance/overview");
    expect(overview.body["unread_notifications"]).toBe(unread_count);
  });
});
