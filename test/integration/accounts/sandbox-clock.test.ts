import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SandboxAnswer } from "../../../shared/accounts/sandbox.ts";
import { dayOf, type IsoDate, instantOn, plusDays } from "../../../shared/core/calendar/dates.ts";
import { accountOf, type LedgerId, sandboxOf } from "../../../shared/core/ids.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { checkDay } from "../../../shared/returns/overview/check-day.ts";
import { monitorWorker } from "../../../shared/returns/overview/monitor-account.ts";
import { checkSandbox } from "../../../shared/returns/overview/sandbox-clock.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { testKeysOf } from "../../stack/full-sandbox.ts";
import { callHolder } from "../../stack/held-calls.ts";
import { importedFile } from "../../stack/imports.ts";
import { dueMailsOf } from "../../stack/mails.ts";
import { type Receiver, startReceiver } from "../../stack/receiver.ts";
import { commit, committed, register, summaryOf } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { newWebhook, workAt } from "../../stack/webhooks.ts";

const CLOCK = "/v1/sandbox/clock";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

let live: Account;
let trial: Account;
let ledger: LedgerId;

beforeEach(async () => {
  live = await newAccount("clock");
  trial = await testKeysOf(live);
  ledger = sandboxOf(accountOf(live.account));
});

const put = (today: string, key = trial.full) => call(key, "PUT", CLOCK, { today });
const clockOf = async () =>
  (await call<SandboxAnswer>(trial.readOnly, "GET", "/v1/sandbox")).body.clock;

/** Moves the clock, and does the work of the queue until no day is left. */
async function moveTo(today: string): Promise<void> {
  const { status, text } = await put(today);
  expect([200, 202], text).toContain(status);
  while ((await clockOf())?.checked_to !== today) await checkSandbox(ledger);
}

const lock = (period: string) => call(trial.full, "POST", `${LOCKS}?period=${period}`);
const file = (period: string, filed_at: string) =>
  call(trial.full, "POST", `${LOCKS}/filed?period=${period}`, { filed_at });

/** Pays what the lock of a return declares. */
async function pay(period: string, paid_on: string) {
  const { body } = await call<{
    items: { period_key: string; outstanding_minor: number }[];
  }>(trial.readOnly, "GET", LOCKS);
  const amount_minor = body.items.find(({ period_key }) => period_key === period);
  const payment = { paid_on, amount_minor: amount_minor?.outstanding_minor };
  return call(trial.full, "POST", `/v1/returns/union-oss/${period}/paid`, payment);
}

type Notice = { readonly id: string; readonly created_at: string };
async function noticeDay(id: string): Promise<string | undefined> {
  const { body } = await call<{ items: Notice[] }>(trial.readOnly, "GET", "/v1/notifications");
  return body.items.find((notice) => notice.id === id)?.created_at;
}

const saleOf = (event_id: string, supply_date: string) =>
  makeSale({ event_id, supply_date: supply_date as IsoDate });

describe("a year in a sandbox", () => {
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    return () => receiver.close();
  });

  it("has four quarters, each with its notices, lock and filing on their days, and a late refund", async () => {
    await moveTo("2025-07-01");
    await register(trial, "SE", "2025-07-01");
    await settleRecount(ledger);
    await newWebhook(trial, receiver.url, ["return.due_soon", "return.overdue", "return.unpaid"]);
    expect(await commit(trial, saleOf("early", "2025-08-15"))).toMatchObject({
      status: 400,
      body: { details: [{ field: "supply_date", message: "must not lie after 2025-07-02" }] },
    });

    await moveTo("2025-08-15");
    await committed(trial, saleOf("summer", "2025-08-15"));
    await moveTo("2025-09-30");
    expect(await lock("2025-Q3")).toMatchObject({ body: { error: "period_not_ended" } });
    await moveTo("2025-10-20");
    expect(await noticeDay("due-union-oss-2025-Q3")).toBeUndefined();
    await moveTo("2025-10-22");
    expect(await noticeDay("due-union-oss-2025-Q3")).toBe("2025-10-21T00:00:00.000Z");
    expect((await lock("2025-Q3")).status).toBe(201);
    expect((await file("2025-Q3", "2025-10-24")).status).toBe(400);
    expect((await file("2025-Q3", "2025-10-22")).status).toBe(200);
    await moveTo("2025-11-05");
    expect(await noticeDay("unpaid-union-oss-2025-Q3")).toBe("2025-11-01T00:00:00.000Z");
    expect((await pay("2025-Q3", "2025-11-05")).status).toBe(201);

    const refund = makeRefund({
      original_event_id: "summer",
      supply_date: "2025-11-05" as IsoDate,
    });
    await committed(trial, [saleOf("autumn", "2025-11-04"), refund]);
    const autumn = await summaryOf(trial, "2025-Q4");
    expect(autumn.corrections).toMatchObject([
      { original_period: "2025-Q3", vat_amount_minor: -190 },
    ]);
    await moveTo("2026-02-09");
    expect(await noticeDay("overdue-union-oss")).toBe("2026-02-08T00:00:00.000Z");
    expect((await lock("2025-Q4")).status).toBe(201);
    expect((await file("2025-Q4", "2026-02-09")).status).toBe(200);
    // Any check tells that a return filed late is not paid, so the next one comes before the payment.
    await moveTo("2026-02-10");
    expect((await pay("2025-Q4", "2026-02-10")).status).toBe(201);

    for (const [period, sold, filed] of [
      ["2026-Q1", "2026-03-01", "2026-04-02"],
      ["2026-Q2", "2026-05-05", "2026-07-01"],
    ] as const) {
      await moveTo(sold);
      await committed(trial, saleOf(period, sold));
      await moveTo(filed);
      expect((await lock(period)).status).toBe(201);
      expect((await file(period, filed)).status).toBe(200);
      expect((await pay(period, filed)).status).toBe(201);
    }

    await workAt(ledger, new Date(Date.now() + 60_000));
    const told = receiver.received.map(({ body }) => JSON.parse(body));
    expect(
      told.map(({ type, data }) => [type, data.period_key, data.days_left, data.mode].join(" ")),
    ).toEqual([
      "return.due_soon 2025-Q3 10 test",
      "return.unpaid 2025-Q3  test",
      "return.due_soon 2025-Q4 10 test",
      "return.due_soon 2025-Q4 3 test",
      "return.due_soon 2025-Q4 1 test",
      "return.overdue 2025-Q4  test",
      "return.overdue 2025-Q4  test",
      "return.unpaid 2025-Q4  test",
    ]);
    // A message has the time at which it was sent.
    expect(told.every(({ timestamp }) => timestamp > "2026-07-02")).toBe(true);
    expect(await dueMailsOf([ledger], new Date(Date.now() + 86_400_000))).toEqual([]);
  }, 180_000);
});

describe("the clock of a sandbox", () => {
  it("is set once to any day with rates, and then moves forward until the sandbox is emptied", async () => {
    expect(await clockOf()).toBeNull();
    expect(await put("2021-06-30")).toMatchObject({ status: 400 });
    expect(await put(plusDays(dayOf(new Date()), 400))).toMatchObject({ status: 400 });
    const set = { today: "2026-03-31", checked_to: "2026-03-31" };
    expect(await put("2026-03-31")).toMatchObject({ status: 200, body: set });
    expect(await put("2026-03-31")).toMatchObject({ status: 200, body: set });
    expect(await put("2026-03-30")).toMatchObject({
      status: 409,
      body: { error: "clock_backwards" },
    });
    expect(await clockOf()).toEqual(set);
    await call(trial.full, "DELETE", "/v1/sandbox");
    expect(await clockOf()).toBeNull();
    expect(await put("2025-01-01")).toMatchObject({ status: 200 });
  });

  it("is refused to live keys, to keys that only read, and to a sandbox with events", async () => {
    const refused = { status: 403, body: { error: "test_key_required" } };
    expect(await put("2026-03-31", live.full)).toMatchObject(refused);
    expect(await put("2026-03-31", trial.readOnly)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    await committed(trial, makeSale());
    expect(await put("2026-03-31")).toMatchObject({
      status: 409,
      body: { error: "clock_backwards" },
    });
  });

  it("leaves the live ledger on the day of the calendar", async () => {
    await put("2025-06-30");
    expect(await commit(trial, makeSale())).toMatchObject({ status: 400 });
    expect(await commit(live, makeSale())).toMatchObject({ status: 200 });
  });

  it("judges the rows of a file by the day on which its import was started", async () => {
    await put("2025-08-15");
    const rows = [
      "event_id;event_type;supply_date;supply_kind;dispatch_country;consumption_country;currency;taxable_amount;vat_amount;vat_rate",
      "past;sale;2025-08-15;goods;SE;DE;EUR;100.00;19.00;19",
      "coming;sale;2025-09-01;goods;SE;DE;EUR;100.00;19.00;19",
    ];
    const bytes = new TextEncoder().encode(`${rows.join("\n")}\n`);
    const settings = { source_id: "shop", decimal_separator: "." };
    const { counts } = await importedFile(trial, { format: "events_csv", settings, bytes });
    expect(counts).toMatchObject({ committed: 1, rejected: 1 });
  });

  it("is moved by more than a month at once, and the days follow in parts", async () => {
    await put("2025-07-01");
    await register(trial, "SE", "2025-07-01");
    await put("2025-07-31");
    expect(await put("2025-12-31")).toMatchObject({ status: 202 });
    expect((await clockOf())?.today).toBe("2025-12-31");
    await moveTo("2025-12-31");
    expect(await noticeDay("due-union-oss-2025-Q3")).toBe("2025-10-30T00:00:00.000Z");
    expect(await noticeDay("overdue-union-oss")).toBe("2025-12-27T00:00:00.000Z");
  });

  it("tells once of an overdue return, although two workers pass its days at the same time", async () => {
    await moveTo("2025-07-01");
    await register(trial, "SE", "2025-07-01");
    await settleRecount(ledger);
    await moveTo("2025-10-31");
    const calls = callHolder(dynamo);
    const second = calls.next((_, input) => input.includes("overdue-union-oss"));
    const ofSecond = checkDay(ledger, instantOn("2025-11-02" as IsoDate));
    await second.reached;
    await checkDay(ledger, instantOn("2025-11-01" as IsoDate));
    second.release();
    await ofSecond;
    expect(await noticeDay("overdue-union-oss")).toBe("2025-11-01T00:00:00.000Z");
  });

  it("tells of the threshold in its list, and publishes nothing", async () => {
    const published: unknown[] = [];
    await put("2025-08-15");
    await call(trial.full, "PUT", "/v1/account", { establishment_country: "SE" });
    await committed(
      trial,
      makeSale({ taxable_amount_minor: 1_100_000, vat_amount_minor: 209_000 }),
    );
    const check = monitorWorker(async (event) => void published.push(event));
    const body = JSON.stringify({ account: ledger });
    expect(await check({ Records: [{ messageId: "1", body }] })).toEqual({
      batchItemFailures: [],
    });
    expect(await noticeDay(`${ledger}-2025-exceeded`)).toBe("2025-08-15T00:00:00.000Z");
    expect(published).toEqual([]);
  });
});
