import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { doWebhookWork } from "../../shared/notifications/webhooks/deliver.ts";
import type { WebhookWork } from "../../shared/notifications/webhooks/message.ts";
import { type Account, call, newAccount } from "../stack/api.ts";
import { type CallGate, startCallGate } from "../stack/call-gate.ts";
import { type Receiver, startReceiver } from "../stack/receiver.ts";
import { report } from "../stack/soak.ts";
import { webhookTools } from "../stack/webhook-tools.ts";
import { deliveriesTo, dueOf, newWebhook, workAt } from "../stack/webhooks.ts";
import { type Death, diesAt, webhookWorker } from "./killed-workers.ts";

/*
 * Quarters are locked one after the other, each lock acknowledged, and the worker that tells of it dies (kill -9): the one
 * that makes deliveries of the message, or the one that delivers, at each of its calls of the table in turn, once before
 * the call is carried out and once after. Another worker then does what is left. Nothing acknowledged is lost: the
 * receiver gets each lock at least once, always under one id and with one content, and nothing else.
 */
const LOCKS = "/v1/reports/locked-return-periods/union-oss";
/** More than a worker has calls. */
const CALLS = 30;
const DEATHS: readonly Death[] = Array.from({ length: CALLS }, (_, n) => [
  { at: n + 1, isCarriedOut: false },
  { at: n + 1, isCarriedOut: true },
]).flat();

let seller: Account;
let gate: CallGate;
let receiver: Receiver;
let id: string;

beforeAll(async () => {
  gate = await startCallGate(inject("stack").env["DYNAMODB_ENDPOINT"] ?? "");
  receiver = await startReceiver();
  seller = await newAccount("told");
  const registration = { scheme_type: "union_oss", member_state_identification: "SE" };
  const since = { effective_from: "2005-01-01", status: "active" };
  await call(seller.full, "POST", "/v1/tax-registrations", { ...registration, ...since });
  ({ id } = await newWebhook(seller, receiver.url, ["period.locked"]));
});
afterAll(async () => {
  await gate.close();
  await receiver.close();
});

const acknowledged: string[] = [];

const nextQuarter = (): string => {
  const n = acknowledged.length;
  return `${2005 + Math.floor(n / 4)}-Q${(n % 4) + 1}`;
};

/** Longer than a worker that died keeps its delivery. */
const MINUTE = 60_000;
const start = Date.now() + MINUTE;
const at = (minutes: number) => new Date(start + minutes * MINUTE);

/** Locks a quarter; what is to be told of it is the one thing that is due. */
async function locked(now: Date): Promise<WebhookWork> {
  const period = nextQuarter();
  const { status, text } = await call(seller.full, "POST", `${LOCKS}?period=${period}`);
  expect(status, text).toBe(201);
  acknowledged.push(period);
  return onlyDue(now);
}

async function onlyDue(now: Date): Promise<WebhookWork> {
  const [work, ...more] = await dueOf(seller.account, now);
  if (!work || more.length > 0) throw new Error(`${more.length} more are due`);
  return work;
}

/** What dies: whoever hands the message on, or whoever delivers it. */
const VICTIMS = ["message", "delivery"] as const;

/** One lock, told in spite of a death; false when the worker has fewer calls. */
async function survives(victim: (typeof VICTIMS)[number], death: Death): Promise<boolean> {
  const now = at(10 * acknowledged.length);
  const message = await locked(now);
  if (victim === "delivery") await doWebhookWork(message, webhookTools(now));
  const work = victim === "delivery" ? await onlyDue(now) : message;
  const hasDied = await diesAt(death, gate, () => webhookWorker(gate, work, now));
  await workAt(seller.account, new Date(now.getTime() + 2 * MINUTE));
  expect(await dueOf(seller.account, new Date(now.getTime() + 5 * MINUTE))).toEqual([]);
  return hasDied;
}

type LockedEvent = { readonly data: { readonly period_key: string } };

it("a receiver gets each lock under one id, wherever the worker died", async () => {
  let deaths = 0;
  for (const victim of VICTIMS) {
    for (const death of DEATHS) {
      if (!(await survives(victim, death))) break;
      deaths += 1;
    }
  }
  const { items } = await deliveriesTo(seller, id, "?limit=200");
  expect(items.map(({ state }) => state)).toEqual(acknowledged.map(() => "delivered"));
  const sent = receiver.received.map(({ headers, body }) => ({
    name: `${headers["webhook-id"]} ${body}`,
    period: (JSON.parse(body) as LockedEvent).data.period_key,
  }));
  const names = Map.groupBy(sent, ({ name }) => name);
  expect([...names.values()].map(([one]) => one?.period).sort()).toEqual(acknowledged.sort());
  report(
    `outbox-kill: ${deaths} deaths, at every call of both workers; ${acknowledged.length} locks acknowledged, ` +
      `${sent.length} requests received, each lock under one id`,
  );
  expect(deaths).toBeGreaterThanOrEqual(2 * VICTIMS.length);
}, 3_600_000);
