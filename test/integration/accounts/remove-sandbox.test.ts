import { beforeAll, expect, it } from "vitest";
import { loadAccount, saveAccount } from "../../../shared/accounts/store-accounts.ts";
import { type AuthorId, accountOf, sandboxOf } from "../../../shared/core/ids.ts";
import {
  emptySandbox,
  removeSandbox,
} from "../../../shared/operations/lifecycle/remove-sandbox.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { makeSale } from "../../make/supply-event.ts";
import { fillLedger, kindsOf, testKeysOf } from "../../stack/full-sandbox.ts";
import { atEachCall } from "../../stack/put-back.ts";
import { committed, newSeller, shown } from "../../stack/seller.ts";

/* A removal that is broken off again and again, by a table that is gone in the middle of a batch. */
const BROKEN_OFF = new Error("broken off");

/** How many items this process may delete before it is broken off. */
let deletesLeft = Number.POSITIVE_INFINITY;

beforeAll(() => {
  atEachCall(dynamo, (next, { commandName = "" }) => async (args) => {
    if (!commandName.startsWith("Delete")) return next(args);
    if (deletesLeft === 0) throw BROKEN_OFF;
    deletesLeft -= 1;
    return next(args);
  });
});

const nextHour = { now: () => Date.now() + 3_600_000, until: Number.POSITIVE_INFINITY };

it("goes on after every place where it can be broken off, and leaves nothing", async () => {
  const live = await newSeller("SE");
  await fillLedger(await testKeysOf(live));
  const left = sandboxOf(accountOf(live.account));
  // In this process, so that no worker of the stack hears of it.
  await emptySandbox(left, { author: "k" as AuthorId, now: new Date() });
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    if (runs > 200) throw new Error("it does not come to an end");
    deletesLeft = 1 + (runs % 5);
    isDone = await removeSandbox(left, nextHour).catch((error) => {
      if (error !== BROKEN_OFF) throw error;
      return false;
    });
  }
  deletesLeft = Number.POSITIVE_INFINITY;
  expect(runs).toBeGreaterThan(5);
  await removeSandbox(left, nextHour);
  expect(await kindsOf(left)).toEqual([]);
  expect(await kindsOf(live.account)).toContain("ACCOUNT");
});

it("takes nothing out of a sandbox that test keys open, though its record says that it was emptied", async () => {
  const live = await newSeller("SE");
  const trial = await testKeysOf(live);
  await committed(trial, makeSale());
  const open = sandboxOf(accountOf(live.account));
  const seen = await loadAccount(open);
  if (!seen) throw new Error("no sandbox");
  const mark = { account_state: "emptied", state_since: "2026-01-01T00:00:00.000Z" } as const;
  await saveAccount(seen, { ...seen, ...mark }, new Date());
  await expect(removeSandbox(open, nextHour)).rejects.toThrow("is what test keys open");
  expect((await shown(trial, makeSale().event_id)).status).toBe(200);
});
