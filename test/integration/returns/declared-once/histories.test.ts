import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../../../../scripts/demo/dice.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { lengthOf, report, seedOf, soaking } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { historyOf } from "./history.ts";
import { storeInMemory } from "./memory.ts";

/*
 * The invariant: for every scheme, original period and Member State, what the locked returns have
 * declared and what the open ones will is what the ledger holds, to the cent; returns that were filed
 * elsewhere are no part of either. Many histories run on a table in memory, thousands in a soak; the first
 * on the engine as well, so that it is no other one.
 */
const HISTORIES = lengthOf("ROUNDS", 20, 4_000);
const ON_ENGINE = 1;
const STEPS = 24;
const seed = seedOf(10);

type Account = typeof import("./account.ts");
let account: Account;

async function play(count: number, steps = STEPS): Promise<void> {
  const random = seeded(seed);
  for (let n = 0; n < count; n += 1) {
    const name = `history-${randomUUID()}` as LedgerId;
    const history = historyOf(random, steps);
    await account.newBusiness(name);
    for (const step of [...history.steps, { do: "recount" } as const]) {
      await account.carryOut(name, history.home, step);
    }
    const label = `history ${n} of seed ${seed}: ${JSON.stringify(history)}`;
    const { declared, held } = await account.declaredAndHeld(name, history);
    expect(declared, label).toEqual(held);
  }
}

/** Each of these has happened, and most of them often. */
const KINDS = [
  ...["union_oss", "non_union_oss", "ioss"].flatMap((id) => [
    `lock ${id}`,
    `late changes of ${id}`,
  ]),
  ...["open union_oss", "open non_union_oss", "open ioss", "opening_closed"],
  ...[
    "declared directly",
    "moved by a recount",
    "recount_pending",
    "period_already_locked",
    "registration_required",
  ],
];

describe("what locked returns declared and open ones will is what the ledger holds", () => {
  beforeAll(async () => {
    await tableOfOwn();
    account = await import("./account.ts");
    await account.publishRates();
  });

  it("on the engine", () => play(ON_ENGINE, soaking ? STEPS : 10));

  it("in many histories", async () => {
    await storeInMemory();
    await account.publishRates();
    account.happened.clear();
    await play(HISTORIES);
    expect(KINDS.filter((kind) => !account.happened.get(kind))).toEqual([]);
    const counts = JSON.stringify(Object.fromEntries(account.happened));
    report(`declared once: seed ${seed}, ${HISTORIES} histories of ${STEPS} steps: ${counts}`);
  }, 3_600_000);
});
