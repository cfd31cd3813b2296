import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { AccountId, AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

const QUARTER = "2026-Q2";

const message = (account: LedgerId, quarter?: string) => ({
  messageId: `m-${account}`,
  body: JSON.stringify({ account, quarter }),
});

let audit: (account: LedgerId, quarter?: string, runMs?: number) => Promise<unknown>;
let sent: ReturnType<typeof import("../../../stack/sent-messages.ts")["sentTo"]>;
let lines: string[] = [];

beforeAll(async () => {
  await tableOfOwn();
  const { auditWorker } = await import("../../../../shared/operations/audit/audit-due-quarters.ts");
  const { sentTo } = await import("../../../stack/sent-messages.ts");
  sent = sentTo("audits");
  audit = (account, quarter, runMs) =>
    auditWorker(0, runMs)({ Records: [message(account, quarter)] });
  const { commit } = await import("../../../make/committed.ts");
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  for (const account of ["sound", "drifted", "moved"]) {
    await ensureAccount(account as LedgerId, new Date());
    await commit(account as LedgerId, [
      makeSale({ event_id: "sale", supply_date: "2026-04-11" as IsoDate }),
    ]);
  }
  await addToSums("drifted" as LedgerId);
});

afterEach(() => {
  vi.restoreAllMocks();
  lines = [];
  sent.take();
});

const BOOK = "u2026-Q2";

/** What no code of the service does: changes a sum without an event. */
async function addToSums(account: LedgerId): Promise<void> {
  const { dynamo, tableName } = await import("../../../../shared/platform/dynamodb/client.ts");
  const { sumKey } = await import("../../../../shared/platform/table/keys.ts");
  const { loadSums } = await import("../../../../shared/ledger/sums/store-sums.ts");
  const [tally] = await loadSums(account, BOOK);
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: sumKey(account, BOOK, tally?.key ?? "", 0),
      UpdateExpression: "ADD v :one",
      ExpressionAttributeValues: { ":one": 1 },
    }),
  );
}

/** What is written to the log, where CloudWatch finds metrics and people their reasons. */
function listen(): void {
  const keep = (text: unknown) => {
    lines.push(...String(text).trimEnd().split("\n"));
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(keep);
  vi.spyOn(process.stderr, "write").mockImplementation(keep);
  for (const method of ["log", "info", "error"] as const) {
    vi.spyOn(console, method).mockImplementation(keep);
  }
}

const drifts = () =>
  lines.flatMap((line) => {
    const { TallyDrift } = JSON.parse(line);
    return TallyDrift === undefined ? [] : [TallyDrift];
  });

it("counts nothing for an account whose sums are right", async () => {
  listen();
  expect(await audit("sound" as LedgerId, QUARTER)).toEqual({ batchItemFailures: [] });
  expect(drifts()).toEqual([0]);
});

it("counts, and names, what differs in both of two audits", async () => {
  listen();
  expect(await audit("drifted" as LedgerId, QUARTER)).toEqual({ batchItemFailures: [] });
  expect(drifts()).toEqual([1]);
  const logged = lines.find((line) => line.includes("sums differ"));
  expect(JSON.parse(logged ?? "{}")).toMatchObject({
    level: "ERROR",
    account_id: "drifted",
    quarter: QUARTER,
    findings: [expect.stringMatching(/^u2026-Q2 .* vat_amount_minor: kept \d+, recounted \d+$/)],
  });
});

it("hands back a message that it cannot read, and does the others", async () => {
  listen();
  const { auditWorker } = await import("../../../../shared/operations/audit/audit-due-quarters.ts");
  const Records = [{ messageId: "broken", body: "{" }, message("sound" as LedgerId, QUARTER)];
  expect(await auditWorker(0)({ Records })).toEqual({
    batchItemFailures: [{ itemIdentifier: "broken" }],
  });
  expect(drifts()).toEqual([0]);
});

const quartersSent = async (account: LedgerId) => {
  sent.take();
  await audit(account);
  return sent.take();
};

it("an account becomes a message for each of its quarters", async () => {
  expect(await quartersSent("drifted" as LedgerId)).toEqual([
    { account: "drifted", quarter: QUARTER },
  ]);
});

it("a quarter in which nothing was found is not sent again until its sums change", async () => {
  listen();
  expect(await quartersSent("moved" as LedgerId)).toEqual([{ account: "moved", quarter: QUARTER }]);
  await audit("moved" as LedgerId, QUARTER);
  expect(drifts()).toEqual([0]);
  expect(await quartersSent("moved" as LedgerId)).toEqual([]);
  await addToSums("moved" as LedgerId);
  expect(await quartersSent("moved" as LedgerId)).toEqual([{ account: "moved", quarter: QUARTER }]);
});

it("a quarter in which something was found is sent again", async () => {
  listen();
  await audit("drifted" as LedgerId, QUARTER);
  expect(drifts()).toEqual([1]);
  expect(await quartersSent("drifted" as LedgerId)).toEqual([
    { account: "drifted", quarter: QUARTER },
  ]);
});

/** Audits a quarter in runs that end after one page of events, and returns their number. */
async function auditInRuns(account: LedgerId): Promise<number> {
  for (let runs = 1; ; runs += 1) {
    await audit(account, QUARTER, 0);
    const next = sent.take();
    if (next.length === 0) return runs;
    expect(next).toEqual([{ account, quarter: QUARTER }]);
  }
}

it("an audit that takes longer than one run goes on in the next, and finds the same", async () => {
  const { commit } = await import("../../../make/committed.ts");
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  await ensureAccount("long" as LedgerId, new Date());
  // A page of events lies within one month.
  const days = ["2026-04-11", "2026-05-11", "2026-06-11"];
  const sales = days.map((day) => makeSale({ event_id: day, supply_date: day as IsoDate }));
  await commit("long" as LedgerId, sales);
  listen();
  expect(await auditInRuns("long" as LedgerId)).toBe(3);
  expect(drifts()).toEqual([0]);
  expect(await quartersSent("long" as LedgerId)).toEqual([]);

  await addToSums("long" as LedgerId);
  lines = [];
  // The second audit finds the same sum again.
  expect(await auditInRuns("long" as LedgerId)).toBe(5);
  expect(drifts()).toEqual([1]);
});

it("a run that another one of its quarter has overtaken ends without a word", async () => {
  listen();
  await audit("long" as LedgerId, QUARTER, 0);
  const { loadAuditRun, saveAuditRun } = await import(
    "../../../../shared/operations/audit/store-audits.ts"
  );
  const { quarterOn } = await import("../../../../shared/core/calendar/dates.ts");
  const quarter = quarterOn("2026-04-11" as IsoDate);
  const run = await loadAuditRun("long" as LedgerId, quarter);
  expect(run.state?.progress).toMatchObject({ events: 1, part: "events" });
  expect(await saveAuditRun("long" as LedgerId, quarter, run, run.state)).toBe(true);
  expect(await saveAuditRun("long" as LedgerId, quarter, run, run.state)).toBe(false);
  await saveAuditRun(
    "long" as LedgerId,
    quarter,
    await loadAuditRun("long" as LedgerId, quarter),
    undefined,
  );
  expect((await loadAuditRun("long" as LedgerId, quarter)).state).toBeUndefined();
});

it("counts nothing for a sandbox that is being removed", async () => {
  const { sandboxOf } = await import("../../../../shared/core/ids.ts");
  const { emptySandbox } = await import(
    "../../../../shared/operations/lifecycle/remove-sandbox.ts"
  );
  const { commit } = await import("../../../make/committed.ts");
  const ledger = sandboxOf("shop" as AccountId);
  await commit(ledger, [makeSale({ event_id: "sale", supply_date: "2026-04-11" as IsoDate })]);
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  await ensureAccount(ledger, new Date());
  await addToSums(ledger);
  listen();
  await audit(ledger, QUARTER);
  expect(drifts()).toEqual([1]);
  await emptySandbox(ledger, { author: "k" as AuthorId, now: new Date() });
  lines = [];
  await audit(ledger, QUARTER);
  expect(drifts()).toEqual([]);
});
