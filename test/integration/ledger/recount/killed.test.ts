import { beforeAll, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import type { Registrations } from "../../../../shared/vat/seller/registration.ts";
import { atHand } from "../../../make/author.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { atEachCall } from "../../../stack/put-back.ts";
import { everyTurn, soaking, turn } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

/*
 * A recount that dies with any one of its writes to the table, before the write is carried out or after,
 * and is taken up again: the sums in the end are those of an account that registered first. To die with a
 * read is to die after the write before it.
 */
type When = "before" | "after" | "unanswered";

/** The write that is the last, or that loses its answer; the writes so far. */
const killing = { at: Number.POSITIVE_INFINITY, when: "before" as When, writes: 0 };

class Killed extends Error {}

const WRITES = /^(?:Put|Update|Delete|TransactWrite|BatchWrite)/;

beforeAll(async () => {
  await tableOfOwn();
  const { dynamo } = await import("../../../../shared/platform/dynamodb/client.ts");
  atEachCall(dynamo, (next, { commandName }) => async (args) => {
    if (!WRITES.test(String(commandName))) return next(args);
    killing.writes += 1;
    if (killing.writes !== killing.at) return next(args);
    if (killing.when === "before") throw new Killed();
    await next(args);
    if (killing.when === "after") throw new Killed();
    throw Object.assign(new Error("no answer"), { name: "TimeoutError" });
  });
});

/** Before and after every write at all turns; otherwise before each sixth one and after others, from another one on at each turn. */
const STEP = everyTurn ? 1 : 6;
const FIRST = { before: 1 + (turn % STEP), after: 1 + ((turn + 3) % STEP) };

const EVENTS = [
  makeSale({ event_id: "july", supply_date: "2025-07-20" as IsoDate }),
  makeSale({ event_id: "august", supply_date: "2025-08-20" as IsoDate }),
  makeRefund({
    event_id: "back",
    original_event_id: "august",
    supply_date: "2025-11-02" as IsoDate,
  }),
];

const registered = (all: Registrations): Registrations => ({
  ...all,
  last_id: 1,
  items: [makeRegistration({ effective_from: "2025-08-10" })],
});

const NOW = new Date("2026-01-05T09:00:00Z");

async function sumsOf(account: LedgerId) {
  const { loadSums } = await import("../../../../shared/ledger/sums/store-sums.ts");
  const books = await Promise.all(
    ["u2025-Q3", "u2025-Q4", "y2025"].map((book) => loadSums(account, book)),
  );
  const lines = books.flat().flatMap(({ key, amounts: { writes, ...sums } }) => {
    const nonZero = Object.entries(sums).filter(([, sum]) => sum !== 0n);
    return nonZero.map(([name, sum]) => `${key} ${name} ${sum}`);
  });
  return lines.sort();
}

/** Commits, registers, and recounts until it is killed; answers whether it was. */
async function dies(account: LedgerId, at: number, when: When): Promise<boolean> {
  const { recountAccount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { updateRegistrations } = await import(
    "../../../../shared/ledger/settings/store-settings.ts"
  );
  const { commit } = await import("../../../make/committed.ts");
  const { clockAt } = await import("../../../stack/settle.ts");
  const late = () => clockAt(NOW.getTime() + 100_000);
  await commit(account, EVENTS);
  await updateRegistrations(account, registered, atHand(NOW));
  Object.assign(killing, { at, when, writes: 0 });
  const wasKilled = await recountAccount(account, late()).then(
    () => false,
    (error) => {
      if (error instanceof Killed) return true;
      throw error;
    },
  );
  killing.at = Number.POSITIVE_INFINITY;
  await recountAccount(account, late());
  return wasKilled;
}

it.for(["before", "after"] as const)(
  soaking
    ? "killed %s any of its writes, it ends the same"
    : "killed %s each sixth of its writes, it ends the same",
  async (when) => {
    const { updateRegistrations } = await import(
      "../../../../shared/ledger/settings/store-settings.ts"
    );
    const { commit } = await import("../../../make/committed.ts");
    await updateRegistrations(`early-${when}` as LedgerId, registered, atHand(NOW));
    await commit(`early-${when}` as LedgerId, EVENTS);
    const expected = await sumsOf(`early-${when}` as LedgerId);
    let at = FIRST[when];
    for (; await dies(`${when}-${at}` as LedgerId, at, when); at += STEP) {
      expect(await sumsOf(`${when}-${at}` as LedgerId)).toEqual(expected);
    }
    // It has been killed at least in each of its changes, and at both ends.
    expect(at).toBeGreaterThan(9);
  },
);

it("an event whose move has lost its answer is counted as moved", async () => {
  const { loadRecount } = await import("../../../../shared/ledger/recount/store-recounts.ts");
  const movedOf = async (account: LedgerId, at: number) => {
    expect(await dies(account, at, "unanswered")).toBe(false);
    return (await loadRecount(account)).moved;
  };
  const moved = await movedOf("answered" as LedgerId, Number.POSITIVE_INFINITY);
  // The first write begins the pass, the next one moves an event.
  expect(await movedOf("unanswered" as LedgerId, 2)).toBe(moved);
});
