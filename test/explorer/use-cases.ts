import { ensureAccount } from "../../shared/accounts/store-accounts.ts";
import { insertApiKey } from "../../shared/accounts/store-keys.ts";
import { type IsoDate, type Period, periodNamed } from "../../shared/core/calendar/dates.ts";
import { sha256Of } from "../../shared/core/hash.ts";
import type { EventId } from "../../shared/core/ids.ts";
import { type AuthorId, accountOf, type LedgerId } from "../../shared/core/ids.ts";
import { requestImport, startImport, undoImport } from "../../shared/imports/jobs/manage-import.ts";
import {
  type ImportMessage,
  processPart,
  readImportFile,
} from "../../shared/imports/jobs/process-message.ts";
import { importBucketName, uploadObject } from "../../shared/imports/jobs/store-objects.ts";
import { classifyEvent } from "../../shared/ledger/commit/change-event.ts";
import { commitEvents } from "../../shared/ledger/commit/commit-events.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { recountAccount } from "../../shared/ledger/recount/recount.ts";
import { changeRegistrations } from "../../shared/ledger/settings/change-settings.ts";
import { doWebhookWork } from "../../shared/notifications/webhooks/deliver.ts";
import { createWebhook } from "../../shared/notifications/webhooks/manage.ts";
import { dueWebhookWork } from "../../shared/notifications/webhooks/store-deliveries.ts";
import { auditOnce } from "../../shared/operations/audit/audit-due-quarters.ts";
import { foundTwice, linesOf } from "../../shared/operations/audit/findings.ts";
import type { Clock } from "../../shared/platform/clock.ts";
import { s3 } from "../../shared/platform/s3/client.ts";
import { lockReturn } from "../../shared/returns/locks/lock-return.ts";
import { recordOpening } from "../../shared/returns/openings/record-opening.ts";
import { schemeNamed } from "../../shared/vat/schemes/schemes.ts";
import { atHand } from "../make/author.ts";
import { inParcel } from "../make/consignment.ts";
import { makeRegistration } from "../make/registration.ts";
import { makeRefund, makeSale, type SentEvent } from "../make/supply-event.ts";
import { settleRecount } from "../stack/settle.ts";
import { waitForOthers } from "./schedule.ts";

export const ACCOUNT = "explored" as LedgerId;
export const NOW = new Date("2026-03-01T10:00:00Z");
export const QUARTER = periodNamed("2025-Q3") as Period;
const BEFORE = periodNamed("2025-Q2") as Period;
const UNION = schemeNamed("union_oss");
const asked = { registration_id: undefined, author: "key" as AuthorId, now: NOW };

/** Something that a request or a message does. */
export type UseCase = {
  readonly name: string;
  /** Makes what the use case works on, and returns the use case itself. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
};

const commit = (...events: SentEvent[]) => commitEvents(ACCOUNT, events as NewEvent[], NOW);

/** A use case that needs nothing. */
const plain = (name: string, run: () => Promise<unknown>): UseCase => ({
  name,
  prepare: async () => run,
});

/**
 * The account before every use case: a webhook, two registrations, a sale, a refund of a sale that is to come, a locked
 * quarter before them.
 */
export async function prepareAccount(): Promise<void> {
  await ensureAccount(ACCOUNT, NOW);
  await insertApiKey(undefined, makeKey());
  const events = ["period.locked" as const];
  const url = "https://receiver.example/";
  await createWebhook(
    { ledger: ACCOUNT, author: "key" as AuthorId, now: NOW },
    { url, events, description: undefined },
  );
  await register(() => [
    makeRegistration({ id: 1, member_state_identification: "IE" }),
    makeRegistration({ id: 2, scheme_type: "ioss", member_state_identification: "IE" }),
  ]);
  await commit(makeSale({ event_id: "sold" }), inParcel("in-parcel", 10_000));
  await commit(makeRefund({ event_id: "waiting", original_event_id: "awaited" }));
  await settleRecount(ACCOUNT);
  await lockReturn(ACCOUNT, UNION, BEFORE, { ...asked, requireReady: false });
}

/** The key that all use cases name as their author. */
const makeKey = () => ({
  key_id: "key" as AuthorId,
  account: accountOf(ACCOUNT),
  scope: "full" as const,
  mode: "live" as const,
  secret_sha256: sha256Of("secret"),
  created_at: NOW.toISOString(),
});

const register = (items: () => ReturnType<typeof makeRegistration>[]) =>
  changeRegistrations(ACCOUNT, (seen) => ({ ...seen, last_id: 2, items: items() }), atHand(NOW));

/** Registrations that begin within the quarter, after the sale. */
const registerLater = () =>
  register(() => [
    makeRegistration({
      id: 1,
      member_state_identification: "IE",
      effective_from: "2025-08-10" as IsoDate,
    }),
    makeRegistration({ id: 2, scheme_type: "ioss", member_state_identification: "IE" }),
  ]);

/** A clock that lets all others end when it waits: it waits longer than a request can last. */
function patientClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    pause: async (ms) => {
      await waitForOthers();
      ahead += ms;
    },
  };
}

const classify = (event: string, to: "classified" | "excluded") =>
  classifyEvent(ACCOUNT, event as EventId, {
    at: NOW.toISOString(),
    key_id: "key",
    to,
    note: "explored",
  });

/** A sale and its refund, and another refund of it with another sale, which come by another import. */
const FIRST_ROWS = [
  makeSale({ event_id: "imported-1", taxable_amount_minor: 2_000, vat_amount_minor: 380 }),
  makeRefund({ event_id: "imported-2", original_event_id: "imported-1" }),
];
const SECOND_ROWS = [
  makeSale({ event_id: "imported-3" }),
  makeRefund({ event_id: "imported-4", original_event_id: "imported-1" }),
];

/** Makes an import of rows, read from its file; returns the messages of its parts. */
async function readImport(rows: readonly SentEvent[]): Promise<readonly ImportMessage[]> {
  const Body = rows.map((row) => JSON.stringify(row)).join("\n");
  const settings = { source_id: "shop" };
  const { job } = await requestImport(
    ACCOUNT,
    {
      format: "events_ndjson",
      source_id: "shop",
      on_conflict: "ask",
      settings,
      size_bytes: Body.length,
    },
    { author: "key" as AuthorId, now: new Date() },
  );
  const { PutObjectCommand } = await import("@aws-sdk/client-s3");
  const Key = uploadObject(ACCOUNT, job.id);
  await s3.send(new PutObjectCommand({ Bucket: importBucketName(), Key, Body }));
  const request = { ledger: ACCOUNT, id: job.id, now: new Date() };
  const { pass } = await startImport(request, false);
  return readImportFile({ account: ACCOUNT, import_id: job.id, pass });
}

/** Carries out the parts of an import, and those that follow from them. */
async function processParts(messages: readonly ImportMessage[]): Promise<void> {
  for (const message of messages) await processParts(await processPart(message));
}

const importPart: UseCase = {
  name: "import part",
  prepare: async () => {
    const messages = await readImport(SECOND_ROWS);
    return () => processParts(messages);
  },
};

const HOUR_MS = 3_600_000;

const undo: UseCase = {
  name: "undo",
  prepare: async () => {
    const messages = await readImport(FIRST_ROWS);
    await processParts(messages);
    const id = messages[0]?.import_id ?? "";
    const request = () => ({ ledger: ACCOUNT, id, now: new Date(Date.now() + HOUR_MS) });
    return async () => {
      const { pass } = await undoImport(request(), "key" as AuthorId);
      await processParts([{ account: ACCOUNT, import_id: id, pass, part: 1 }]);
    };
  },
};

const TOOLS = {
  now: () => NOW,
  random: () => 0,
  outside: { resolve: async () => [], allowLoopback: false, beginMs: 100, wholeMs: 100 },
};

/** Delivers the message of the lock of an earlier quarter to the webhook that listens to it. */
const delivery: UseCase = {
  name: "delivery",
  prepare: async () => {
    const due = (await Array.fromAsync(dueWebhookWork(new Date("2099-01-01")))).flat();
    return async () => {
      for (const work of due) {
        for (const next of await doWebhookWork(work, TOOLS)) await doWebhookWork(next, TOOLS);
      }
    };
  },
};

/** An audit of the quarter, as its worker does it: what two audits find is told. */
async function audit(): Promise<void> {
  const first = await auditOnce(ACCOUNT, QUARTER, NOW);
  const lines = linesOf(foundTwice(first, await auditOnce(ACCOUNT, QUARTER, NOW)));
  if (lines.length > 0) throw new Error(`the audit finds ${lines.join("; ")}`);
}

const opening = {
  currency: "EUR" as const,
  filed_at: "2026-02-01" as IsoDate,
  rows: [],
  corrections: [],
};

/** Every use case that changes or checks the ledger. */
export const USE_CASES: readonly UseCase[] = [
  plain("commit", () => commit(makeSale({ event_id: "new" }))),
  plain("commit of an awaited sale", () => commit(makeSale({ event_id: "awaited" }))),
  plain("refund", () => commit(makeRefund({ event_id: "refund", original_event_id: "sold" }))),
  plain("consignment", () => commit(inParcel("in-parcel-too", 10_000))),
  plain("reclassify", () => classify("sold", "excluded")),
  plain("register", registerLater),
  {
    name: "recount",
    prepare: async () => {
      await registerLater();
      return () => recountAccount(ACCOUNT, patientClock());
    },
  },
  importPart,
  undo,
  plain("lock", () => lockReturn(ACCOUNT, UNION, QUARTER, { ...asked, requireReady: false })),
  plain("opening", () =>
    recordOpening(ACCOUNT, opening, { scheme: UNION, period: QUARTER, ...asked }),
  ),
  delivery,
  plain("audit", audit),
];
