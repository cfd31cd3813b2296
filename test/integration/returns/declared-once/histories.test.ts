import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { seededRandom } from "../../../make/random.ts";
import { lengthOf, report, seedOf } from "../../../stack/soak.ts";
import { carryOut, declaredBy, filedElsewhere, heldBy, newBusiness, shownSums } from "./account.ts";
import { historyOf, type Step } from "./history.ts";

/*
 * The invariant: for every scheme, original period and Member State, what the locked returns have
 * declared and what the open ones will is what the ledger holds, to the cent; returns that were filed
 * elsewhere are no part of either.
 */
const HISTORIES = lengthOf("ROUNDS", 60, 400);
const STEPS = 14;
const seed = seedOf(369);

it("what locked returns declared and open ones will is what the ledger holds", async () => {
  const random = seededRandom(seed);
  let openings = 0;
  for (let n = 0; n < HISTORIES; n += 1) {
    const account = `history-${randomUUID()}`;
    await newBusiness(account);
    const steps: Step[] = [];
    for (const step of historyOf(random, STEPS)) {
      await carryOut(account, step);
      steps.push(step);
    }
    const told = `history ${n} of seed ${seed}: ${JSON.stringify(steps)}`;
    const elsewhere = await filedElsewhere(account);
    openings += elsewhere.size;
    expect(shownSums(await declaredBy(account, elsewhere)), told).toEqual(
      shownSums(heldBy(steps, elsewhere)),
    );
  }
  expect(openings).toBeGreaterThan(HISTORIES / 2);
  const what = `${HISTORIES} histories of ${STEPS} steps, ${openings} openings, seed ${seed}`;
  report(`${what}: declared exactly once`);
}, 900_000);
