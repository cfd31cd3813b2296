import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { seeded } from "../../../../scripts/demo/dice.ts";
import { type Period, periodNamed } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { later } from "../../../stack/settle.ts";
import { report, seedOf, soakLength } from "../../../stack/soak.ts";
import { type History, historyOf, type SchemeId, type Step } from "./history.ts";
import { storeInMemory } from "./memory.ts";

/*
 * Histories that end with registrations which moved and were not recounted yet. The recount stops before
 * each of its calls to the table, while every return is drawn: it is what it is in the end, or says
 * that a recount is pending. At some of the calls it dies, before or after, and is taken up again.
 */
const HISTORIES = soakLength("ROUNDS", 600);
const STEPS = 24;
/** The calls with which it dies: before the first and the third is carried out, after the second. */
const KILLS = [5, 12, 27];
const seed = seedOf(20_261_122);

class Killed extends Error {}

/** What a recount meets at its next call; undefined while others call. */
let atCall: ((send: () => Promise<unknown>) => Promise<unknown>) | undefined;
type Account = typeof import("./account.ts");
let account: Account;

beforeAll(async () => {
  await storeInMemory((send) => (atCall ? atCall(send) : send()));
  account = await import("./account.ts");
  await account.publishRates();
});

const PERIODS: readonly (readonly [scheme: string, period: string])[] = [
  ...["2024-Q3", "2024-Q4", "2025-Q1", "2025-Q2"].flatMap((period) => [
    ["union_oss", period] as const,
    ["non_union_oss", period] as const,
  ]),
  ...["2024-08", "2025-01", "2025-02", "2025-04"].map((period) => ["ioss", period] as const),
];

/** Every return as it is shown now, and whether it says that it may change. */
async function returnsOf(name: LedgerId) {
  const { loadReturn } = await import("../../../../shared/returns/load/load-return.ts");
  const { loadPendingRecount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { computeReturn } = await import("../../../../shared/returns/compute/compute.ts");
  const { schemeNamed } = await import("../../../../shared/vat/schemes/schemes.ts");
  const shown = PERIODS.map(async ([id, key]) => {
    const scheme = schemeNamed(id as "ioss");
    const period = periodNamed(key) as Period;
    const { input } = await loadReturn(name, { scheme, period });
    const recount_pending = await loadPendingRecount(name, period);
    const { input: _, sorted, ...drawn } = computeReturn(input);
    return { of: `${id} ${key}`, says: recount_pending !== null, drawn };
  });
  return Promise.all(shown);
}
type Shown = Awaited<ReturnType<typeof returnsOf>>;

/** Recounts to the end: `look` is called before each call, and at some of them it is killed. */
async function recountStopping(name: LedgerId, look: () => Promise<void>): Promise<number> {
  const { recountAccount } = await import("../../../../shared/ledger/recount/recount.ts");
  let calls = 0;
  const stopping: typeof atCall = async (send) => {
    calls += 1;
    const kill = KILLS.indexOf(calls);
    atCall = undefined;
    await look();
    const answer = kill % 2 === 0 ? undefined : await send();
    if (kill >= 0) throw new Killed();
    atCall = stopping;
    return answer;
  };
  for (;;) {
    atCall = stopping;
    try {
      await recountAccount(name, later());
      return calls;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    } finally {
      atCall = undefined;
    }
  }
}

const register = (scheme: SchemeId, from: string): Step => ({
  do: "register",
  scheme,
  window: { from },
  anew: false,
});

/**
 * In the end every registration begins on a day within a period, with supplies before and after it. What
 * moves are the supplies of that period, and corrections of them in later ones.
 */
const moves = (n: number): Step[] => [
  ...SCHEMES.map((scheme) => register(scheme, "2021-07-01")),
  { do: "recount" },
  ...SCHEMES.map((scheme, m) => register(scheme, FROM[scheme === "ioss" ? 2 : (n + m) % 3] ?? "")),
];

const SCHEMES = ["union_oss", "non_union_oss", "ioss"] as const;
const FROM = ["2024-08-20", "2024-11-20", "2025-01-15"];

async function play(name: LedgerId, { home, steps }: History): Promise<Shown[]> {
  await account.newBusiness(name);
  for (const step of steps) await account.carryOut(name, home, step);
  const seen: Shown[] = [];
  await recountStopping(name, async () => void seen.push(await returnsOf(name)));
  return seen;
}

/** Holds what was shown on the way against the end; answers how many returns were others by then. */
function compared(seen: readonly Shown[], final: Shown, label: string): number {
  const counts = seen.flatMap((shown) =>
    shown.map(({ of, says, drawn }, at) => {
      const isFinal = isDeepStrictEqual(drawn, final[at]?.drawn);
      if (!says) expect(isFinal, `${of} in ${label}`).toBe(true);
      return isFinal ? 0 : 1;
    }),
  );
  return counts.reduce<number>((sum, count) => sum + count, 0);
}

/** The number of times that a return was free while later ones were not. */
const freeIn = (seen: readonly Shown[]): number =>
  seen.flatMap((shown, look) =>
    shown.some(({ says }) => says)
      ? shown.filter(({ says }, at) => !says && seen[look - 1]?.[at]?.says)
      : [],
  ).length;

it("a return that says nothing of a recount is the one of after it", async () => {
  const random = seeded(seed);
  let [others, reads, free] = [0, 0, 0];
  for (let n = 0; n < HISTORIES; n += 1) {
    const name = `recounting-${n}` as LedgerId;
    const begun = historyOf(random, STEPS);
    const history = { ...begun, steps: [...begun.steps, ...moves(n)] };
    const label = `history ${n} of seed ${seed}: ${JSON.stringify(history)}`;
    const seen = await play(name, history);
    const final = await returnsOf(name);
    expect(final.filter(({ says }) => says)).toEqual([]);
    reads += seen.length;
    others += compared(seen, final, label);
    free += freeIn(seen);
    const { declared, held } = await account.declaredAndHeld(name, history);
    expect(declared, label).toEqual(held);
  }
  // Some returns were others while they said so: otherwise there was nothing to find.
  expect(others).toBeGreaterThan(HISTORIES);
  // Periods are free one after the other, not all of them at the end.
  expect(free).toBeGreaterThan(HISTORIES);
  report(
    `recounting: seed ${seed}, ${HISTORIES} histories, ${reads} looks, ${others} returns told, ${free} free before the end`,
  );
}, 3_600_000);
