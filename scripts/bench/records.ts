import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fillLedger } from "./fill.ts";
import { type Row, times } from "./timing.ts";

const run = promisify(execFile);

const FEW = 10_000;
const MANY = 100_000;

/** What writing the records of an account has taken: megabytes at most, and seconds. */
type Written = { readonly in_use: number; readonly resident: number; readonly seconds: number };

/**
 * The memory that a process of its own needs to write the records of many supplies, against that of
 * few: it must not grow with them.
 */
export async function measureRecords(): Promise<Row[]> {
  const few = await writtenOf(FEW);
  const many = await writtenOf(MANY);
  const what = `records of ${MANY.toLocaleString("en")} supplies against those of ${FEW.toLocaleString("en")}`;
  const row = (kind: "in_use" | "resident", most: number, name: string): Row => {
    const ratio = many[kind] / few[kind];
    const megabytes = `${many[kind].toFixed(0)} MB against ${few[kind].toFixed(0)} MB`;
    return {
      what: `${what}, ${name}`,
      goal: `≤ ${most} ×`,
      measured: `${times(ratio)} (${megabytes})`,
      met: ratio <= most,
    };
  };
  return [
    row("in_use", 1.1, "most memory in use"),
    row("resident", 1.3, "most resident memory, garbage included"),
  ];
}

async function writtenOf(supplies: number): Promise<Written> {
  const account = `records-${supplies}`;
  await fillLedger(account, "shop", supplies);
  const writer = ["--expose-gc", "scripts/bench/records-writer.ts", account];
  const { stdout } = await run(process.execPath, writer);
  const { records, ...written } = JSON.parse(stdout) as Written & { readonly records: number };
  if (records !== supplies) throw new Error(`${records} records of ${supplies} supplies`);
  console.log(`wrote the records of ${supplies} in ${written.seconds.toFixed(0)} s`);
  return written;
}
