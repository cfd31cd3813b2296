import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { seededRandom } from "../../../make/random.ts";
import { lengthOf, report, seedOf } from "../../../stack/soak.ts";
import { carryOut, declaredBy, heldBy, newBusiness, shownSums } from "./account.ts";
import { historyOf, type Step } from "./history.ts";

/*
 * The invariant: for every scheme, original period and Member State, what the locked returns have
 * declared and what the open ones will is what the ledger holds, to the cent.
 */
const HISTORIES = lengthOf("ROUNDS", 60, 400);
const STEPS = 14;
const seed = seedOf(369);

it("what locked returns declared and open ones will is what the ledger holds", async () => {
  const random = seededRandom(seed);
  for (let n = 0; n < HISTORIES; n += 1) {
    const account = `history-${randomUUID()}`;
    await newBusiness(account);
    const steps: Step[] = [];
    for (const step of historyOf(random, STEPS)) {
      await carryOut(account, step);
      steps.push(step);
    }
    const told = `history ${n} of seed ${seed}: ${JSON.stringify(steps)}`;
    expect(shownSums(await declaredBy(account)), told).toEqual(shownSums(heldBy(steps)));
  }
  report(`${HISTORIES} histories of ${STEPS} steps, seed ${seed}: declared exactly once`);
}, 900_000);
