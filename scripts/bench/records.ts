import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { LedgerId } from "../../shared/core/ids.ts";
import { fillLedger } from "./fill.ts";
import type { GoalName } from "./goals.ts";
import { type Bench, goalRow, type Row, withCommas } from "./harness/subject.ts";
import { times } from "./harness/timing.ts";

const run = promisify(execFile);

const FEW = 10_000;
const MANY = 100_000;

/** Megabytes that the writing of records held; see records-writer.ts. */
type Written = {
  readonly records: number;
  readonly first: number;
  readonly last: number;
  readonly resident: number;
};

/**
 * Measures the memory that a process of its own needs to write the records of many supplies: it must grow neither while
 * they are written, nor with their number.
 */
export async function measureRecords({ newAccount }: Bench): Promise<Row[]> {
  const [few, many] = [await written(newAccount, FEW), await written(newAccount, MANY)];
  const what = `records of ${withCommas(MANY)} supplies`;
  const whileWriting = `${what}, memory in use: last third of the time against the first`;
  const byNumber = `${what} against those of ${withCommas(FEW)}: most resident memory, garbage included`;
  return [
    memoryRow("recordsMemory", whileWriting, many.last, many.first),
    memoryRow("recordsResident", byNumber, many.resident, few.resident),
  ];
}

function memoryRow(goal: GoalName, what: string, one: number, other: number): Row {
  const [ratio, against] = [one / other, `${one.toFixed(0)} MB against ${other.toFixed(0)} MB`];
  return goalRow(goal, what, ratio, `${times(ratio)} (${against})`);
}

async function written(newAccount: Bench["newAccount"], supplies: number): Promise<Written> {
  const account = `records-${supplies}` as LedgerId;
  await newAccount(account);
  await fillLedger(account, "shop", supplies);
  const writer = ["--expose-gc", "scripts/bench/records-writer.ts", account];
  const { stdout } = await run(process.execPath, writer);
  const found = JSON.parse(stdout) as Written;
  if (found.records !== supplies) throw new Error(`${found.records} records of ${supplies}`);
  return found;
}
