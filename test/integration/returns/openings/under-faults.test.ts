import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import { updateRegistrations } from "../../../../shared/ledger/settings/store-settings.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { openingsIn } from "../../../../shared/returns/locks/locked-period.ts";
import { loadMarkers } from "../../../../shared/returns/locks/store-locks.ts";
import {
  recordOpening,
  withdrawOpening,
} from "../../../../shared/returns/openings/record-opening.ts";
import { loadOpenings } from "../../../../shared/returns/openings/store-openings.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { atHand } from "../../../make/author.ts";
import { newOpening } from "../../../make/opening.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { periodAt } from "../../../make/return-input.ts";
import { type Answer, atEachCall } from "../../../stack/put-back.ts";

/*
 * An opening is recorded in this process, against the real engine; a middleware of the SDK's client lets
 * it die, or lose its answer, at its one write.
 */
const NOW = new Date("2026-03-01T10:00:00Z");

const REQUEST = {
  scheme: UNION_OSS,
  period: periodAt("2025-Q1"),
  registration_id: undefined,
  author: "key-1" as AuthorId,
  now: NOW,
};

let removeStep = () => {};
afterEach(() => removeStep());

/** Puts `step` in the place of the first transaction, and says how many there were in the end. */
function atFirstWrite(step: (send: () => Promise<Answer>) => Promise<Answer>): () => number {
  let calls = 0;
  removeStep = atEachCall(dynamo, (next, { commandName }) => (args) => {
    if (commandName !== "TransactWriteItemsCommand") return next(args);
    calls += 1;
    return calls === 1 ? step(() => next(args)) : next(args);
  });
  return () => calls;
}

class Killed extends Error {}

/** A business in the Union scheme in Sweden. */
async function newBusiness(): Promise<string> {
  const account = `opening-${randomUUID()}` as LedgerId;
  const registration = makeRegistration({
    member_state_identification: "SE",
    effective_from: "2021-07-01" as IsoDate,
  });
  const all = { last_id: 1, items: [registration] };
  await updateRegistrations(account, (seen) => ({ ...seen, ...all }), atHand(NOW));
  return account;
}

const stored = (account: LedgerId) => loadOpenings(account, UNION_OSS.id, "2025-Q1");
const marked = async (account: LedgerId) =>
  openingsIn(await loadMarkers(account, UNION_OSS.partitionPrefix)).map(
    (opening) => opening.period_key,
  );

describe("an opening", () => {
  it("that dies before its write leaves nothing, and can be sent again", async () => {
    const account = await newBusiness();
    atFirstWrite(async () => {
      throw new Killed();
    });
    await expect(recordOpening(account as LedgerId, newOpening(), REQUEST)).rejects.toThrow(Killed);
    expect([await stored(account as LedgerId), await marked(account as LedgerId)]).toEqual([
      [],
      [],
    ]);
    await recordOpening(account as LedgerId, newOpening(), REQUEST);
    expect(await marked(account as LedgerId)).toEqual(["2025-Q1"]);
  });

  it("that dies after its write is whole, and the same again is answered with it", async () => {
    const account = await newBusiness();
    atFirstWrite(async (send) => {
      await send();
      throw new Killed();
    });
    await expect(recordOpening(account as LedgerId, newOpening(), REQUEST)).rejects.toThrow(Killed);
    const [opening] = await stored(account as LedgerId);
    expect(await marked(account as LedgerId)).toEqual(["2025-Q1"]);
    expect(
      await recordOpening(account as LedgerId, newOpening(), {
        ...REQUEST,
        author: "key-2" as AuthorId,
      }),
    ).toEqual(opening);
  });

  it("whose answer is lost knows itself again, and is written once", async () => {
    const account = await newBusiness();
    const calls = atFirstWrite(async (send) => {
      await send();
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    });
    const opening = await recordOpening(account as LedgerId, newOpening(), REQUEST);
    expect([calls(), await stored(account as LedgerId)]).toEqual([1, [opening]]);
  });

  it("whose withdrawal loses its answer is withdrawn once", async () => {
    const account = await newBusiness();
    await recordOpening(account as LedgerId, newOpening(), REQUEST);
    const calls = atFirstWrite(async (send) => {
      await send();
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    });
    const opening = await withdrawOpening(account as LedgerId, REQUEST);
    expect([calls(), await stored(account as LedgerId), await marked(account as LedgerId)]).toEqual(
      [1, [opening], []],
    );
  });
});
