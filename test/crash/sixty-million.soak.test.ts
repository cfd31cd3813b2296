import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import { runCommand } from "../stack/run-stack.ts";
import { report, seedOf, soakLength } from "../stack/soak.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";

/*
 * The audit of a quarter with a quarter of sixty million events, which are made up page by page. It kills itself (kill -9)
 * at random pages and goes on from its file; in the end it has added up every event, and found the one wrong sum.
 */
const EVENTS = soakLength("EVENTS", 15_000_000);
const KILLS = 10;
const PAGE = 1_000;
const seed = seedOf(20_261_126);
const folder = temporaryFolder();

type Ran = {
  readonly events: number;
  readonly differences: readonly number[];
  readonly others: number;
  readonly pages: number;
  readonly resumed: number;
  readonly longest_ms: number;
  readonly seconds: number;
  readonly rss_mb: number;
};

async function run(what: "audit" | "journal", how: object) {
  const MADE_UP = JSON.stringify(how);
  const script = `test/crash/made-up-${what}.ts` as const;
  // One of sixteen partitions of sixty million changes takes more memory than Node allows by default.
  const NODE_OPTIONS = "--max-old-space-size=12000";
  const { code, stdout, stderr } = await runCommand(script, [], folder, { MADE_UP, NODE_OPTIONS });
  expect(stderr).toBe("");
  return { code, stdout };
}

it(
  "an audit of any number of events goes on where it was killed, in memory that does not grow",
  async () => {
    const random = seeded(seed);
    const file = join(folder, "audit.json");
    const pages = Math.floor(EVENTS / PAGE);
    const ledger = { events: EVENTS, file };
    for (let n = 0; n < KILLS; n += 1) {
      const kill_at = 1 + Math.floor(random() * Math.max(1, pages / (KILLS + 1)));
      const { code } = await run("audit", { ...ledger, kill_at, after: random() < 0.5 });
      expect(code).toBeNull();
    }
    expect(existsSync(file)).toBe(true);
    const { code, stdout } = await run("audit", ledger);
    expect(code).toBe(0);
    const ran = JSON.parse(stdout) as Ran;
    expect(ran).toMatchObject({ events: EVENTS, differences: [1], others: 0 });
    expect(ran.resumed).toBeGreaterThan(0);
    expect(ran.rss_mb).toBeLessThan(700);
    report(
      `sixty-million: seed ${seed}, audit of ${EVENTS} events, ${KILLS} × kill -9; the last run went on after ${ran.resumed} events: ${ran.seconds} s, longest step ${ran.longest_ms} ms, ${ran.rss_mb} MB at most`,
    );
  },
  3_600_000 * 6,
);

type Verified = {
  readonly changes: number;
  readonly items: number;
  readonly faults: readonly string[];
  readonly resumed: number;
  readonly longest_ms: number;
  readonly rss_mb: number;
};

it("a journal is verified in partitions, which go on after a kill and add up to the whole", async () => {
  const journal = { events: 1_200, of: 3, file: join(folder, "journal.json") };
  // Each partition reads three files; the fifth is one of the second partition.
  expect(await run("journal", { ...journal, kill_at: 5 })).toMatchObject({ code: null });
  const { stdout } = await run("journal", journal);
  expect(JSON.parse(stdout)).toMatchObject({
    changes: 1_200,
    items: 1_200,
    faults: [],
    resumed: 1,
  });
});

/** One of sixteen partitions of the journal of a year of such quarters. */
it(
  "one of sixteen partitions of a journal fits into memory",
  async () => {
    const events = 4 * EVENTS;
    const only = 1 + (seed % 16);
    const { code, stdout } = await run("journal", { events, of: 16, only });
    expect(code).toBe(0);
    const ran = JSON.parse(stdout) as Verified;
    expect(ran.faults).toEqual([]);
    expect(ran.changes).toBeGreaterThan(events / 32);
    report(
      `sixty-million: partition ${only} of 16 of a journal of ${events} changes: ${ran.changes} of them, ${Math.round(ran.longest_ms / 1_000)} s, ${ran.rss_mb} MB at most`,
    );
  },
  3_600_000 * 6,
);
