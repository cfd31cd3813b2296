import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { LedgerId } from "../../shared/core/ids.ts";
import type { MailWork } from "../../shared/notifications/mails/make-mails.ts";
import { monitorAccount } from "../../shared/returns/overview/monitor-account.ts";
import { call } from "../stack/api.ts";
import { type CallGate, startCallGate } from "../stack/call-gate.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../stack/mail-server.ts";
import { confirmedMails, dueMailsOf, mailAt } from "../stack/mails.ts";
import { newPerson, newPractice } from "../stack/people.ts";
import { type RunningCommand, startCommand } from "../stack/run-stack.ts";
import { workAt } from "../stack/webhooks.ts";
import { killed } from "./killed-workers.ts";

/*
 * A worker of mails that is killed (kill -9) wherever it hurts: after its claim and before the mail is sent, when the mail
 * server has the whole mail and has not said so, and when it has said so and that is not recorded. The next worker sends
 * what is left: no mail is lost, one is sent twice at most, and then under one Message-ID.
 */
const MINUTE = 60_000;
let server: MailServer;
let gate: CallGate;

beforeAll(async () => {
  server = await startMailServer();
  process.env["SMTP_URL"] = server.url;
  gate = await startCallGate(inject("stack").env["DYNAMODB_ENDPOINT"] ?? "");
});
afterAll(async () => {
  await gate.close();
  await server.close();
});

const worker = (work: MailWork, now: Date): RunningCommand =>
  startCommand("test/crash/mail-worker.ts", [JSON.stringify(work), now.toISOString()], "none", {
    ...inject("stack").env,
    SMTP_URL: server.url,
    DYNAMODB_ENDPOINT: gate.endpoint,
  });

/** A mail that is due, to an address of its own. */
async function dueMail(name: string, now: Date) {
  const person = await newPerson(name);
  const { account } = await newPractice(person);
  const at = person.at(account as LedgerId);
  await call(undefined, "PUT", "/v1/account", { establishment_country: "SE" }, at);
  const registration = { scheme_type: "union_oss", member_state_identification: "SE" };
  const since = { effective_from: "2025-07-01", status: "active" };
  await call(undefined, "POST", "/v1/tax-registrations", { ...registration, ...since }, at);
  const address = `${name}-${Date.now()}@mail.example`;
  await confirmedMails(person, server, address);
  await monitorAccount(account as LedgerId, new Date("2025-10-25T12:00:00Z"), async () => {});
  await workAt(account as LedgerId, now);
  const [work, ...more] = await dueMailsOf([account], now);
  if (!work || more.length > 0) throw new Error(`${more.length} more are due`);
  const ids = () => received(address, server.received).map(({ mail }) => mail.messageId);
  return { account, address, work, ids };
}

/** The mails to the address after its confirmation. */
const received = (address: string, all: readonly ReceivedMail[]) =>
  all.filter(({ to }) => to.includes(address)).slice(1);

const now = new Date(Date.now() + MINUTE);
const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE);

/** The next worker sends it, and nobody after that. */
async function settled(account: LedgerId): Promise<void> {
  // Nobody else sends a mail that is claimed.
  expect(await dueMailsOf([account], later(1))).toEqual([]);
  await mailAt([account], later(3));
  expect(await dueMailsOf([account], later(60 * 48))).toEqual([]);
}

it("a mail that was claimed and not sent is sent once", async () => {
  const { account, work, ids } = await dueMail("claimed", now);
  const settings = gate.next((_, body) => body.includes("MAIL_SETTINGS#"));
  const first = worker(work, now);
  const held = await settings;
  await killed(first);
  held.drop();
  await gate.quiet();
  expect(ids()).toEqual([]);
  await settled(account as LedgerId);
  expect(ids()).toHaveLength(1);
});

it("a mail that the server has, and has not acknowledged, is sent again under its id", async () => {
  const { account, address, work, ids } = await dueMail("taken", now);
  const there = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  server.answer = ({ to }) => {
    if (!to.includes(address)) return undefined;
    there.resolve();
    return gone.promise;
  };
  const first = worker(work, now);
  await there.promise;
  await killed(first);
  gone.resolve();
  server.answer = () => {};
  await settled(account as LedgerId);
  expect(ids()).toHaveLength(2);
  expect(new Set(ids()).size).toBe(1);
});

it("a mail that is sent and not recorded is sent again under its id", async () => {
  const { account, work, ids } = await dueMail("sent", now);
  const recorded = gate.next(
    (operation, body) => operation === "UpdateItem" && body.includes("sent_at"),
  );
  const first = worker(work, now);
  const held = await recorded;
  await killed(first);
  held.drop();
  await gate.quiet();
  expect(ids()).toHaveLength(1);
  await settled(account as LedgerId);
  expect(ids()).toHaveLength(2);
  expect(new Set(ids()).size).toBe(1);
});

it("a mail whose record was carried out is not sent again", async () => {
  const { account, work, ids } = await dueMail("recorded", now);
  const recorded = gate.next(
    (operation, body) => operation === "UpdateItem" && body.includes("sent_at"),
  );
  const first = worker(work, now);
  const held = await recorded;
  await held.carryOut();
  await killed(first);
  held.drop();
  await gate.quiet();
  await settled(account as LedgerId);
  expect(ids()).toHaveLength(1);
});
