import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { UNDESCRIBED } from "../../../shared/vat/seller/profile.ts";
import { BUILT_IN_RATES } from "../../make/built-in-rates.ts";
import { history } from "../../make/history.ts";
import type { SentEvent } from "../../make/supply-event.ts";
import { lengthOf, seedOf } from "../../stack/soak.ts";
import { unreliableEngine } from "../../stack/unreliable-engine.ts";

/*
 * What AWS does and the local engine never does: transactions that conflict, are throttled, or are
 * carried out while their answer is lost. Many writers commit overlapping histories at once; every
 * event must end up committed once and every sum equal a recount.
 */
const SEED = seedOf(20_261_121);
const WRITERS = 8;
const EVENTS = lengthOf("EVENTS", 30, 600);
const BATCH = 3;
/** Of every ten transactions 2, 1 and 1; 30 events in threes need ten at least. */
const SHARES = { conflict: 0.2, throttle: 0.1, lost_answer: 0.1 };

const engine = unreliableEngine(SHARES, SEED);

async function commit(account: LedgerId, events: readonly SentEvent[]) {
  const [{ postEvents }, { newRecord }, { NO_BOUNDARIES: NO_EDGES }, { fingerprintOf }] =
    await Promise.all([
      import("../../../shared/ledger/commit/commit-events.ts"),
      import("../../../shared/ledger/events/submit-event.ts"),
      import("../../../shared/vat/schemes/registration-segments.ts"),
      import("../../../shared/core/hash.ts"),
    ]);
  const commit_id = randomUUID();
  const committed_at = new Date().toISOString();
  const records = events.map((event) => {
    const fingerprint = fingerprintOf(event);
    const context = { profile: UNDESCRIBED, rates: BUILT_IN_RATES };
    return newRecord(event as NewEvent, { ...context, commit_id, committed_at, fingerprint });
  });
  const stored = await postEvents(account, NO_EDGES, records);
  const own = stored.filter((record) => record?.commit_id === commit_id);
  return own.map((record) => record?.event_id ?? "");
}

test("nothing is lost and nothing counts twice while transactions fail", async () => {
  const [sample] = fc.sample(history({ min: EVENTS, max: EVENTS }), { seed: SEED, numRuns: 1 });
  const events = sample as SentEvent[];
  const account = `faults-${randomUUID()}` as LedgerId;
  const random = seeded(SEED + 1);
  const committed = await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const own = events.filter(
        (_, n) => n % WRITERS === writer || n % WRITERS === (writer + 1) % WRITERS,
      );
      const mixed = own.map((event) => ({ event, at: random() })).sort((a, b) => a.at - b.at);
      const won: string[] = [];
      for (let at = 0; at < mixed.length; at += BATCH) {
        const batch = mixed.slice(at, at + BATCH).map(({ event }) => event);
        won.push(...(await commit(account, batch)));
      }
      return won;
    }),
  );
  expect(committed.flat().sort()).toEqual(events.map((event) => event.event_id).sort());

  const { auditOf } = await import("../../stack/audit.ts");
  expect(await auditOf(account)).toMatchObject({
    events: events.length,
    differences: [],
    stale_links: [],
  });
  expect(engine.proxy.injected.conflict).toBeGreaterThanOrEqual(2);
  expect(engine.proxy.injected.throttle).toBeGreaterThanOrEqual(1);
  expect(engine.proxy.injected.lost_answer).toBeGreaterThanOrEqual(1);
});
