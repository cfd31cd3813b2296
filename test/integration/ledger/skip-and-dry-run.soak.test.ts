import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { commitEvents } from "../../../shared/ledger/commit/commit-events.ts";
import { commitPartially, itemsRead } from "../../../shared/ledger/commit/partial-commit.ts";
import { loadSums } from "../../../shared/ledger/sums/store-sums.ts";
import { auditSums } from "../../../shared/operations/audit/audit-sums.ts";
import { bookNamed } from "../../make/book.ts";
import { history } from "../../make/history.ts";
import { makeImport, makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import type { MemoryTable } from "../../stack/memory-table.ts";
import { storeInMemory } from "../returns/declared-once/memory.ts";

/*
 * Goal: what is skipped takes nothing from the others, and a dry run says what the commit would.
 * Method: requests of good and bad events on a table in memory, against an account that is sent the
 * good ones alone, and against a count of its own of which those are.
 */
let table: MemoryTable;
/** Stands between every call to the table and the table. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  table = await storeInMemory(async (send) => {
    await meanwhile();
    return send();
  });
});

const NOW = new Date("2026-03-01T10:00:00Z");
const TODAY = "2026-03-01" as IsoDate;
const BOOKS = [
  "2025-Q1",
  "2025-Q2",
  "2025-Q3",
  "2025-02",
  "2025-04",
  "2025-05",
  "2025-07",
  "2025-09",
];

type Raw = Readonly<Record<string, unknown>>;

/** As it is sent. */
const rawOf = (event: SentEvent): Raw => JSON.parse(JSON.stringify(event));

const apart = (account: LedgerId, events: readonly unknown[], dry_run = false) =>
  commitPartially(account, itemsRead({ events }, TODAY, undefined), NOW, { dry_run });

/** What the dry run says, which must leave the table as it is; and then what the commit says. */
async function bothWays(account: LedgerId, events: readonly unknown[]) {
  const before = table.dump();
  const foreseen = await apart(account, events, true);
  expect(table.dump()).toBe(before);
  const done = await apart(account, events);
  expect(foreseen).toEqual(done);
  return done;
}

async function sumsOf(account: LedgerId): Promise<string[]> {
  const sums: string[] = [];
  for (const name of BOOKS) {
    for (const { key, amounts } of await loadSums(account, bookNamed(name))) {
      const { writes, ...amount } = amounts;
      const nonZero = Object.entries(amount).filter(([, sum]) => sum !== 0n);
      if (nonZero.length > 0) sums.push(`${name} ${key} ${nonZero.sort().map(String)}`);
    }
  }
  return sums.sort();
}

/** Ways to spoil an event, and what becomes of it then. */
const SPOILT: readonly ((event: Raw) => unknown)[] = [
  ({ currency: _, ...event }) => event,
  (event) => ({ ...event, taxable_amount_minor: 100.5 }),
  (event) => ({ ...event, supply_date: "2027-01-01" }),
  (event) => ({ ...event, unknown: 1 }),
  () => null,
];

const mixed = fc
  .tuple(
    history({ min: 6, max: 26 }),
    fc.array(
      fc.record({
        at: fc.nat(),
        to: fc.nat(),
        how: fc.constantFrom("spoil", "repeat", "contradict"),
        way: fc.nat(SPOILT.length - 1),
      }),
      { maxLength: 10 },
    ),
    fc.nat({ max: 6 }),
  )
  .map(([events, changes, before]) => {
    const raw = events.map(rawOf);
    const sent: unknown[] = raw.slice(before);
    for (const { at, to, how, way } of changes) {
      const event = raw[at % raw.length] as Raw;
      if (how === "spoil") sent[to % sent.length] = SPOILT[way]?.(event);
      if (how === "repeat") sent.splice(to % sent.length, 0, event);
      if (how === "contradict") {
        sent.splice(to % sent.length, 0, { ...event, description: "another" });
      }
    }
    return { before: events.slice(0, before), sent };
  });

/** Which of the events are good, by a count of its own. */
function expectedOf(before: readonly SentEvent[], sent: readonly unknown[]) {
  const known = new Map(before.map((event) => [event.event_id, contentOf(rawOf(event))]));
  return sent.map((given) => {
    if (isSpoilt(given)) return "rejected";
    const { event_id } = given as SentEvent;
    const content = contentOf(given as Raw);
    const there = known.get(event_id);
    if (there !== undefined) return there === content ? "duplicate" : "conflict";
    known.set(event_id, content);
    return "committed";
  });
}

const contentOf = (event: Raw) => JSON.stringify(Object.entries(event).sort());

const isSpoilt = (given: unknown): boolean => {
  if (given === null) return true;
  const event = given as Raw;
  return (
    event["currency"] === undefined ||
    event["taxable_amount_minor"] === 100.5 ||
    event["supply_date"] === "2027-01-01" ||
    event["unknown"] !== undefined
  );
};

/** Commits them alone, all or none, first as a dry run. */
async function committedAlone(account: LedgerId, good: readonly unknown[]) {
  if (good.length === 0) return [];
  const read = itemsRead({ events: good }, TODAY, undefined);
  const events = read.flatMap((itemRead) => ("event" in itemRead ? itemRead.event : []));
  const foreseen = await commitEvents(account, events, NOW, { dry_run: true });
  const done = await commitEvents(account, events, NOW);
  expect(foreseen).toEqual(done);
  return done;
}

describe("for any mix of good and bad events", () => {
  it("the good ones are committed, as if they had been sent alone, and the dry run said so", async () => {
    const found = { committed: 0, duplicate: 0, conflict: 0, rejected: 0 };
    const holds = async ({ before, sent }: { before: SentEvent[]; sent: unknown[] }) => {
      const [account, other] = [randomUUID(), randomUUID()];
      await committedAlone(account as LedgerId, before.map(rawOf));
      await committedAlone(other as LedgerId, before.map(rawOf));
      const { items, counts } = await bothWays(account as LedgerId, sent);
      expect(items.map(({ status }) => status)).toEqual(expectedOf(before, sent));
      const isGood = (_: unknown, n: number) => items[n]?.status === "committed";
      expect(items.filter(isGood)).toEqual(
        await committedAlone(other as LedgerId, sent.filter(isGood)),
      );
      expect(await sumsOf(account as LedgerId)).toEqual(await sumsOf(other as LedgerId));
      expect(await auditSums(account as LedgerId)).toMatchObject({
        differences: [],
        stale_links: [],
      });
      for (const status of STATUSES) found[status] += counts[status];
    };
    await fc.assert(fc.asyncProperty(mixed, holds), { seed: 7, numRuns: 25, endOnFailure: true });
    // Otherwise the property would say little.
    for (const count of Object.values(found)) expect(count).toBeGreaterThan(20);
  });
});

const STATUSES = ["committed", "duplicate", "conflict", "rejected"] as const;

describe("an id that another request takes at the same time", () => {
  const SENT = ["a", "sale-1", "b"].map((event_id) => makeSale({ event_id }));
  const other = [makeSale({ description: "another" })];

  /** What becomes of both when the other one comes at the `at`-th call to the table. */
  async function race(account: LedgerId, at: number) {
    let calls = 0;
    let theirs = "never sent";
    meanwhile = async () => {
      calls += 1;
      if (calls !== at) return;
      theirs = await commitEvents(account, other, NOW).then(
        () => "committed",
        ({ code }) => code,
      );
    };
    const { items } = await apart(account, [...SENT, makeRefund()].map(rawOf)).finally(() => {
      meanwhile = async () => {};
    });
    return { items, theirs };
  }

  it("keeps none of the others out, whoever is first", async () => {
    const seen = new Set<string>();
    for (let at = 1; at <= 9; at += 1) {
      const account = randomUUID() as LedgerId;
      const { items, theirs } = await race(account, at);
      const [first, contested, third, refund] = items.map(({ status }) => status);
      expect([first, third, refund]).toEqual(["committed", "committed", "committed"]);
      expect(items[3]).toMatchObject({ link_status: "linked" });
      seen.add(`${contested}, ${theirs}`);
      const audit = await auditSums(account);
      expect(audit).toMatchObject({ events: 4, differences: [], stale_links: [] });
    }
    const [late, never, ours] = ["event_conflict", "never sent", "committed"];
    for (const pair of seen) {
      expect([`committed, ${late}`, `committed, ${never}`, `conflict, ${ours}`]).toContain(pair);
    }
    expect(seen).toContain(`conflict, ${ours}`);
  });
});

describe("a dry run foresees", () => {
  const refunds = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) =>
      makeRefund({ event_id: `r${from + n}`, taxable_amount_minor: 1, vat_amount_minor: 0 }),
    );

  /** What comes later in a quarter is written after what comes earlier. */
  const LATE = { supply_date: "2025-09-10" as IsoDate };

  it("refunds that are more than one transaction moves, before and with their sale", async () => {
    const account = randomUUID() as LedgerId;
    await commitEvents(account, refunds(0, 45), NOW);
    const sent = [...refunds(45, 140), makeSale(LATE), ...refunds(0, 3)];
    const { items } = await bothWays(account, sent);
    expect(new Set(items.map((item) => "link_status" in item && item.link_status))).toEqual(
      new Set(["linked", "not_applicable"]),
    );
  });

  it("that they take back more than was sold, whichever came first", async () => {
    const account = randomUUID() as LedgerId;
    const big = refunds(0, 60).map((refund) => ({ ...refund, taxable_amount_minor: 400 }));
    await commitEvents(account, big.slice(0, 20), NOW);
    const { items } = await bothWays(account, [...big.slice(20), makeSale(LATE)]);
    const checks = items.map((item) =>
      "checks" in item ? item.checks.map(({ code }) => code) : [],
    );
    expect(checks.filter((codes) => codes.includes("refund_above_sale"))).toHaveLength(40);
  });

  it("a consignment that comes to exceed its limit, with refunds of its sales", async () => {
    const account = randomUUID() as LedgerId;
    const parcel = (n: number, intrinsic_value_minor: number) =>
      makeImport({
        event_id: `p${n}`,
        consignment: { id: "parcel", intrinsic_value_minor, currency: "EUR", excise_goods: false },
      });
    const refundOf = (n: number) =>
      rawOf(
        makeRefund({
          event_id: `r${n}`,
          original_event_id: `p${n}`,
          supply_kind: "imported_goods",
          taxable_amount_minor: 1,
        }),
      );
    const small = Array.from({ length: 60 }, (_, n) => parcel(n, 100));
    await commitEvents(account, small.slice(0, 30), NOW);
    const last = { ...parcel(60, 14_000), supply_date: "2025-08-31" as IsoDate };
    const sent = [...small.slice(30), ...small.map((_, n) => refundOf(n)), last];
    const { items } = await bothWays(account, sent);
    expect(items.at(-1)).toMatchObject({ exclusion_code: "consignment_value_exceeded_excluded" });
  });
});
