import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { WebhookWork } from "../../shared/notifications/webhooks/message.ts";
import { makeService } from "../make/supply-event.ts";
import { type Account, call, newAccount } from "../stack/api.ts";
import { type CallGate, startCallGate } from "../stack/call-gate.ts";
import { type Receiver, startReceiver } from "../stack/receiver.ts";
import { committed } from "../stack/seller.ts";
import { settleRecount } from "../stack/settle.ts";
import { deliveriesTo, dueOf, newWebhook, workAt } from "../stack/webhooks.ts";
import { killed, webhookWorker } from "./killed-workers.ts";

/*
 * A worker that is killed (kill -9) wherever it hurts: after a message became deliveries and before that is noted,
 * while the receiver has the message and has not answered, and when it has answered and that is not noted. What each
 * leaves is done by the next worker: the message arrives at least once, and always under its one id.
 */
let account: Account;
let gate: CallGate;
let receiver: Receiver;
let id: string;

beforeAll(async () => {
  gate = await startCallGate(inject("stack").env["DYNAMODB_ENDPOINT"] ?? "");
  receiver = await startReceiver();
  account = await newAccount("killed");
  await committed(account, makeService({ event_id: "one" }));
  ({ id } = await newWebhook(account, receiver.url, ["recount.completed"]));
  await call(account.full, "PUT", "/v1/account", { establishment_country: "SE" });
  await settleRecount(account.account);
});
afterAll(async () => {
  await gate.close();
  await receiver.close();
});

const worker = (work: WebhookWork | undefined, now: Date) => webhookWorker(gate, work, now);

/** The one thing of the account that is due. */
async function onlyDue(now: Date): Promise<WebhookWork | undefined> {
  const due = await dueOf(account.account, now);
  expect(due).toHaveLength(1);
  return due[0];
}

const MINUTE = 60_000;
const start = Date.now() + MINUTE;
const at = (minutes: number) => new Date(start + minutes * MINUTE);

it("a message survives every death of its workers, under one id", async () => {
  const message = await onlyDue(at(0));
  expect(message).not.toHaveProperty("webhook_id");
  // The delivery is there, and the message not closed.
  const closing = gate.next(
    (operation, body) => operation === "UpdateItem" && body.includes("OUTBOX#"),
  );
  const first = worker(message, at(0));
  const held = await closing;
  await killed(first);
  held.drop();
  await gate.quiet();
  expect(await dueOf(account.account, at(0))).toHaveLength(2);
  // The same message once more, which makes no second delivery.
  await worker(message, at(0)).ended;
  const delivery = await onlyDue(at(0));
  expect(delivery).toMatchObject({ webhook_id: id, message_id: message?.message_id });

  // The receiver has it, and the worker dies before the answer.
  const arrived = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  const second = worker(delivery, at(0));
  await arrived;
  await killed(second);
  expect(await dueOf(account.account, at(0))).toEqual([]);

  // It has answered, and the worker dies before that is noted.
  receiver.answer = (response) => response.writeHead(204).end();
  const noting = gate.next(
    (operation, body) => operation === "PutItem" && body.includes("DELIVERIES#"),
  );
  const third = worker(await onlyDue(at(2)), at(2));
  const note = await noting;
  await killed(third);
  note.drop();
  await gate.quiet();
  expect((await deliveriesTo(account, id)).items).toMatchObject([{ state: "pending" }]);

  await workAt(account.account, at(4));
  expect((await deliveriesTo(account, id)).items).toMatchObject([
    { id: message?.message_id, state: "delivered" },
  ]);
  expect(await dueOf(account.account, at(60))).toEqual([]);
  expect(receiver.received).toHaveLength(3);
  const received = receiver.received.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`);
  expect(new Set(received).size).toBe(1);
});
