import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import { seeded } from "../../scripts/demo/dice.ts";
import type { ApiServer } from "../../scripts/local/api-server.ts";
import { loadRecount } from "../../shared/ledger/recount/store-recounts.ts";
import type { ReturnAnswer } from "../../shared/returns/locks/return-view.ts";
import { type Account, callAt } from "../stack/api.ts";
import { startApiHere } from "../stack/api-here.ts";
import { auditOf } from "../stack/audit.ts";
import { retryOn503 } from "../stack/retry-on-503.ts";
import { sumsOf } from "../stack/seller.ts";
import { report, seedOf, soakLength } from "../stack/soak.ts";
import { tableOfOwn } from "../stack/table-of-own.ts";
import { eventsOf, registerWithin, sellerOfQuarter } from "./quarter.ts";
import { RecountCommand } from "./recount-command.ts";

/*
 * A registration that begins within a quarter whose sales are committed: `npm run recount` moves most of
 * them, dies on the way (kill -9) as often as KILLS says, and is started again each time. Whoever reads the return
 * meanwhile gets the final one, or is told that a recount is pending.
 */
const SALES = soakLength("EVENTS", 100_000);
const ALL = eventsOf(SALES);
const KILLS = 10;
const seed = seedOf(20_261_122);
const random = seeded(seed);

let api: ApiServer;
let recount: RecountCommand;

/** Registers when its sales are committed. */
let late: Account;
/** Had registered before. */
let early: Account;
/** The return of the one that had. */
let final: Shown;
/** The sums of the quarter as they were, and as they become. */
let sums: { readonly before: object; readonly after: object };

beforeAll(async () => {
  await tableOfOwn();
  api = await startApiHere();
  recount = await RecountCommand.gated();
});
afterAll(async () => {
  await api.stop();
  await recount.close();
});

type Shown = z.output<typeof ReturnAnswer>;

const PATH = "/v1/returns/union-oss/2025-Q3";

const returnOf = async ({ readOnly }: Account): Promise<Shown> =>
  (await retryOn503(() => callAt<Shown>(api.url, readOnly, "GET", PATH))).body;

/** What the returns have said that were read. */
const said = { pending: 0, final: 0 };

/** Reads the return: it is the final one, or says that it may not be. */
async function read(): Promise<Shown> {
  const fetched = await returnOf(late);
  said[fetched.recount_pending ? "pending" : "final"] += 1;
  if (!fetched.recount_pending) expect(fetched).toEqual(final);
  return fetched;
}

/** Reads one return after the other until it is stopped. */
function reader(): { readonly stop: () => Promise<void> } {
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await read();
      await wait(1_000);
    }
  })();
  // Whoever stops it is told what it has met.
  running.catch(() => {});
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

async function kill(at: number, wasCarriedOut: boolean): Promise<void> {
  const reading = reader();
  await recount.killAt(at, wasCarriedOut, late.account, async () => {
    expect((await read()).recount_pending).not.toBeNull();
  });
  await reading.stop();
}

/** In the middle nothing is lost or counted twice: each event stands where it was, or where it belongs. */
async function expectMidway(): Promise<number> {
  const { looked_at, ...state } = await loadRecount(late.account);
  expect(state).toMatchObject({ state: "pending", passes: 0, pass: expect.anything() });
  expect(looked_at).toBeLessThan(ALL);
  const fetched = await read();
  expect(fetched).toMatchObject({
    total_source_event_count: ALL,
    recount_pending: { events_examined: looked_at },
  });
  const now = await sumsOf(late, "2025-Q3");
  expect([sums.before, sums.after]).not.toContainEqual(now);
  expect(await auditOf(late.account)).toMatchObject({
    events: ALL,
    differences: [],
    recount_pending: true,
  });
  report(
    `recount-kill: killed at ${worked()}; ${looked_at} events looked at, ` +
      `${fetched.included_source_event_count} of ${final.included_source_event_count} in the return`,
  );
  return looked_at;
}

const worked = (): string => {
  const { transactions, steps, ms } = recount.sent;
  return `${transactions} transactions, ${steps} steps, ${Math.round(ms / 1_000)} s of work`;
};

async function finish(): Promise<void> {
  const reading = reader();
  const { code, stdout } = await recount.finish(late.account, async () => {
    expect(await read()).toEqual({ ...final, recount_pending: expect.anything() });
  });
  await reading.stop();
  // However often it died, its first pass has looked at each event once.
  const looked = new RegExp(`^${2 * ALL} events looked at in 2 passes, \\d+ moved\\n$`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(looked) });
  expect((await read()).recount_pending).toBeNull();
}

/** The sums are those of the other account, and those of the events; no row is left behind. */
async function expectSameSums(): Promise<void> {
  expect(await sumsOf(late, "2025-Q3")).toEqual(sums.after);
  expect(await sumsOf(late, "2025")).toEqual(await sumsOf(early, "2025"));
  const clean = new RegExp(`^${ALL} events in \\d+ periods, 0 differences\\n$`);
  expect(await recount.verify(late.account)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(clean),
  });
}

it(
  "a recount that is killed again and again ends in the sums of who registered first",
  async () => {
    late = await sellerOfQuarter(api.url, { name: "late", sales: SALES, isRegistered: false });
    early = await sellerOfQuarter(api.url, { name: "early", sales: SALES, isRegistered: true });
    final = await returnOf(early);
    expect(final).toMatchObject({ total_source_event_count: ALL, recount_pending: null });
    sums = { before: await sumsOf(late, "2025-Q3"), after: await sumsOf(early, "2025-Q3") };
    await registerWithin(api.url, late);
    let looked_at = 0;
    for (let n = 0; n < KILLS; n += 1) {
      // Every sale moves, into the return or out of its rows; its refund may be in the same transaction.
      const at = Math.ceil(((n + 0.2 + 0.6 * random()) / KILLS) * SALES);
      await kill(at, n % 2 === 1);
      const seen = await expectMidway();
      expect(seen).toBeGreaterThanOrEqual(looked_at);
      looked_at = seen;
    }
    await finish();
    await expectSameSums();
    report(
      `recount-kill: seed ${seed}, ${ALL} events, ${KILLS} kills, ${worked()}; ` +
        `${said.pending} returns said that it was pending, ${said.final} were the final one`,
    );
  },
  600_000 + SALES * 300,
);
