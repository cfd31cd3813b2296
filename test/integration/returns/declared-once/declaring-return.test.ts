import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { seeded } from "../../../../scripts/demo/dice.ts";
import { dayOf } from "../../../../shared/core/calendar/dates.ts";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import { commitEvents } from "../../../../shared/ledger/commit/commit-events.ts";
import type { Declared } from "../../../../shared/ledger/events/declared-in.ts";
import type { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import { loadEventStates } from "../../../../shared/ledger/events/store-events.ts";
import { loadRegistrations } from "../../../../shared/ledger/settings/store-settings.ts";
import { loadDirectDeclarations } from "../../../../shared/returns/load/load-direct-declarations.ts";
import { findDeclared, loadDeclared } from "../../../../shared/returns/locks/find-declared.ts";
import { SCHEMES } from "../../../../shared/vat/schemes/schemes.ts";
import type { SentEvent } from "../../../make/supply-event.ts";
import { lengthOf, report, seedOf } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { type History, historyOf, type Step } from "./history.ts";
import { storeInMemory } from "./memory.ts";

/*
 * The return that an event is said to be declared in is the one whose figures it changes, and the one that a lock of
 * everything afterwards has it in. Each event of a history is committed by itself, and all returns are computed before
 * and after it. In the end everything is locked.
 */
const HISTORIES = lengthOf("ROUNDS", 12, 1_000);
const STEPS = 18;
const seed = seedOf(20);

type Account = typeof import("./account.ts");
let account: Account;
let clock: number;
const counts = new Map<string, number>();
const note = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);

/** Each step is a second later than the one before. */
function tick(): Date {
  clock += 1_000;
  const now = new Date(clock);
  vi.setSystemTime(now);
  return now;
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await tableOfOwn();
  account = await import("./account.ts");
  await storeInMemory();
  clock = account.NOW.getTime();
  await account.publishRates();
});
afterAll(() => {
  vi.useRealTimers();
});

/** The figures of every return, and what each scheme declares directly. */
async function figuresOf(ledger: LedgerId): Promise<Map<string, string>> {
  const { items } = await loadRegistrations(ledger);
  // The ledger computes a return that was filed elsewhere, and nobody files it.
  const elsewhere = await account.filedElsewhere(ledger);
  const filed = account.PERIODS.filter(({ scheme, key }) => !elsewhere.has(`${scheme.id} ${key}`));
  const returns = await Promise.all(
    filed.map(async ({ scheme, key }): Promise<[string, string]> => {
      const rows = await account.declaredIn(ledger, scheme, key);
      return [`${scheme.id} ${key}`, JSON.stringify(rows)];
    }),
  );
  const direct = await loadDirectDeclarations(ledger, SCHEMES, items, dayOf(new Date(clock)));
  const ofSchemes = SCHEMES.map(({ id }): [string, string] => [
    `${id} directly`,
    JSON.stringify(direct.filter(({ scheme_type }) => scheme_type === id)),
  ]);
  return new Map([...returns, ...ofSchemes]);
}

const changedIn = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].filter(([name, figures]) => before.get(name) !== figures).map(([name]) => name);

const DIRECT = ["after_three_years", "former_registration", "former_currency"];

/** Commits an event by itself, and compares what it is said to be declared in with the figures that it changes. */
async function commitOne(
  ledger: LedgerId,
  event: SentEvent,
  label: string,
  isMoving: boolean,
): Promise<void> {
  const before = await figuresOf(ledger);
  const options = { findDeclared };
  const [item] = await commitEvents(ledger, [event] as unknown as NewEvent[], tick(), options);
  const changed = changedIn(before, await figuresOf(ledger));
  const { declared_in, undeclared_reason } = item as Declared;
  note(declared_in?.part ?? undeclared_reason ?? "unknown");
  // Some öre are no cent of the return.
  const isTiny = changed.length === 0 && Math.abs(event.taxable_amount_minor) < 10;
  if (declared_in) {
    const declaring = `${declared_in.scheme_type} ${declared_in.period_key}`;
    // What waits for a sale moves with it, into returns of its own.
    if (isMoving || isTiny) return;
    expect(changed, label).toEqual([declaring]);
  } else {
    const isDirect = DIRECT.includes(undeclared_reason ?? "") && !isTiny;
    expect(changed.length > 0 && !isMoving, `${label}: ${changed}`).toBe(isDirect && !isMoving);
    expect(undeclared_reason, label).not.toBeNull();
  }
}

async function play(ledger: LedgerId, { home, steps }: History, label: string): Promise<void> {
  const committed = new Committed();
  for (const step of steps) {
    if (step.do !== "commit") await account.carryOut(ledger, home, step, tick());
    if (step.do === "register") await account.carryOut(ledger, home, { do: "recount" }, tick());
    for (const event of step.do === "commit" ? step.events : []) {
      const isMoving = committed.isAwaited(event);
      await commitOne(ledger, event, `${label}, ${event.event_id}`, isMoving);
    }
  }
}

/** The events so far. */
class Committed {
  readonly #arrived = new Set<string>();
  readonly #awaited = new Set<string>();

  isAwaited({ event_id, original_event_id }: SentEvent): boolean {
    this.#arrived.add(event_id);
    if (original_event_id && !this.#arrived.has(original_event_id)) {
      this.#awaited.add(original_event_id);
    }
    return this.#awaited.has(event_id);
  }
}

/** Returns where each event is declared. */
async function declaredIn(ledger: LedgerId, { steps }: History) {
  const ids = steps.flatMap((step) => (step.do === "commit" ? step.events : []));
  const states = await loadEventStates(
    ledger,
    ids.map(({ event_id }) => event_id as EventId),
  );
  const events = [...states.values()].flatMap(({ event }) => event ?? []);
  const declaredOf = await loadDeclared(ledger, events, new Date(clock));
  return Object.fromEntries(
    events.map((event) => {
      const { declared_in, undeclared_reason } = declaredOf(event);
      const place = declared_in && `${declared_in.scheme_type} ${declared_in.period_key}`;
      return [event.event_id, place ?? undeclared_reason];
    }),
  );
}

it("an event is declared where its commit says, and where a lock of everything has it", async () => {
  const random = seeded(seed);
  for (let n = 0; n < HISTORIES; n += 1) {
    const ledger = `declared-${randomUUID()}` as LedgerId;
    const history = historyOf(random, STEPS);
    await account.newBusiness(ledger);
    const label = `history ${n} of seed ${seed}: ${JSON.stringify(history)}`;
    await play(ledger, history, label);
    await account.carryOut(ledger, history.home, { do: "recount" }, tick());
    const before = await declaredIn(ledger, history);
    for (const { scheme, key } of account.PERIODS) {
      const lock: Step = { do: "lock", scheme: scheme.id, period: key };
      await account.carryOut(ledger, history.home, lock, tick());
    }
    expect(await declaredIn(ledger, history), label).toEqual(before);
  }
  report(
    `declaring returns: seed ${seed}, ${HISTORIES} histories of ${STEPS} steps: ${JSON.stringify(Object.fromEntries(counts))}`,
  );
  for (const kind of [
    "rows",
    "corrections",
    "former_registration",
    "after_three_years",
    "outside_registration_window_excluded",
  ]) {
    expect(counts.get(kind), kind).toBeGreaterThan(0);
  }
}, 3_600_000);
