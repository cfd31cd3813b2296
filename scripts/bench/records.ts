import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fillLedger } from "./fill.ts";
import { type Row, times } from "./timing.ts";

const run = promisify(execFile);

const FEW = 10_000;
const MANY = 100_000;

/** What writing the records of an account has taken; see records-writer.ts. */
type Written = {
  readonly at_first: number;
  readonly at_last: number;
  readonly resident: number;
  readonly seconds: number;
};

/**
 * The memory that a process of its own needs to write the records of many supplies: it must not grow
 * while they are written, nor with how many there are.
 */
export async function measureRecords(): Promise<Row[]> {
  const few = await writtenOf(FEW);
  const many = await writtenOf(MANY);
  const what = `records of ${MANY.toLocaleString("en")} supplies`;
  return [
    comparison(
      `${what}, memory in use: last third of the time against the first`,
      1.1,
      many.at_last,
      many.at_first,
    ),
    comparison(
      `${what} against those of ${FEW.toLocaleString("en")}: most resident memory, garbage included`,
      1.3,
      many.resident,
      few.resident,
    ),
  ];
}

function comparison(what: string, most: number, one: number, other: number): Row {
  const ratio = one / other;
  const measured = `${times(ratio)} (${one.toFixed(0)} MB against ${other.toFixed(0)} MB)`;
  return { what, goal: `≤ ${most} ×`, measured, met: ratio <= most };
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
