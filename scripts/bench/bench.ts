import { parseArgs } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { type Result, runNow, storeResult, writePage } from "./harness/results.ts";
import { withBench } from "./harness/stack.ts";
import { type Bench, type Benchmark, markdown, resultTable } from "./harness/subject.ts";
import { SUBJECTS } from "./subjects.ts";

const DEFAULT_SIZES = "1000,10000,100000,1000000,10000000";

const USAGE = `usage: npm run bench -- [--only ${SUBJECTS.map(({ name }) => name).join(",")}] [--events ${DEFAULT_SIZES}]
Measures the service on a stack of its own, as ratios and counts from one run. Stores the results of each subject in
docs/quality/performance.json, and writes the tables of docs/quality/performance.md from that file. --events are the sizes of the reports.
--page writes the tables alone.`;

await runCommand(async () => {
  const { sizes, subjects, page } = optionsFrom(process.argv.slice(2));
  const results: Result[] = [];
  if (!page) {
    await withBench(sizes, async (bench) => {
      for (const subject of subjects) results.push(...(await measured(subject, bench)));
    });
  }
  writePage();
  if (results.length > 0) console.log(`\n${resultTable(results.flatMap(({ rows }) => rows))}`);
  for (const { title, head, lines } of results.flatMap(({ tables = [] }) => tables)) {
    console.log(`\n${title}\n\n${markdown(head, lines)}`);
  }
});

/** Measures a subject and stores its result at once: an error of a later subject must not lose it. */
async function measured({ name, run }: Benchmark, bench: Bench): Promise<Result[]> {
  const started = performance.now();
  const described = runNow();
  const found = await run(bench);
  const findings = "rows" in found ? found : { rows: found };
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${name}: ${seconds} s`);
  if (findings.rows.length === 0) return [];
  const result = { ...described, seconds, ...findings };
  storeResult(name, result);
  return [result];
}

function optionsFrom(args: string[]) {
  const options = {
    events: { type: "string", default: DEFAULT_SIZES },
    only: { type: "string" },
    page: { type: "boolean", default: false },
  } as const;
  try {
    const { events, only, page } = parseArgs({ args, options }).values;
    const sizes = events.split(",").map(Number);
    const names = only?.split(",") ?? SUBJECTS.map(({ name }) => name);
    const subjects = SUBJECTS.filter(({ name }) => names.includes(name));
    const areSizes = sizes.every((size) => Number.isInteger(size) && size > 0);
    if (areSizes && subjects.length === new Set(names).size) return { sizes, subjects, page };
  } catch {
    // The usage line below covers any error in the arguments.
  }
  throw new Failure(USAGE, 2);
}
