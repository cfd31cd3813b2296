import { quarterOf } from "../../shared/core/calendar/period.ts";
import { SHARDS } from "../../shared/platform/dynamodb/sharded-counter.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import type { Meter } from "./capacity.ts";
import { fillBySums } from "./fill-sums.ts";
import { rowsOf, SHAPES, type Shape } from "./ledgers.ts";
import { type Findings, inBlocks, median, type Row, ratioOf, timed, times } from "./timing.ts";

export const PERIOD = "2025-Q3";
const IN_BLOCKS = { blocks: 7, calls: 5 };

type Caller = (account: string, path: string) => Promise<void>;

/** One column of the table of growth: a shape, and over how many shards its writers went. */
type Column = { readonly shape: Shape; readonly spread: number };

/** A ledger of a column: `units` its summary reads, and `ms` it takes, a figure a block. */
type Measured = {
  readonly events: number;
  readonly units: number;
  readonly ms: readonly number[];
};

/**
 * Reports must cost the same for a hobby shop and a marketplace: they are compared with a ledger that has each row of
 * the same return once, the least that can have all of them. Where writers have never met, each sum is in one shard;
 * once more with each in all shards that writers can spread it over. The ledgers are sums without events, since
 * reports read none.
 */
export async function measureReports(
  bench: {
    readonly sizes: readonly number[];
    readonly meter: Meter;
    readonly newAccount: (name: string) => Promise<unknown>;
  },
  call: Caller,
): Promise<Findings> {
  const rows: Row[] = [];
  const columns: [Column, readonly Measured[]][] = [];
  for (const shape of SHAPES) {
    for (const spread of [1, SHARDS]) {
      const column = { shape, spread };
      const least = await filled(column, rowsOf(shape).length * spread, true);
      const grown: Ledger[] = [];
      for (const size of bench.sizes) grown.push(await filled(column, size, false));
      const [few, ...measured] = await measuredLedgers([least, ...grown], bench.meter, call);
      rows.push(...comparison(column, few as Measured, measured.at(-1) as Measured));
      columns.push([column, measured]);
    }
  }
  return { rows, tables: [growthTable(bench.sizes, columns)] };

  async function filled(column: Column, events: number, evenly: boolean): Promise<Ledger> {
    const { shape, spread } = column;
    const account = `${shape}-${spread}-${evenly ? "rows" : events}`;
    await bench.newAccount(account);
    const ms = await timed(() => fillBySums(account, shape, events, { evenly, spread }));
    console.log(`filled ${account} in ${Math.round(ms / 1000)} s`);
    return { account, events };
  }
}

type Ledger = { readonly account: string; readonly events: number };

async function measuredLedgers(
  ledgers: readonly Ledger[],
  meter: Meter,
  call: Caller,
): Promise<Measured[]> {
  const summaryOf = (account: string) => () =>
    call(account, `/v1/reports/oss-quarterly-summary?period=${PERIOD}`);
  const works = Object.fromEntries(ledgers.map(({ account }) => [account, summaryOf(account)]));
  const took = await inBlocks(works, IN_BLOCKS);
  const measured: Measured[] = [];
  for (const { account, events } of ledgers) {
    measured.push({
      events,
      units: await readUnits(account, meter),
      ms: took[account] as number[],
    });
  }
  return measured;
}

const howSpread = ({ spread }: Column) =>
  spread === 1 ? "writers have not met" : "all shards in use";
const number = (count: number) => count.toLocaleString("en");

function comparison(column: Column, few: Measured, many: Measured): Row[] {
  const against = `${column.shape}, ${howSpread(column)}: summary over ${number(many.events)} events against the same rows over ${number(few.events)}`;
  const limit = column.shape === "shop" ? 8 : 40;
  const latency = ratioOf(many.ms, few.ms);
  const units = many.units / few.units;
  return [
    {
      what: `${against}, latency`,
      goal: "≤ 1.3 ×",
      measured: latency.text,
      met: latency.middle <= 1.3,
    },
    {
      what: `${against}, read units`,
      goal: "≤ 1.3 ×",
      measured: times(units),
      met: units <= 1.3,
    },
    {
      what: `${column.shape}, ${howSpread(column)}: read units of a summary`,
      goal: column.spread === 1 ? `≤ ${limit}` : "–",
      measured: `${many.units}`,
      met: column.spread > 1 || many.units <= limit,
    },
  ];
}

const growthTable = (
  sizes: readonly number[],
  columns: readonly [Column, readonly Measured[]][],
) => ({
  title: "The summary of a quarter, by its events",
  head: ["Events", ...columns.map(([column]) => `${column.shape}, ${howSpread(column)}`)],
  lines: sizes.map((size, n) => [
    number(size),
    ...columns.map(([, measured]) => {
      const { units, ms } = measured[n] as Measured;
      return `${units} units, ${median(ms).toFixed(1)} ms`;
    }),
  ]),
});

/** What the summary of the quarter reads. */
export async function readUnits(account: string, meter: Meter): Promise<number> {
  const { loadReturn } = await import("../../shared/returns/load/load-return.ts");
  const quarter = quarterOf(PERIOD);
  if (!quarter) throw new RangeError(PERIOD);
  meter.take();
  await loadReturn(account, UNION_OSS, quarter);
  return meter.take().read;
}
