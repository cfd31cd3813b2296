import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopClock } from "../../../../scripts/openapi/recording/fixed-clock.ts";
import { recordScenario } from "../../../../scripts/openapi/recording/record.ts";
import type { AfterCall } from "../../../../scripts/openapi/recording/recorder.ts";
import { claimOf } from "../../../../shared/accounts/key-proof.ts";
import type { Route } from "../../../../shared/api/route.ts";
import { routes } from "../../../../shared/api/routes.ts";
import { keyIdOf, secretOf } from "../../../stack/key-parts.ts";

/*
 * A command: plays the scenario of the examples, which has every operation of the document. Verifies sums, locks and
 * journal of the account after the first call of each operation that writes. Prints the operations and all faults.
 */
const clock = stopClock("2026-08-17T09:00:00.000Z");
/** The journal has the engine's own time, which is another one than that of the scenario. */
const OF_THE_STOPPED_CLOCK = / then, and says 2026-08-17T/;

const dataDir = await mkdtemp(join(tmpdir(), "every-operation-"));
const closing = new AsyncDisposableStack();
const verified = new Set<string>();
let account = "my-shop";

/** Returns what the verifications find in an account. */
async function faultsOf(account: string): Promise<string[]> {
  const { auditOf } = await import("../../../stack/audit.ts");
  const { linesOf } = await import("../../../../shared/operations/audit/findings.ts");
  const { auditLocks } = await import("../../../../shared/operations/audit/audit-locks.ts");
  const { verified: verifiedJournal } = await import("./verified.ts");
  const sums = linesOf(await auditOf(account, { now: new Date() }));
  const locks = await auditLocks(account);
  const journal = await verifiedJournal({ account });
  const told = journal.faults.filter((fault) => !OF_THE_STOPPED_CLOCK.test(fault));
  return [...sums, ...locks.faults, ...told].map((fault) => `${account}: ${fault}`);
}

/** Verifies the account of the call; after a call without one, that of the call before. */
const verify: AfterCall = async (operation, { key, headers }) => {
  account = accountOf(key ?? "") ?? headers?.["X-Account"] ?? account;
  const { method }: Route = routes[operation];
  if (method === "GET" || verified.has(operation)) return;
  verified.add(operation);
  for (const fault of await faultsOf(account)) console.log(`after ${operation}: ${fault}`);
};

/** Returns the account that a live key proves. */
function accountOf(key: string): string | undefined {
  const mode = key.startsWith("vat_live_") ? "live" : "test";
  const claim = claimOf({ mode, keyId: keyIdOf(key), secret: secretOf(key) });
  return claim.status === "proven" ? claim.account : undefined;
}

try {
  await recordScenario({ dataDir, closing, ...clock, journal: true, after: verify });
  console.log([...verified].sort().join("\n"));
} finally {
  await closing.disposeAsync();
  await rm(dataDir, { recursive: true });
}
// An open keep-alive connection would prevent the process from ending.
process.exit();
