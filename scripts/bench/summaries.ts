import { randomUUID } from "node:crypto";
import { type IsoDate, type Period, quarterOf } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { SHARDS } from "../../shared/platform/dynamodb/sharded-counter.ts";
import { loadReturn } from "../../shared/returns/load/load-return.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { seeded } from "../demo/dice.ts";
import { fillBySums } from "./fill.ts";
import { unitsOf } from "./harness/call-counter.ts";
import {
  type Bench,
  type BenchmarkResult,
  goalRow,
  type Row,
  withCommas,
} from "./harness/subject.ts";
import { inMs, inTurn, ratioOf, times } from "./harness/timing.ts";
import { rowsOf, SHAPES, type Shape, saleOf } from "./ledgers.ts";

export const PERIOD = "2025-Q3";
/** The quarter after PERIOD, which declares the late changes of PERIOD. */
const NEXT_PERIOD = "2025-Q4";
/** The first day of a registration in the middle of the quarter. Earlier sales are stored, and in no return. */
const BEGINS = "2025-08-15" as IsoDate;
const MANY = 1_000_000;

export const summaryPath = (period = PERIOD): string =>
  `/v1/reports/oss-quarterly-summary?period=${period}`;

type Ledger = { readonly account: LedgerId; readonly events: number };

/** A ledger with the read units of its summary, and the milliseconds it takes, a figure a block. */
type Measured = Ledger & { readonly units: number; readonly ms: readonly number[] };

async function measured(
  bench: Bench,
  ledgers: readonly Ledger[],
  { period = PERIOD, blocks = 7, calls = 5 } = {},
): Promise<Measured[]> {
  const works = ledgers.map(({ account }): [string, () => unknown] => [
    account,
    () => bench.ask(account, summaryPath(period)),
  ]);
  const took = await inTurn(Object.fromEntries(works), { blocks, calls });
  const all: Measured[] = [];
  for (const ledger of ledgers) {
    const units = await readUnits(bench, ledger.account, period);
    all.push({ ...ledger, units, ms: took[ledger.account] as number[] });
  }
  return all;
}

async function readUnits(bench: Bench, account: LedgerId, period: string): Promise<number> {
  bench.takeCalls();
  const request = { scheme: UNION_OSS, period: quarterOf(period) as Period };
  const { late } = (await loadReturn(account, request)).input;
  if (period === NEXT_PERIOD && late.length === 0) throw new Error(`${account}: no late changes`);
  return unitsOf(bench.takeCalls()).read;
}

/** Compares a summary with the one of the fewest events that have the same rows, in latency and units. */
function growthRows(what: string, few: Measured, many: Measured): Row[] {
  const latency = ratioOf(many.ms, few.ms);
  const units = many.units / few.units;
  return [
    goalRow("summaryGrowth", `${what}, latency`, latency.ratio, latency.text),
    goalRow(
      "summaryGrowth",
      `${what}, read units`,
      units,
      `${times(units)} (${many.units} against ${few.units})`,
    ),
  ];
}

/** A column of the table of growth: a shape, and the number of shards that its writers used. */
type Column = { readonly shape: Shape; readonly spread: number };

/**
 * Measures that reports cost the same for a hobby shop and a marketplace. Each ledger is compared with the smallest
 * ledger that has all rows of the same return, each once. Without write conflicts, each sum is in one shard; a second
 * column has each sum in all shards that writers can use.
 */
export async function measureReports(bench: Bench): Promise<BenchmarkResult> {
  const rows: Row[] = [];
  const columns: [Column, readonly Measured[]][] = [];
  for (const shape of SHAPES) {
    for (const spread of [1, SHARDS]) {
      const ledgers = [await filled(bench, { shape, spread }, "rows")];
      for (const size of bench.sizes)
        ledgers.push(await filled(bench, { shape, spread }, `${size}`));
      const [few, ...grown] = await measured(bench, ledgers);
      rows.push(...columnRows({ shape, spread }, few as Measured, grown.at(-1) as Measured));
      columns.push([{ shape, spread }, grown]);
    }
  }
  const title = "The summary of a quarter, by its events";
  const head = ["Events", ...columns.map(([column]) => columnName(column))];
  const lines = bench.sizes.map((size, n) => [
    withCommas(size),
    ...columns.map(([, grown]) => {
      const { units, ms } = grown[n] as Measured;
      return `${units} units, ${inMs(ms)}`;
    }),
  ]);
  return { rows, tables: [{ title, head, lines }] };
}

async function filled(bench: Bench, { shape, spread }: Column, size: string): Promise<Ledger> {
  const evenly = size === "rows";
  const events = evenly ? rowsOf(shape).length * spread : Number(size);
  const account = `${shape}-${spread}-${size}` as LedgerId;
  await bench.newAccount(account);
  await fillBySums(account, shape, events, { evenly, spread });
  return { account, events };
}

const columnName = ({ shape, spread }: Column): string =>
  `${shape}, ${spread === 1 ? "writers have not met" : "all shards in use"}`;

function columnRows(column: Column, few: Measured, many: Measured): Row[] {
  const name = columnName(column);
  const what = `${name}: summary over ${withCommas(many.events)} events against the same rows over ${withCommas(few.events)}`;
  const goal = column.shape === "shop" ? "shopSummaryUnits" : "widestSummaryUnits";
  const units = `${name}: read units of a summary`;
  return [
    ...growthRows(what, few, many),
    column.spread === 1
      ? goalRow(goal, units, many.units)
      : { what: units, measured: `${many.units}` },
  ];
}

async function compared(bench: Bench, what: string, few: Ledger, many: Ledger, period = PERIOD) {
  const [ofFew, ofMany] = await measured(bench, [few, many], { period, blocks: 10, calls: 3 });
  return growthRows(what, ofFew as Measured, ofMany as Measured);
}

/** Measures a quarter in which a registration begins, against a fully covered quarter that has the same rows once. */
export async function measureBoundary(bench: Bench): Promise<Row[]> {
  const whole = { account: "boundary-rows" as LedgerId, events: rowsOf("shop").length };
  const begun = { account: `boundary-${MANY}` as LedgerId, events: MANY };
  await bench.newAccount(whole.account);
  await bench.newAccount(begun.account, BEGINS);
  await fillBySums(whole.account, "shop", whole.events, { evenly: true });
  const boundaries = new Map([["union_oss", [{ day: BEGINS, state: "SE" }]]]);
  await fillBySums(begun.account, "shop", begun.events, { boundaries });
  const what = `summary of a quarter of ${withCommas(MANY)} events in which a registration begins, against an ordinary one with the same rows`;
  return compared(bench, what, whole, begun);
}

/** Measures a quarter that declares a late change in each row of a locked one. */
export async function measureLateChanges(bench: Bench): Promise<Row[]> {
  const few = { account: "late-rows" as LedgerId, events: rowsOf("shop").length };
  const many = { account: `late-${MANY}` as LedgerId, events: MANY };
  for (const ledger of [few, many]) await fillWithLateChanges(bench, ledger);
  const what = `summary of a quarter with late changes in each row of a locked one, after ${withCommas(MANY)} events against after ${few.events}`;
  return compared(bench, what, few, many, NEXT_PERIOD);
}

async function fillWithLateChanges(bench: Bench, { account, events }: Ledger): Promise<void> {
  const rows = rowsOf("shop");
  await bench.newAccount(account);
  await fillBySums(account, "shop", events, { evenly: events === rows.length });
  await bench.ask(account, `/v1/reports/locked-return-periods/union-oss?period=${PERIOD}`, {});
  const dice = seeded(1);
  const late = rows.map((row) => ({ ...saleOf("shop", 0, dice, row), event_id: randomUUID() }));
  await bench.ask(account, "/v1/supply-events", { events: late });
}
