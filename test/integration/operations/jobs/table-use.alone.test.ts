import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { accessOf } from "../../../../infra/function-access.ts";
import * as jobs from "../../../../shared/api/jobs.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import {
  type AuthorId,
  accountOf,
  type EventId,
  type LedgerId,
} from "../../../../shared/core/ids.ts";
import type { ImportJob } from "../../../../shared/imports/jobs/job.ts";
import type { ImportMessage } from "../../../../shared/imports/jobs/process-message.ts";
import type { WebhookWork } from "../../../../shared/notifications/webhooks/message.ts";
import { atHand } from "../../../make/author.ts";
import { inParcel } from "../../../make/consignment.ts";
import { dailyXml, historyXml, makeDay } from "../../../make/ecb-xml.ts";
import { SAMPLES, type Sample } from "../../../make/import-sample.ts";
import { rateProposal } from "../../../make/rate-proposal.ts";
import { makeSale, makeService } from "../../../make/supply-event.ts";
import { makeTransaction } from "../../../make/transaction.ts";
import { startEcbServer } from "../../../stack/ecb-server.ts";
import { startReceiver } from "../../../stack/receiver.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { onTableRequests } from "../../../stack/table-requests.ts";
import { usesOf } from "../../../stack/table-use.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";

/*
 * What the jobs ask of the table is held against their rows, as global-setup.ts does for the routes:
 * on AWS a function is refused whatever its row does not declare.
 */
const touched = new Set<string>();
let rateReads = 0;
onTableRequests((all) => {
  for (const { operation, family } of all) touched.add(`${operation} ${family}`);
  rateReads += all.filter(({ family }) => family === "rates").length;
});

const today = await todayWithTimeLeft();
const SELLER = "seller" as LedgerId;
const delivery = { Records: [{ messageId: "m1", body: JSON.stringify({ account: SELLER }) }] };

beforeAll(async () => {
  await tableOfOwn();
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  const { storeEcbDays } = await import(
    "../../../../shared/vat/exchange-rates/store-exchange-rates.ts"
  );
  const { commit } = await import("../../../make/committed.ts");
  const supply_date = today;
  await ensureAccount(SELLER, new Date());
  await storeEcbDays([{ day: "2026-01-02" as IsoDate, rates: { SEK: "10" } }], new Date());
  await commit(SELLER, [
    makeSale({ event_id: "sale", supply_date, taxable_amount_minor: 2_000_000 }),
    makeSale({ event_id: "in-krona", supply_date, currency: "SEK" }),
    makeSale({
      event_id: "refund",
      event_type: "refund",
      original_event_id: "sale",
      supply_date,
      taxable_amount_minor: 100,
    }),
    inParcel("in-a-parcel", 10_000, { supply_date }),
  ]);
});

beforeEach(() => touched.clear());

function expectDeclared(job: keyof typeof jobs): void {
  const declared = usesOf(accessOf(jobs[job]));
  expect([...touched].filter((use) => !declared.includes(use))).toEqual([]);
  expect([...touched]).not.toEqual([]);
}

it("dispatchAccounts", async () => {
  const { enqueueAccounts } = await import("../../../../shared/accounts/enqueue-accounts.ts");
  const { sentTo } = await import("../../../stack/sent-messages.ts");
  using sent = sentTo("accounts");
  await enqueueAccounts("accounts");
  expect(sent.messages).toEqual([{ account: SELLER }]);
  expectDeclared("dispatchAccounts");
  expectDeclared("dispatchAudits");
  expectDeclared("dispatchRecounts");
  const { tellRateChanges } = await import("../../../../shared/notifications/tell-rate-changes.ts");
  expect(await tellRateChanges(new Date())).toEqual({ rates_told: 0 });
  expectDeclared("dispatchAccounts");
});

it("checkAccount", async () => {
  const { monitorWorker } = await import("../../../../shared/returns/overview/monitor-account.ts");
  const publish = vi.fn(async () => {});
  const check = monitorWorker(publish);
  expect(await check(delivery)).toEqual({ batchItemFailures: [] });
  expect(publish).toHaveBeenCalled();
  expectDeclared("checkAccount");
  expect(rateReads).toBeGreaterThan(0);
  rateReads = 0;
  expect(await check(delivery)).toEqual({ batchItemFailures: [] });
  expect(rateReads).toBe(0);
});

it("refreshRates", async () => {
  const ecb = await startEcbServer();
  vi.stubEnv("ECB_BASE_URL", ecb.url);
  const friday = makeDay("2026-11-20", { USD: "1.1610" });
  ecb.files.set("eurofxref-daily.xml", dailyXml(friday));
  ecb.files.set("eurofxref-hist-90d.xml", historyXml([friday]));
  const { refreshRates } = await import("../../../../shared/vat/exchange-rates/refresh-rates.ts");
  const refresh = () => refreshRates(new Date("2026-11-20T17:05:00Z"));
  expect(await refresh()).toMatchObject({ stored: 1 });
  ecb.files.set("eurofxref-daily.xml", dailyXml(makeDay("2026-11-20", { USD: "1.1700" })));
  ecb.files.delete("eurofxref-hist-90d.xml");
  expect(await refresh()).toMatchObject({ corrected: 1 });
  vi.unstubAllEnvs();
  await ecb.close();
  expectDeclared("refreshRates");
});

it("compareTaxRates", async () => {
  const { compareTaxRates } = await import(
    "../../../../shared/ledger/tax-rates/compare-tax-rates.ts"
  );
  const silent = async () => ({ fault: "TEDB was not asked" });
  expect(await compareTaxRates(new Date(), silent)).toMatchObject({ compared: 0 });
  expectDeclared("compareTaxRates");
});

it("auditAccount", async () => {
  const { auditWorker } = await import("../../../../shared/operations/audit/audit-due-quarters.ts");
  const { sentTo } = await import("../../../stack/sent-messages.ts");
  using sent = sentTo("audits");
  expect(await auditWorker(0)(delivery)).toEqual({ batchItemFailures: [] });
  expect(sent.messages).not.toEqual([]);
  const bodies = sent.messages.map((message) => JSON.stringify(message));
  const Records = bodies.map((body) => ({ messageId: body, body }));
  expect(await auditWorker(0)({ Records })).toEqual({ batchItemFailures: [] });
  expectDeclared("auditAccount");
});

/** Stores an accepted rate whose recheck is requested, and returns the message of the recheck. */
async function requestedRecheck() {
  const { updateProposals } = await import(
    "../../../../shared/vat/rate-proposals/store-rate-proposals.ts"
  );
  const requested_at = "2026-11-20T08:00:00.000Z";
  const rate = { rate_bps: 2_000, valid_from: "2025-07-01" as IsoDate };
  const accepted = { action: "accept", at: requested_at, by: "pe_1", ...rate } as const;
  const proposal = rateProposal({
    state: "accepted",
    decisions: [accepted],
    recheck: { state: "counting", requested_at, by: "pe_1" },
  });
  await updateProposals((seen) => ({ ...seen, proposals: [proposal] }));
  const body = JSON.stringify({ rate_proposal: proposal.proposal_id, requested_at });
  return { Records: [{ messageId: body, body }] };
}

it("recountAccount", async () => {
  const { recountWorker } = await import("../../../../shared/ledger/recount/recount.ts");
  const { sentTo } = await import("../../../stack/sent-messages.ts");
  const { updatePlacingProfile } = await import(
    "../../../../shared/ledger/settings/store-settings.ts"
  );
  const { establishment_country, ...service } = makeService({ supply_date: today });
  const { commit } = await import("../../../make/committed.ts");
  await commit(SELLER, [
    { ...service, event_id: "service" },
    // Of a period that is over: its sums are marked.
    { ...service, event_id: "earlier", supply_date: "2025-08-01" as IsoDate },
  ]);
  const rows = [{ establishment_country: "DE", fixed_establishments: [] }];
  await updatePlacingProfile(SELLER, (seen) => ({ ...seen, rows }), atHand());
  const { saveTransaction } = await import(
    "../../../../shared/ledger/calculate/store-transactions.ts"
  );
  await saveTransaction(SELLER, makeTransaction(), today);
  const recheck = await requestedRecheck();
  touched.clear();
  expect(await recountWorker()(recheck)).toEqual({ batchItemFailures: [] });
  expect([...touched]).toContain("BatchGetItem transactions");
  using sent = sentTo("recounts");
  // A pass that may not begin for long waits in the queue, and is not sent again and again.
  const early = { now: () => 0, pause: async () => {} };
  expect(await recountWorker(early)(delivery)).toEqual({ batchItemFailures: [] });
  expect(sent.messages).toEqual([]);
  // A recount that outlasts its run is enqueued again; the last run begins after all commits under way have ended.
  const { later } = await import("../../../stack/settle.ts");
  const end = later();
  let at = end.now();
  const slow = { ...end, now: () => (at += 10 * 60_000) };
  expect(await recountWorker(slow)(delivery)).toEqual({ batchItemFailures: [] });
  expect(sent.messages).toEqual([{ account: SELLER }]);
  expect(await recountWorker(end)(delivery)).toEqual({ batchItemFailures: [] });
  expect(sent.messages).toHaveLength(1);
  expectDeclared("recountAccount");
});

describe("readImportFile and commitImportPart", () => {
  /** Reads a file as the one job, and works on what that sends as the other. */
  async function imported(format: string, bytes: Uint8Array): Promise<ImportJob> {
    const { requestImport } = await import("../../../../shared/imports/jobs/manage-import.ts");
    const { startedImport } = await import("../../../../shared/imports/jobs/job.ts");
    const { loadImportJob, moveImportJob } = await import(
      "../../../../shared/imports/jobs/store-jobs.ts"
    );
    const { lookAtObject, uploadObject } = await import(
      "../../../../shared/imports/jobs/store-objects.ts"
    );
    const asked = {
      format,
      source_id: "shop",
      settings: {},
      on_conflict: "ask" as const,
      size_bytes: bytes.length,
    };
    const by = { author: "test" as AuthorId, now: new Date() };
    const { job, upload } = await requestImport(SELLER, asked, by);
    const { url, method, headers } = upload;
    expect((await fetch(url, { method, headers, body: Buffer.from(bytes) })).status).toBe(200);
    const { etag = "" } = (await lookAtObject(uploadObject(SELLER, job.id))) ?? {};
    await moveImportJob(SELLER, job, startedImport(false, etag, new Date()));
    await worked({ account: SELLER, import_id: job.id, pass: 1 });
    return (await loadImportJob(SELLER, job.id)) as ImportJob;
  }

  async function worked(first: ImportMessage): Promise<void> {
    const { readImportFile } = await import("../../../../shared/imports/jobs/process-message.ts");
    const { processAll } = await import("../../../../scripts/demo/import-file.ts");
    touched.clear();
    const messages = await readImportFile(first);
    expectDeclared("readImportFile");
    touched.clear();
    await processAll(messages);
    expectDeclared("commitImportPart");
  }

  it("import a report whose refunds look for their sales", async () => {
    const sample = SAMPLES.find(({ format }) => format.name === "amazon_avtr") as Sample;
    expect(await imported("amazon_avtr", sample.bytes)).toMatchObject({ state: "completed" });
    expect([...touched]).toContain("BatchWriteItem import_originals");
  });

  it("import whatever an event may be, and undo it", async () => {
    const supply_date = "2025-08-02" as IsoDate;
    const events = [
      makeSale({ event_id: "imported", supply_date }),
      makeSale({ event_id: "taken-back", event_type: "refund", original_event_id: "imported" }),
      inParcel("in-another-parcel", 10_000, { supply_date }),
    ];
    const lines = events.map((event) => `${JSON.stringify({ ...event, source_id: "shop" })}\n`);
    const job = await imported("events_ndjson", new TextEncoder().encode(lines.join("")));
    expect(job).toMatchObject({ state: "completed", totals: { counts: { committed: 3 } } });
    const { undoing } = await import("../../../../shared/imports/jobs/job.ts");
    const { moveImportJob } = await import("../../../../shared/imports/jobs/store-jobs.ts");
    const { pass } = (await moveImportJob(SELLER, job, undoing(job, "test"))) as ImportJob;
    await worked({ account: SELLER, import_id: job.id, pass });
    expect([...touched]).toContain("UpdateItem sums");
  });
});

it("dispatchWebhooks and deliverWebhook", async () => {
  const { createWebhook } = await import("../../../../shared/notifications/webhooks/manage.ts");
  const { dispatchWebhooks } = await import("../../../../shared/notifications/webhooks/deliver.ts");
  const { webhookWorker } = await import("../../../../shared/notifications/webhooks/deliver.ts");
  const { sentTo } = await import("../../../stack/sent-messages.ts");
  const { webhookTools } = await import("../../../stack/webhook-tools.ts");
  const { settleRecount } = await import("../../../stack/settle.ts");
  const receiver = await startReceiver();
  vi.stubEnv("WEBHOOKS_ALLOW_LOOPBACK", "1");
  const asking = { ledger: SELLER, author: "k" as AuthorId, now: new Date() };
  await createWebhook(asking, { url: receiver.url, events: ["recount.completed"] });
  const { requestRecount } = await import("../../../../shared/ledger/recount/recount.ts");
  await requestRecount(SELLER, Date.now());
  await settleRecount(SELLER);
  receiver.answer = (response) => response.writeHead(500).end();

  touched.clear();
  const now = new Date(Date.now() + 60_000);
  using sent = sentTo<WebhookWork>("webhooks");
  const { sent: count } = await dispatchWebhooks(now);
  expect(count).toBe(sent.messages.length);
  expect(sent.messages.map(({ account }) => account)).toContain(SELLER);
  expectDeclared("dispatchWebhooks");

  touched.clear();
  const deliver = webhookWorker(webhookTools(now));
  for (let next = sent.messages.shift(); next; next = sent.messages.shift()) {
    const Records = [{ messageId: "m1", body: JSON.stringify(next) }];
    expect(await deliver({ Records })).toEqual({ batchItemFailures: [] });
  }
  expect(receiver.received).toHaveLength(1);
  expectDeclared("deliverWebhook");
  const Records = [{ messageId: "m1", body: "{}" }];
  expect(await deliver({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "m1" }] });
  vi.unstubAllEnvs();
  await receiver.close();
});

describe("a round of webhooks", () => {
  it("takes of one account no more than its share, whatever is due of it", async () => {
    const { dispatchWebhooks } = await import(
      "../../../../shared/notifications/webhooks/deliver.ts"
    );
    const { newMessage } = await import(
      "../../../../shared/notifications/webhooks/store-deliveries.ts"
    );
    const { insertDelivery } = await import(
      "../../../../shared/notifications/webhooks/store-deliveries.ts"
    );
    const { newDelivery } = await import("../../../../shared/notifications/webhooks/delivery.ts");
    const event = { type: "webhook.test", data: { webhook_id: "w" } } as const;
    const now = new Date();
    const due = (account: LedgerId) =>
      insertDelivery(
        account,
        newDelivery({ id: "w", url: "https://shop.example" }, newMessage(account, event, now), now),
      );
    await Promise.all(Array.from({ length: 40 }, () => due("busy" as LedgerId)));
    await due("quiet" as LedgerId);
    const { sentTo } = await import("../../../stack/sent-messages.ts");
    using sent = sentTo<WebhookWork>("webhooks");
    await dispatchWebhooks(now);
    const of = (name: string) => sent.messages.filter(({ account }) => account === name).length;
    expect({ busy: of("busy"), quiet: of("quiet") }).toEqual({ busy: 30, quiet: 1 });
  });
});

it("removeSandbox", async () => {
  const { removalWorker } = await import(
    "../../../../shared/operations/lifecycle/remove-sandbox.ts"
  );
  const { enqueueAccounts, isStored } = await import(
    "../../../../shared/accounts/enqueue-accounts.ts"
  );
  const { sentTo } = await import("../../../stack/sent-messages.ts");
  const { isEmptied } = await import("../../../../shared/accounts/account.ts");
  const { sandboxOf } = await import("../../../../shared/core/ids.ts");
  const { emptySandbox } = await import(
    "../../../../shared/operations/lifecycle/remove-sandbox.ts"
  );
  const { commit } = await import("../../../make/committed.ts");
  const ledger = sandboxOf(accountOf(SELLER));
  await commit(ledger, [
    makeSale({ supply_date: today }),
    inParcel("in-a-parcel", 10_000, { supply_date: today }),
  ]);
  await emptySandbox(ledger, { author: "k" as AuthorId, now: new Date() });
  using sent = sentTo("removals");
  const taken = () => sent.take().map(({ account }) => account);
  await enqueueAccounts("removals", isEmptied);
  expect(taken()).toEqual([ledger]);
  await enqueueAccounts("removals", isStored);
  expect(taken()).toEqual([sandboxOf(accountOf(SELLER), 2), SELLER]);

  const Records = [{ messageId: "m1", body: JSON.stringify({ account: ledger }) }];
  touched.clear();
  // A run that is late at once is sent on; in an hour nothing is under way any more.
  let now = 0;
  const late = () => (now += 14 * 60_000);
  expect(await removalWorker({ now: late })({ Records })).toEqual({ batchItemFailures: [] });
  expect(taken()).toEqual([ledger]);
  const inAnHour = () => Date.now() + 3_600_000;
  expect(await removalWorker({ now: inAnHour })({ Records })).toEqual({ batchItemFailures: [] });
  expect(await removalWorker({ now: inAnHour })({ Records })).toEqual({ batchItemFailures: [] });
  expect(taken()).toEqual([]);
  expectDeclared("removeSandbox");
  await enqueueAccounts("removals", isEmptied);
  expect(taken()).toEqual([]);
  // Of an account it takes nothing, whoever sends it.
  expect(await removalWorker({ now: inAnHour })(delivery)).toEqual({
    batchItemFailures: [{ itemIdentifier: "m1" }],
  });
});

it("operateAccounts", async () => {
  const { operateAccounts } = await import(
    "../../../../shared/operations/lifecycle/operate-accounts.ts"
  );
  const { saveOrderNames } = await import(
    "../../../../shared/ledger/order-names/store-order-names.ts"
  );
  await saveOrderNames(SELLER, "shop", [
    { order_id: "1", name: "Order 1", event_ids: ["sale" as EventId] },
  ]);
  touched.clear();
  const account = accountOf(SELLER);
  for (const action of ["suspend", "close", "erase-free-text", "resume"] as const) {
    expect(await operateAccounts({ action, account }, new Date())).toMatchObject({ action });
  }
  expect([...touched]).toEqual(
    expect.arrayContaining([
      "BatchWriteItem order_names",
      "GetItem sandboxes",
      "Query order_names",
      "UpdateItem accounts",
    ]),
  );
  expectDeclared("operateAccounts");
});
