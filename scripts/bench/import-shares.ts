import { execFile } from "node:child_process";
import { openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LedgerId } from "../../shared/core/ids.ts";
import { functionEnvironment, newFolder } from "./harness/stack.ts";
import { type Bench, type BenchmarkResult, goalRow, withCommas } from "./harness/subject.ts";
import { uploadedImport } from "./import-job.ts";
import { writeSales } from "./imports.ts";

const run = promisify(execFile);

const ACCOUNT = "bench-shares" as LedgerId;
/** Numbers of rows: shares that are the same at both are those of a larger file, too. */
const SIZES = [5_000, 20_000];

type Took = Readonly<Record<string, number>>;

/** Measures the processor time of whole imports by who takes it: the engine, the SDK with HTTP, or the service. */
export async function measureImportShares(bench: Bench): Promise<BenchmarkResult> {
  await bench.newAccount(ACCOUNT);
  const folder = await newFolder("bench-shares");
  try {
    const all: Took[] = [];
    for (const size of SIZES) all.push(await profiled(bench, join(folder, `${size}`), size));
    const [largest = {}] = all.toReversed();
    // At most: the garbage is also that of the SDK.
    const ours = shareOf(largest, "the service") + shareOf(largest, "garbage collection");
    const what = `the part of the service, with all garbage collection, of the processor time of an import of ${withCommas(SIZES.at(-1) ?? 0)} sales`;
    const lines = Object.keys(largest).map((name) => [
      name,
      ...all.map((took) => `${shareOf(took, name).toFixed(0)} %`),
    ]);
    const head = ["Processor time of", ...SIZES.map((size) => `${withCommas(size)} rows`)];
    const rows = [goalRow("importShare", what, ours, `${ours.toFixed(0)} %`)];
    return { rows, tables: [{ title: "Imports", head, lines }] };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const shareOf = (took: Took, name: string): number =>
  (100 * (took[name] ?? 0)) / Object.values(took).reduce((sum, ms) => sum + ms, 0);

async function profiled({ engine, pid }: Bench, path: string, size: number): Promise<Took> {
  await writeSales(path, `shares-${size}`, size);
  const id = await uploadedImport(ACCOUNT, await openAsBlob(path), false);
  const args = ["scripts/bench/import-profile.ts", ACCOUNT, id, `${pid}`];
  const { stdout } = await run(process.execPath, args, { env: functionEnvironment(engine) });
  const last = stdout.trim().split("\n").at(-1) as string;
  return (JSON.parse(last) as { readonly took: Took }).took;
}
