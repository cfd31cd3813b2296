import { randomUUID } from "node:crypto";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { measureBoundary } from "./boundary.ts";
import { measureBundles } from "./bundles.ts";
import { measureCalculations } from "./calculations.ts";
import { meterOf } from "./capacity.ts";
import { measureCold } from "./cold.ts";
import { measureCommits } from "./commits.ts";
import { measureFullYear } from "./full-year.ts";
import { measureImports } from "./imports.ts";
import { saleOf, seeded } from "./ledgers.ts";
import { measurePureEngine } from "./pure-engine.ts";
import { measureRecords } from "./records.ts";
import { measureReports } from "./reports.ts";
import { newSeller, request } from "./seller.ts";
import { startBenchStack } from "./stack.ts";
import type { Row } from "./timing.ts";
import { measureWarmReads } from "./warm-reads.ts";

const USAGE = `usage: npm run bench -- [--events 1000,10000,100000,1000000] [--only reports,boundary,commits,calculations,reads,threshold,cold,records,imports,bundles,engine]
Measures the service on a stack of its own, as ratios from this one run. A million events take about
ten minutes to put into the engine; with one number of events no import of a gigabyte is read.`;

const ON_STACK = [
  ...["reports", "boundary", "commits", "calculations", "reads", "threshold", "cold"],
  ...["records", "imports"],
];
const PARTS = [...ON_STACK, "bundles", "engine"];

await runCommand(async () => {
  const { sizes, parts } = optionsFrom(process.argv.slice(2));
  const rows: Row[] = [];
  if (parts.includes("bundles")) rows.push(...(await measureBundles()));
  if (parts.includes("engine")) rows.push(...(await measurePureEngine(sizes.at(-1) as number)));
  if (parts.some((part) => ON_STACK.includes(part))) {
    rows.push(...(await measureOnStack(sizes, parts)));
  }
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
  );
  console.log("| what | goal | measured | met |\n|---|---|---|---|");
  for (const { what, goal, measured, met } of rows) {
    console.log(`| ${what} | ${goal} | ${measured} | ${met ? "yes" : "no"} |`);
  }
});

async function measureOnStack(sizes: readonly number[], parts: readonly string[]): Promise<Row[]> {
  const stack = await startBenchStack();
  try {
    const { dynamo } = await import("../../shared/store/dynamo.ts");
    const meter = meterOf(dynamo);
    const keys = new Map<string, string>();
    const newAccount = async (name: string, from?: string) => {
      keys.set(name, await newSeller(stack.url, name, from));
    };
    const ask = (account: string, path: string, body?: unknown) =>
      request(stack.url, keys.get(account) as string, path, body);
    const call = async (account: string, path: string, body?: unknown) => {
      await ask(account, path, body);
    };
    const rows: Row[] = [];
    await newAccount("bench");
    if (parts.includes("reads")) {
      const keyId = keys.get("bench")?.split("_")[2] as string;
      rows.push(...(await measureWarmReads("bench", keyId, (path) => call("bench", path))));
    }
    if (parts.includes("threshold")) {
      await newAccount("bench-year");
      rows.push(...(await measureFullYear("bench-year", meter)));
    }
    if (parts.includes("cold")) {
      const dice = seeded(1);
      const sale = () => ({ ...saleOf("shop", 0, dice), event_id: randomUUID() });
      rows.push(...(await measureCold(keys.get("bench") as string, sale)));
    }
    if (parts.includes("commits")) rows.push(...(await measureCommits("bench", call, meter)));
    if (parts.includes("calculations")) rows.push(...(await measureCalculations("bench", ask)));
    if (parts.includes("records")) rows.push(...(await measureRecords()));
    if (parts.includes("imports")) {
      const key = keys.get("bench") as string;
      rows.push(...(await measureImports("bench", { url: stack.url, key }, sizes.length > 1)));
    }
    if (parts.includes("reports")) {
      rows.push(...(await measureReports(sizes, newAccount, call, meter)));
    }
    if (parts.includes("boundary")) {
      rows.push(...(await measureBoundary(sizes.at(-1) as number, newAccount, call, meter)));
    }
    return rows;
  } finally {
    await stack.end();
  }
}

function optionsFrom(args: string[]): { sizes: number[]; parts: string[] } {
  const options = { events: { type: "string" }, only: { type: "string" } } as const;
  try {
    const { events = "1000,10000,100000,1000000", only } = parseArgs({ args, options }).values;
    const sizes = events.split(",").map(Number);
    const parts = only?.split(",") ?? PARTS;
    const valid = sizes.every((size) => Number.isInteger(size) && size > 0);
    if (valid && parts.every((part) => PARTS.includes(part))) return { sizes, parts };
  } catch {
    // Whatever is wrong with the arguments, the usage line says how they look.
  }
  throw new Failure(USAGE, 2);
}
