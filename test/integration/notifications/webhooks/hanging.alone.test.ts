import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import type { LocalQueue } from "../../../../scripts/local/local-queues.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import { type Receiver, startReceiver } from "../../../stack/receiver.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { webhookTools } from "../../../stack/webhook-tools.ts";

/*
 * The receiver of one account hangs. What that costs others is counted by events and by open connections, not by time: the
 * clock of the service stands still, unless a test moves it.
 */
const SHARE = 30;
const TESTS = 160;

let api: ApiServer;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T10:00:01Z") });
  vi.stubEnv("WEBHOOKS_ALLOW_LOOPBACK", "1");
  await tableOfOwn();
  api = await startApiHere();
});
afterAll(async () => {
  vi.useRealTimers();
  await api.stop();
});

/** A receiver, and how many of its requests were open at once at most. */
type Watched = Receiver & { open: number; most: number };

async function watched(answers: boolean): Promise<Watched> {
  const receiver: Watched = Object.assign(await startReceiver(), { open: 0, most: 0 });
  receiver.answer = (response) => {
    receiver.open += 1;
    receiver.most = Math.max(receiver.most, receiver.open);
    response.once("close", () => {
      receiver.open -= 1;
    });
    if (answers) setImmediate(() => response.writeHead(204).end());
  };
  return receiver;
}

let hanging: Watched;
let shop: Account;
let webhook: string;
beforeEach(async () => {
  hanging = await watched(false);
  shop = await newAccount("hanging");
  webhook = await webhookTo(shop, hanging);
});
afterEach(async () => {
  await hanging.close();
  await closing.disposeAsync();
});

async function webhookTo({ full }: Account, { url }: Receiver): Promise<string> {
  const asked = { url, events: ["period.locked"] };
  type Made = { readonly id: string; readonly secret: string };
  const { status, body } = await callAt<Made>(api.url, full, "POST", "/v1/webhooks", asked);
  expect(status).toBe(201);
  noteSecrets([body.secret.replace("whsec_", "")]);
  return body.id;
}

const send = ({ full }: Account, id: string) =>
  callAt<{ id: string }>(api.url, full, "POST", `/v1/webhooks/${id}/test`);

let closing = new AsyncDisposableStack();

/** The workers of the queue, which wait so long for a receiver to begin its answer. */
async function startWorkers(beginMs: number): Promise<LocalQueue> {
  closing = new AsyncDisposableStack();
  const { listen } = await import("../../../../scripts/local/local-queues.ts");
  const { webhookWorker } = await import("../../../../shared/notifications/webhooks/deliver.ts");
  const tools = webhookTools(new Date());
  const outside = { ...tools.outside, beginMs, wholeMs: 600_000 };
  return listen("webhooks", webhookWorker({ ...tools, now: () => new Date(), outside }), closing);
}

async function dispatch(): Promise<void> {
  const { dispatchWebhooks } = await import(
    "../../../../shared/notifications/webhooks/dispatch.ts"
  );
  await dispatchWebhooks(new Date());
}

it("160 tests to it are 30, of which one is on its way, and another account does not wait", async () => {
  await startWorkers(600_000);
  const other = await watched(true);
  const neighbour = await newAccount("neighbour");
  const own = await webhookTo(neighbour, other);
  const answers = await Promise.all(Array.from({ length: TESTS }, () => send(shop, webhook)));
  const statuses = Object.groupBy(answers, ({ status }) => status);
  expect([statuses[202]?.length, statuses[429]?.length]).toEqual([SHARE, TESTS - SHARE]);
  expect(statuses[429]?.[0]).toMatchObject({
    body: { error: "rate_limited", message: expect.stringContaining("30 messages a minute") },
  });
  expect(statuses[429]?.[0]?.headers.get("retry-after")).toBe("59");
  expect((await send(neighbour, own)).status).toBe(202);
  await vi.waitFor(() => expect(other.received).toHaveLength(1), { timeout: 60_000 });
  // The receiver still holds the first message, and no second one was sent to it.
  expect([hanging.open, hanging.received.length]).toEqual([1, 1]);
  const replay = `/v1/webhooks/${webhook}/deliveries/${statuses[202]?.[0]?.body.id}/replay`;
  expect(await callAt(api.url, shop.full, "POST", replay)).toMatchObject({ status: 429 });
  hanging.answer = (response) => response.writeHead(204).end();
  await other.close();
});

it("is paused after three messages in a row, longer each time, until the user changes the webhook", async () => {
  const queue = await startWorkers(1_000);
  for (let n = 0; n < 8; n += 1) expect((await send(shop, webhook)).status).toBe(202);
  await queue.idle();
  expect([hanging.received.length, hanging.most]).toEqual([3, 1]);
  await dispatch();
  await queue.idle();
  expect(hanging.received).toHaveLength(3);
  // After a minute one more message is tried, and the rest is not due for five.
  for (const [afterMs, attempts] of [
    [61_000, 4],
    [61_000, 4],
    [300_000, 5],
  ] as const) {
    vi.setSystemTime(Date.now() + afterMs);
    await dispatch();
    await queue.idle();
    expect(hanging.received).toHaveLength(attempts);
  }
  hanging.answer = (response) => response.writeHead(204).end();
  const change = { description: "mended" };
  await callAt(api.url, shop.full, "PATCH", `/v1/webhooks/${webhook}`, change);
  await send(shop, webhook);
  await queue.idle();
  expect(hanging.received).toHaveLength(6);
});

it("messages of one moment to a receiver that answers arrive one after the other, all at once", async () => {
  const queue = await startWorkers(600_000);
  const quick = await watched(true);
  const id = await webhookTo(shop, quick);
  await Promise.all(Array.from({ length: 20 }, () => send(shop, id)));
  await vi.waitFor(() => expect(quick.received).toHaveLength(20), { timeout: 60_000 });
  await queue.idle();
  expect(quick.most).toBe(1);
  await quick.close();
});
