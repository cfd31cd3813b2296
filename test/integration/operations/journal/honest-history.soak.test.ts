import { afterAll, beforeAll, expect, it } from "vitest";
import { Dice } from "../../../../scripts/demo/dice.ts";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { auditOf, locksVerified } from "../../../stack/audit.ts";
import { journalOfOwn } from "../../../stack/journal-of-own.ts";
import { report, seedOf, soakLength } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { Business, OPERATIONS } from "./business.ts";
import { expectLake } from "./lake.ts";
import { verified } from "./verified.ts";

/*
 * Businesses do at random what the document offers, with persons, payments, connections, and keys that end, and nothing else writes to the table. After each
 * batch the sums, the locks and the journal are verified: an honest history never makes a verification fail, because the
 * journal cannot be changed for ten years and an alarm of it cannot be cleared.
 */
const STEPS = soakLength("STEPS", 5_000);
const BATCH = soakLength("EVENTS", 100);
/** Steps of one business, at the end of which its account is closed. */
const OF_ONE = soakLength("ROUNDS", 500);

/** One with which each kind of operation is accepted in the short run. */
const SEED = 28;

const folder = temporaryFolder();
const closing = new AsyncDisposableStack();
let api: ApiServer;
beforeAll(async () => {
  await tableOfOwn();
  await journalOfOwn(folder, closing);
  api = await startApiHere();
  const { startWorkers } = await import("../../../../scripts/local/scheduled-jobs.ts");
  await startWorkers(closing, ({ queue }) => queue === "imports" || queue === "chunks");
});
afterAll(async () => {
  await api.stop();
  await closing.disposeAsync();
});

/** Returns the faults that the three verifications report for an account, without their counts. */
async function findings(business: Business) {
  await business.recount();
  const { linesOf } = await import("../../../../shared/operations/audit/findings.ts");
  const tallies = linesOf(await auditOf(business.account));
  const locks = await locksVerified(business.account);
  const { faults } = await verified(business);
  return { tallies, locks: locks.code === 0 ? [] : locks.stdout.split("\n"), journal: faults };
}

/** Expects that nothing is wrong with an account. */
async function expectSilence(business: Business, at: string): Promise<void> {
  expect(await findings(business), at).toEqual({ tallies: [], locks: [], journal: [] });
}

/** The history of one business, which closes at its end. */
async function live(business: Business, steps: number, dice: Dice, name: string): Promise<void> {
  for (let step = 1; step <= steps; step += 1) {
    // Each operation once, so that none is missing in a short run; then at random.
    await business.act(OPERATIONS[step - 1]?.[0] ?? dice.pick(OPERATIONS));
    if (step % BATCH === 0) await expectSilence(business, `${name}, step ${step}`);
  }
  await business.close();
  await expectSilence(business, `${name}, closed`);
  await expectLake(business.account);
}

it("every honest history is silent", async () => {
  const seed = seedOf(SEED);
  const dice = new Dice(`honest-${seed}`);
  const counts = new Map<string, number>();
  for (let first = 0; first < STEPS; first += OF_ONE) {
    const name = `business ${seed}-${first}`;
    const business = await Business.begin(api.url, name);
    await live(business, Math.min(OF_ONE, STEPS - first), dice, name);
    for (const [kind, n] of business.done) counts.set(kind, (counts.get(kind) ?? 0) + n);
  }
  report(`honest histories: ${STEPS} steps, seed ${seed}: ${JSON.stringify([...counts])}`);
  const missing = OPERATIONS.filter(([name]) => !counts.has(name)).map(([name]) => name);
  expect(missing).toEqual([]);
});
