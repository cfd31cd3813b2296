import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { stopClock } from "../../../../scripts/openapi/recording/fixed-clock.ts";
import { recordScenario } from "../../../../scripts/openapi/recording/record.ts";
import type { AfterCall } from "../../../../scripts/openapi/recording/recorder.ts";
import type { Route } from "../../../../shared/api/route.ts";
import * as routes from "../../../../shared/api/routes.ts";
import { type LedgerId, ledgerOf } from "../../../../shared/core/ids.ts";
import { claimOf } from "../../../../shared/platform/credentials/api-key.ts";
import { keyIdOf, secretOf } from "../../../stack/key-parts.ts";

/*
 * A command: plays the scenario of the examples, which has every operation of the document. Verifies sums, locks and
 * journal of the account after the first call of each operation that writes, and those of all accounts at the end. A fault
 * stays in what is verified, so none is missed. Prints the operations and all faults.
 */
const clock = stopClock("2026-08-17T09:00:00.000Z");

const dataDir = await mkdtemp(join(tmpdir(), "every-operation-"));
const closing = new AsyncDisposableStack();
const verified = new Set<string>();
const accounts = new Set<string>();
let account = "my-shop" as LedgerId;

async function beginStream(): Promise<void> {
  const { ensureStream } = await import("../../../../scripts/local/table-stream.ts");
  await ensureStream();
}

let lastWritten: string | undefined;

/** Writes the changes since the last call to the journal, at the scenario's time: the engine's clock is not stopped. */
async function writeJournalAtScenarioTime(): Promise<void> {
  const { changesSince, streamArnOfTable } = await import(
    "../../../../scripts/local/table-stream.ts"
  );
  const { streamOfArn } = await import("../../../../shared/operations/journal/journal-file.ts");
  const { writeJournal } = await import("../../../../shared/operations/journal/write-journal.ts");
  const arn = (await streamArnOfTable()) ?? "";
  const ApproximateCreationDateTime = Date.now() / 1000;
  for await (const records of changesSince(arn, lastWritten)) {
    const batch = records.map(({ dynamodb, ...record }) => ({
      ...record,
      dynamodb: { ...dynamodb, ApproximateCreationDateTime },
    }));
    await writeJournal(batch, streamOfArn(arn), new Date());
    lastWritten = records.at(-1)?.dynamodb.SequenceNumber;
  }
}

/** Lets a worker end, and writes what it has changed meanwhile to the journal. */
async function settle(): Promise<void> {
  await wait(500);
  await writeJournalAtScenarioTime();
}

/** Waits until no import of the account is read or undone: sums and events are read one after the other. */
async function settleImports(): Promise<void> {
  const { listImportJobs } = await import("../../../../shared/imports/jobs/store-jobs.ts");
  const { isUnderWay } = await import("../../../../shared/imports/jobs/job.ts");
  while ((await listImportJobs(account, 100)).some(isUnderWay)) await wait(10);
}

/** Returns what the verifications find in an account. */
async function faultsOf(account: LedgerId): Promise<string[]> {
  const { auditOf } = await import("../../../stack/audit.ts");
  const { linesOf } = await import("../../../../shared/operations/audit/findings.ts");
  const { auditLocks } = await import("../../../../shared/operations/audit/audit-locks.ts");
  const { verifiedAsWritten } = await import("./verified.ts");
  const sums = linesOf(await auditOf(account, { now: new Date() }));
  const locks = await auditLocks(account);
  const journal = await verifiedAsWritten({ account, settle });
  return [...sums, ...locks.faults, ...journal.faults].map((fault) => `${account}: ${fault}`);
}

/** The faults, each with the call after which it was found first. The output of a stack goes to its own log. */
const found = new Map<string, string>();

function note(when: string, faults: readonly string[]): void {
  for (const fault of faults) if (!found.has(fault)) found.set(fault, `${when}: ${fault}`);
}

/** Verifies the account of the call; after a call without one, that of the call before. */
const verify: AfterCall = async (operation, { key, headers }) => {
  account = accountOfKey(key ?? "") ?? (headers?.["X-Account"] as LedgerId | undefined) ?? account;
  accounts.add(account);
  await settleImports();
  await writeJournalAtScenarioTime();
  const { method }: Route = routes[operation];
  if (method === "GET" || verified.has(operation)) return;
  verified.add(operation);
  note(`after ${operation}`, await faultsOf(account));
};

/** Verifies all accounts. */
async function verifyAll(): Promise<void> {
  const { verifiedAsWritten } = await import("./verified.ts");
  for (const account of accounts) note("at the end", await faultsOf(account as LedgerId));
  note("at the end", (await verifiedAsWritten({ settle })).faults);
}

/** Returns the account that a live key proves. */
function accountOfKey(key: string): LedgerId | undefined {
  const mode = key.startsWith("vat_live_") ? "live" : "test";
  const claim = claimOf({ mode, keyId: keyIdOf(key), secret: secretOf(key) });
  return claim.status === "proven" ? ledgerOf(claim.account) : undefined;
}

try {
  await recordScenario({ dataDir, closing, ...clock, started: beginStream, after: verify });
  await verifyAll();
} finally {
  await closing.disposeAsync();
  await rm(dataDir, { recursive: true });
}
console.log([...[...verified].sort(), ...found.values()].join("\n"));
// An open keep-alive connection would prevent the process from ending.
process.exit();
