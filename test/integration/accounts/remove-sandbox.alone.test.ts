import { beforeAll, expect, it } from "vitest";
import { sandboxOf } from "../../../shared/accounts/sandbox.ts";
import { emptySandbox } from "../../../shared/flows/empty-sandbox.ts";
import { removeSandbox } from "../../../shared/flows/remove-sandbox.ts";
import { dynamo } from "../../../shared/store/dynamo.ts";
import { fillLedger, kindsOf, testKeysOf } from "../../stack/full-sandbox.ts";
import { newSeller } from "../../stack/seller.ts";

/* A removal that is broken off again and again, by a table that is gone in the middle of a batch. */
const BROKEN_OFF = new Error("broken off");

/** How many items this process may delete before it is broken off. */
let deletesLeft = Number.POSITIVE_INFINITY;

beforeAll(() => {
  dynamo.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        if (!commandName.startsWith("Delete")) return next(args);
        if (deletesLeft === 0) throw BROKEN_OFF;
        deletesLeft -= 1;
        return next(args);
      },
    { step: "initialize" },
  );
});

const nextHour = { now: () => Date.now() + 3_600_000, until: Number.POSITIVE_INFINITY };

it("goes on after every place where it can be broken off, and leaves nothing", async () => {
  const live = await newSeller("SE");
  await fillLedger(await testKeysOf(live));
  const left = sandboxOf(live.account);
  // In this process, so that no worker of the stack hears of it.
  await emptySandbox(left, { keyId: "k", now: new Date() });
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
