import { join } from "node:path";
import { expect, it } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import { runCommand } from "../stack/run-stack.ts";
import { report, seedOf, soakLength } from "../stack/soak.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";

/*
 * The recount of a quarter with a million events, after a registration that began within it: all of them move. The
 * events are made up when they are read, and the moves are kept in a file. The recount kills itself (kill -9) at random
 * moves and goes on by its stored state; in the end each event has moved once, into the sums of who registered first.
 */
const EVENTS = soakLength("EVENTS", 1_000_000);
const KILLS = 10;
const seed = seedOf(20_261_126);
const file = join(temporaryFolder(), "moves");

type Ran = {
  readonly resumed: number;
  readonly transactions: number;
  readonly lost: number;
  readonly steps: number;
  readonly longest_ms: number;
  readonly seconds: number;
  readonly rss_mb: number;
};

async function recount(how: object = {}) {
  const MADE_UP = JSON.stringify({ events: EVENTS, file, lose_each: 1_000, ...how });
  const { code, stdout, stderr } = await runCommand("test/crash/made-up-recount.ts", [], "none", {
    MADE_UP,
  });
  expect(stderr).toBe("");
  return { code, stdout };
}

it(
  "a recount of any number of moves goes on where it was killed, and moves each event once",
  async () => {
    const random = seeded(seed);
    const began = Date.now();
    for (let n = 0; n < KILLS; n += 1) {
      const kill_at = 1 + Math.floor((random() * EVENTS) / (KILLS + 1));
      expect(await recount({ kill_at, after: random() < 0.5 })).toMatchObject({ code: null });
    }
    const { code, stdout } = await recount();
    expect(code).toBe(0);
    const ran = JSON.parse(stdout) as Ran;
    expect(ran).toMatchObject({ state: "done", passes: 2, told: 1, looked_at: 2 * EVENTS });
    expect(ran).toMatchObject({ moved: EVENTS, differences: [] });
    expect(ran.resumed).toBeGreaterThan(0);
    expect(ran.rss_mb).toBeLessThan(700);
    const all = Math.round((Date.now() - began) / 1_000);
    report(
      `million-moves: seed ${seed}, ${EVENTS} events moved once each in ${all} s, ${KILLS} × kill -9; the last run went on after ${ran.resumed}: ${ran.transactions} transactions, of which ${ran.lost} lost their answer, ${ran.steps} steps, ${ran.seconds} s, longest step ${ran.longest_ms} ms, ${ran.rss_mb} MB at most`,
    );
  },
  3_600_000 * 6,
);
