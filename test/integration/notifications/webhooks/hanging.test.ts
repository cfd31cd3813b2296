import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type * as z from "zod";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import type { LocalQueue, Worker } from "../../../../scripts/local/local-queues.ts";
import type { AccountId, LedgerId } from "../../../../shared/core/ids.ts";
import type { CreatedImport } from "../../../../shared/imports/jobs/schema.ts";
import type { QueueName } from "../../../../shared/platform/queues/queue-table.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import { atEachCall } from "../../../stack/put-back.ts";
import { type Receiver, startReceiver } from "../../../stack/receiver.ts";
import { inSoak, report, soaking, soakLength } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { trialOf } from "../../../stack/trial.ts";
import { webhookTools } from "../../../stack/webhook-tools.ts";

/*
 * The receiver of one account hangs, or its requests come all at once. What that costs others is counted by events and by
 * open connections, not by time: the clock of the service stands still, unless a test moves it.
 */
const SHARE = 30;
const TESTS = 33;

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
  releaseHeld();
  await hanging.close();
  await closing.disposeAsync();
});

async function webhookTo(
  { full }: Account,
  { url }: Receiver,
  event = "period.locked",
): Promise<string> {
  const asked = { url, events: [event] };
  type Made = { readonly id: string; readonly secret: string };
  const { status, body } = await callAt<Made>(api.url, full, "POST", "/v1/webhooks", asked);
  expect(status).toBe(201);
  noteSecrets([body.secret.replace("whsec_", "")]);
  return body.id;
}

const send = ({ full }: Account, id: string) =>
  callAt<{ id: string }>(api.url, full, "POST", `/v1/webhooks/${id}/test`);

let closing = new AsyncDisposableStack();

/** The milliseconds in which a receiver has to begin its answer. */
const limit = { beginMs: 600_000 };

/** Starts the workers of the queue. */
async function startWorkers(): Promise<LocalQueue> {
  closing = new AsyncDisposableStack();
  const { listen } = await import("../../../../scripts/local/local-queues.ts");
  const { webhookWorker } = await import("../../../../shared/notifications/webhooks/deliver.ts");
  const tools = webhookTools(new Date());
  const outside = {
    ...tools.outside,
    wholeMs: 600_000,
    get beginMs() {
      return limit.beginMs;
    },
  };
  return listen("webhooks", webhookWorker({ ...tools, now: () => new Date(), outside }), closing);
}

/** The messages that workers were given of each account, by queue: those that went back to the queue among them. */
type Turns = Map<string, number>;

/** The workers of imports and of webhooks, and how many turns each account has had. */
async function startCountedWorkers(): Promise<Turns> {
  closing = new AsyncDisposableStack();
  const turns: Turns = new Map();
  const { listen } = await import("../../../../scripts/local/local-queues.ts");
  const counted =
    (name: QueueName, worker: Worker): Worker =>
    (batch) => {
      const { account } = JSON.parse(batch.Records[0]?.body ?? "") as { account: LedgerId };
      turns.set(`${name} ${account}`, (turns.get(`${name} ${account}`) ?? 0) + 1);
      return worker(batch);
    };
  const { webhookWorker } = await import("../../../../shared/notifications/webhooks/deliver.ts");
  const files = await import("../../../../shared/imports/jobs/process-message.ts");
  const tools = webhookTools(new Date());
  const outside = { ...tools.outside, beginMs: 600_000, wholeMs: 600_000 };
  const workers = {
    imports: files.importFileWorker(),
    chunks: files.importPartWorker(),
    webhooks: webhookWorker({ ...tools, now: () => new Date(), outside }),
  };
  for (const [name, worker] of Object.entries(workers)) {
    await listen(name as QueueName, counted(name as QueueName, worker), closing);
  }
  return turns;
}

/** Steps of an account that are never done: each waits before it writes its result. */
type HeldSteps = { reading: number; committing: number };

let releaseHeld: () => void = () => undefined;

/** Holds the imports of an account: all steps that commit rows, and those that read files from the seventh on. */
async function holdImports(account: LedgerId): Promise<HeldSteps> {
  const { dynamo } = await import("../../../../shared/platform/dynamodb/client.ts");
  const until = Promise.withResolvers<void>();
  const held = { reading: 0, committing: 0 };
  // Also when the test fails, the workers have to end.
  releaseHeld = until.resolve;
  let read = 0;
  atEachCall(dynamo, (next) => async (args) => {
    const input = JSON.stringify(args.input);
    const isImport = input.includes(`"IMPORTS#${account}"`);
    const isRead = isImport && input.includes('"row_parts"');
    if (isRead) read += 1;
    if (isRead && read > 6) {
      held.reading += 1;
      await until.promise;
    } else if (isImport && input.includes("#done :part")) {
      held.committing += 1;
      await until.promise;
    }
    return next(args);
  });
  return held;
}

/** Imports so many sales, and returns the id of the import. */
async function startImport(
  { account, full }: Account,
  name: string,
  sales: number,
): Promise<string> {
  const { uploadObject, writeText } = await import(
    "../../../../shared/imports/jobs/store-objects.ts"
  );
  const lines = Array.from({ length: sales }, (_, n) =>
    JSON.stringify({ ...makeSale({ event_id: `${name}-${n}` }), source_id: "shop" }),
  );
  const text = `${lines.join("\n")}\n`;
  const asked = { format: "events_ndjson", source_id: "shop", size_bytes: text.length };
  type Created = z.output<typeof CreatedImport>;
  const { body } = await callAt<Created>(api.url, full, "POST", "/v1/imports", asked);
  // The link has expired by the clock of the bucket.
  await writeText(uploadObject(account, body.id), text);
  const started = await callAt(api.url, full, "POST", `/v1/imports/${body.id}/start`, {});
  expect(started.status).toBe(200);
  return body.id;
}

async function dispatch(): Promise<void> {
  const { dispatchWebhooks } = await import("../../../../shared/notifications/webhooks/deliver.ts");
  await dispatchWebhooks(new Date());
}

it("33 tests to it are 30, of which one is on its way, and another account does not wait", async () => {
  await startWorkers();
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

/** The attempts of all messages to the webhook, and how many messages were delivered. */
async function logged(): Promise<{ readonly attempts: number; readonly delivered: number }> {
  type Log = {
    readonly items: readonly { readonly state: string; readonly attempts: unknown[] }[];
  };
  const path = `/v1/webhooks/${webhook}/deliveries`;
  const { items } = (await callAt<Log>(api.url, shop.full, "GET", path)).body;
  const attempts = items.reduce((sum, one) => sum + one.attempts.length, 0);
  return { attempts, delivered: items.filter(({ state }) => state === "delivered").length };
}

it("is paused after three messages in a row, longer each time, until the user changes the webhook", async () => {
  const queue = await startWorkers();
  // Nothing answers before the receiver is mended. On a busy machine an attempt may end before the receiver knows of it.
  limit.beginMs = 30;
  for (let n = 0; n < 6; n += 1) expect((await send(shop, webhook)).status).toBe(202);
  await queue.idle();
  expect(await logged()).toEqual({ attempts: 3, delivered: 0 });
  expect(hanging.most).toBeLessThanOrEqual(1);
  await dispatch();
  await queue.idle();
  expect(await logged()).toMatchObject({ attempts: 3 });
  // After a minute one more message is tried, and the rest is not due for five.
  for (const [afterMs, attempts] of [
    [61_000, 4],
    [61_000, 4],
    [300_000, 5],
  ] as const) {
    vi.setSystemTime(Date.now() + afterMs);
    await dispatch();
    await queue.idle();
    expect(await logged()).toEqual({ attempts, delivered: 0 });
  }
  hanging.answer = (response) => response.writeHead(204).end();
  limit.beginMs = 600_000;
  const change = { description: "mended" };
  await callAt(api.url, shop.full, "PATCH", `/v1/webhooks/${webhook}`, change);
  await send(shop, webhook);
  await queue.idle();
  expect(await logged()).toEqual({ attempts: 6, delivered: 1 });
});

it("messages of one moment to a receiver that answers arrive one after the other, all at once", async () => {
  const queue = await startWorkers();
  const quick = await watched(true);
  const id = await webhookTo(shop, quick);
  await Promise.all(Array.from({ length: 5 }, () => send(shop, id)));
  await vi.waitFor(() => expect(quick.received).toHaveLength(5), { timeout: 60_000 });
  await queue.idle();
  expect(quick.most).toBe(1);
  await quick.close();
});

/** Imports a few sales, a hundred in a soak, and waits for the message that says so. */
async function importAndExpectDelivery(
  seller: Account,
  receiver: Watched,
  name: string,
): Promise<void> {
  const before = receiver.received.length;
  const id = await startImport(seller, name, soaking ? 100 : 3);
  const path = `/v1/imports/${id}`;
  const status = async () => (await callAt(api.url, seller.full, "GET", path)).body["status"];
  await vi.waitFor(async () => expect(await status()).toBe("completed"), { timeout: 60_000 });
  await dispatch();
  await vi.waitFor(() => expect(receiver.received.length).toBe(before + 1), { timeout: 60_000 });
}

/** Floods imports and webhooks of an account and of its sandbox: nothing of it will be done. */
async function flood(): Promise<void> {
  const trial = await trialOf(shop);
  for (const ledger of [shop, trial]) {
    const hooks = ledger === shop ? [webhook] : [];
    while (hooks.length < (ledger === shop ? 10 : 3)) hooks.push(await webhookTo(ledger, hanging));
    for (const id of hooks) expect((await send(ledger, id)).status).toBe(202);
  }
  for (let n = 0; n < 10; n += 1) await startImport(shop, `flood-${n}`, 3);
}

it("a flood of imports and messages takes half of the workers, and another account needs no more turns", async () => {
  const turns = await startCountedWorkers();
  const other = await watched(true);
  const neighbour = await newAccount("neighbour");
  await webhookTo(neighbour, other, "import.completed");
  const counted = () =>
    ["imports", "chunks", "webhooks"].map((name) => turns.get(`${name} ${neighbour.account}`));
  await importAndExpectDelivery(neighbour, other, "alone");
  expect(counted()).toEqual([1, 1, 2]);
  const held = await holdImports(shop.account);
  await flood();
  await vi.waitFor(
    () => expect([held.reading, held.committing, hanging.open]).toEqual([2, 5, 10]),
    { timeout: 60_000 },
  );
  await importAndExpectDelivery(neighbour, other, "beside");
  expect(counted()).toEqual([2, 2, 4]);
  // Messages that found no lease were sent again, and none of them has been processed.
  expect(turns.get(`imports ${shop.account}`)).toBeGreaterThanOrEqual(10);
  expect([held.reading, held.committing, hanging.most]).toEqual([2, 5, 10]);
  releaseHeld();
  hanging.answer = (response) => response.writeHead(204).end();
  await other.close();
});

it("a lease that a killed worker leaves ends by itself, and its message takes it over before", async () => {
  const { endLease, takeLease } = await import(
    "../../../../shared/platform/queues/store-leases.ts"
  );
  const began = new Date();
  const take = (body: string, afterSeconds = 0) =>
    takeLease(
      "chunks",
      "killed" as AccountId,
      body,
      new Date(began.getTime() + afterSeconds * 1000),
    );
  const bodies = ["1", "2", "3", "4", "5"];
  const leases = await Promise.all(bodies.map((body) => take(body)));
  expect(new Set(leases.map((lease) => lease?.name)).size).toBe(5);
  expect(await take("6")).toBeUndefined();
  const again = await take("3", 1);
  expect(again?.name).toBe(leases[2]?.name);
  // The first worker of the message ends no lease but its own.
  if (leases[2]) await endLease(leases[2]);
  expect(await take("6", 2)).toBeUndefined();
  if (again) await endLease(again);
  expect(await take("6", 2)).toMatchObject({ name: again?.name });
  expect(await take("7", 179)).toBeUndefined();
  expect(await take("7", 181)).toBeDefined();
});

/** The rows of a flood that is worked on; a soak prints the times beside it. */
const FLOODS = inSoak(soakLength("EVENTS", 200_000));

it.for(FLOODS)(
  "a flood of %d rows that is worked on leaves another account its time",
  { timeout: 3_600_000 },
  async (rows) => {
    const turns = await startCountedWorkers();
    const other = await watched(true);
    const neighbour = await newAccount("neighbour");
    await webhookTo(neighbour, other, "import.completed");
    const timed = async (name: string) => {
      const start = performance.now();
      await importAndExpectDelivery(neighbour, other, name);
      return Math.round(performance.now() - start);
    };
    const alone = await timed("alone");
    const counted = () =>
      ["imports", "chunks", "webhooks"]
        .map((name) => `${name} ${turns.get(`${name} ${neighbour.account}`)}`)
        .join(", ");
    const turnsAlone = counted();
    for (let n = 0; n < 20; n += 1) await startImport(shop, `flood-${n}`, rows / 20);
    const concurrent: number[] = [];
    for (let n = 0; n < 5; n += 1) concurrent.push(await timed(`beside-${n}`));
    report(
      `flood of ${rows} rows: an import of 100 and its message take ${alone} ms alone (turns ${turnsAlone}), ${concurrent.join(", ")} ms beside it (turns of all ${counted()})`,
    );
    hanging.answer = (response) => response.writeHead(204).end();
    await other.close();
  },
);
