import { parseArgs } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { meterOf } from "./capacity.ts";
import { writePage } from "./page.ts";
import { ALONE, type Bench, ON_REQUEST, ON_STACK } from "./parts.ts";
import { keepResults, type PartResult, runNow } from "./results.ts";
import { newSeller, request } from "./seller.ts";
import { startBenchStack } from "./stack.ts";
import type { Findings, Row } from "./timing.ts";

const PARTS = [...Object.keys(ON_STACK), ...Object.keys(ALONE)];
const DEFAULT_SIZES = "1000,10000,100000,1000000,10000000";

const USAGE = `usage: npm run bench -- [--peers] [--only ${PARTS.join(",")}] [--events ${DEFAULT_SIZES}]
Measures the service on a stack of its own, as ratios from one run, and keeps what each part found in
docs/performance.json, of which docs/performance.md has its tables. --peers also measures PostgreSQL and DuckDB, as far as they are installed. A report
of a gigabyte is read only by --only gigabyte. --events are the sizes of the reports.`;

await runCommand(async () => {
  const { sizes, parts } = optionsFrom(process.argv.slice(2));
  const results: PartResult[] = [];
  const note = async (name: string, measure: () => Promise<readonly Row[] | Findings>) => {
    const [started, run] = [performance.now(), runNow()];
    const measured = await measure();
    const seconds = Math.round((performance.now() - started) / 1000);
    const findings = "rows" in measured ? measured : { rows: measured };
    console.log(`${name}: ${seconds} s`);
    if (findings.rows.length === 0) return;
    const result = { ...run, seconds, ...findings };
    // At once: what a later part stumbles over must not cost this one.
    keepResults({ [name]: result });
    results.push(result);
  };
  const onStack = Object.keys(ON_STACK).filter((part) => parts.includes(part));
  if (onStack.length > 0) {
    await withStack(sizes, async (bench) => {
      for (const part of onStack) await note(part, async () => ON_STACK[part]?.(bench) ?? []);
    });
  }
  for (const [part, measure] of Object.entries(ALONE)) {
    if (parts.includes(part)) await note(part, measure);
  }
  writePage();
  print(results);
});

async function withStack(
  sizes: readonly number[],
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const stack = await startBenchStack();
  try {
    const { dynamo } = await import("../../shared/platform/dynamodb/client.ts");
    const keys = new Map<string, string>();
    const newAccount = async (name: string, from?: string) => {
      const key = await newSeller(stack.url, name, from);
      keys.set(name, key);
      return key;
    };
    await work({
      url: stack.url,
      account: "bench",
      key: await newAccount("bench"),
      sizes,
      meter: meterOf(dynamo),
      newAccount,
      ask: (account, path, body) => request(stack.url, keys.get(account) as string, path, body),
    });
  } finally {
    await stack.end();
  }
}

function print(results: readonly PartResult[]): void {
  console.log("\n| what | goal | measured | met |\n|---|---|---|---|");
  for (const { what, goal, measured, met } of results.flatMap(({ rows }) => rows)) {
    console.log(`| ${what} | ${goal} | ${measured} | ${goal === "–" ? "" : met ? "yes" : "no"} |`);
  }
  for (const { title, head, lines } of results.flatMap(({ tables = [] }) => tables)) {
    console.log(`\n${title}\n\n| ${head.join(" | ")} |\n|${head.map(() => "---|").join("")}`);
    for (const line of lines) console.log(`| ${line.join(" | ")} |`);
  }
}

function optionsFrom(args: string[]): { sizes: number[]; parts: string[] } {
  const options = {
    events: { type: "string", default: DEFAULT_SIZES },
    only: { type: "string" },
    peers: { type: "boolean", default: false },
  } as const;
  try {
    const { events, only, peers } = parseArgs({ args, options }).values;
    const sizes = events.split(",").map(Number);
    const usual = PARTS.filter((part) => !ON_REQUEST.includes(part));
    const parts = [...(only?.split(",") ?? usual), ...(peers ? ["peers"] : [])];
    const valid = sizes.every((size) => Number.isInteger(size) && size > 0);
    if (valid && parts.every((part) => PARTS.includes(part))) return { sizes, parts };
  } catch {
    // Whatever is wrong with the arguments, the usage line says how they look.
  }
  throw new Failure(USAGE, 2);
}
