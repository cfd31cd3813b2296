import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seededRandom } from "../make/random.ts";
import { runCommand } from "../stack/run-stack.ts";
import { lengthOf, report, seedOf, soaking } from "../stack/soak.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";

/*
 * The audit of a quarter with a quarter of sixty million events, which are made up page by page. It kills itself (kill -9)
 * at random pages and goes on from its file; in the end it has added up every event, and found the one wrong sum.
 */
const EVENTS = lengthOf("EVENTS", 5_000, 15_000_000);
const KILLS = soaking ? 10 : 2;
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

async function run(how: object) {
  const MADE_UP = JSON.stringify({ events: EVENTS, ...how });
  const { code, stdout, stderr } = await runCommand("test/crash/made-up-audit.ts", [], folder, {
    MADE_UP,
  });
  expect(stderr).toBe("");
  return { code, stdout };
}

it(
  "an audit of any number of events goes on where it was killed, in memory that does not grow",
  async () => {
    const random = seededRandom(seed);
    const file = join(folder, "audit.json");
    const pages = Math.floor(EVENTS / PAGE);
    const each = !soaking;
    for (let n = 0; n < KILLS; n += 1) {
      const kill_at = 1 + Math.floor(random() * Math.max(1, pages / (KILLS + 1)));
      const { code } = await run({ file, each, kill_at, after: random() < 0.5 });
      expect(code).toBeNull();
    }
    expect(existsSync(file)).toBe(true);
    const { code, stdout } = await run({ file, each });
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
