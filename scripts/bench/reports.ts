import { quarterOf } from "../../shared/calendar/quarter.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";
import { SHARDS } from "../../shared/tallies/tally.ts";
import type { Meter } from "./capacity.ts";
import { type Filling, fillLedger } from "./fill.ts";
import { rowsOf, SHAPES, type Shape } from "./ledgers.ts";
import { inTurn, median, type Row, timed, times } from "./timing.ts";

const ROUNDS = 30;
export const PERIOD = "2025-Q3";

type Caller = (account: string, path: string) => Promise<void>;

/**
 * Reports must cost the same for a hobby shop and a marketplace: they are compared with a ledger that
 * has each row of the same return once, the least that can have all of them. Once more with each sum in
 * all shards that writers can spread it over.
 */
export async function measureReports(
  sizes: readonly number[],
  newAccount: (name: string) => Promise<void>,
  call: Caller,
  meter: Meter,
): Promise<Row[]> {
  const accountOf = (shape: Shape, size: number) => `${shape}-${size}`;
  const fill = async (shape: Shape, size: number, account: string, how: Filling = {}) => {
    await newAccount(account);
    const ms = await timed(() => fillLedger(account, shape, size, how));
    console.log(`filled ${account} in ${Math.round(ms / 1000)} s`);
  };
  const summaryOf = (account: string) =>
    call(account, `/v1/reports/oss-quarterly-summary?period=${PERIOD}`);
  const rows: Row[] = [];
  for (const shape of SHAPES) {
    for (const size of sizes) await fill(shape, size, accountOf(shape, size));
    const least = rowsOf(shape).length;
    await fill(shape, least, `${shape}-rows`, { evenly: true });
    const spread = `${shape}-spread`;
    await fill(shape, least * SHARDS, spread, { evenly: true, spread: SHARDS });
    console.log(`${shape}, all shards in use: ${await readUnits(spread, meter)} read units`);
    for (const size of sizes) {
      const account = accountOf(shape, size);
      const units = await readUnits(account, meter);
      const all: number[] = [];
      for (let n = 0; n < ROUNDS; n += 1) all.push(await timed(() => summaryOf(account)));
      console.log(`${shape} ${size} events: ${units} read units, ${median(all).toFixed(1)} ms`);
    }
    const most = sizes.at(-1) as number;
    const [few, many] = [`${shape}-rows`, accountOf(shape, most)];
    const latencies = await inTurn(
      ROUNDS,
      () => summaryOf(few),
      () => summaryOf(many),
    );
    const units = [await readUnits(few, meter), await readUnits(many, meter)] as const;
    rows.push(...comparison(shape, [least, most], latencies, units));
  }
  return rows;
}

function comparison(
  shape: Shape,
  [least, most]: readonly [number, number],
  [small, large]: readonly [number, number],
  [few, many]: readonly [number, number],
): Row[] {
  const against = `${shape}: summary over ${most.toLocaleString("en")} events against the same rows over ${least.toLocaleString("en")}`;
  const limit = shape === "shop" ? 8 : 40;
  return [
    {
      what: `${against}, latency`,
      goal: "≤ 1.3 ×",
      measured: times(large / small),
      met: large / small <= 1.3,
    },
    {
      what: `${against}, read units`,
      goal: "≤ 1.3 ×",
      measured: times(many / few),
      met: many / few <= 1.3,
    },
    {
      what: `${shape}: read units of a summary`,
      goal: `≤ ${limit}`,
      measured: `${many}`,
      met: many <= limit,
    },
  ];
}

/** What the summary of the quarter reads. */
export async function readUnits(account: string, meter: Meter): Promise<number> {
  const { loadReturn } = await import("../../shared/flows/load-return.ts");
  const quarter = quarterOf(PERIOD);
  if (!quarter) throw new RangeError(PERIOD);
  meter.take();
  await loadReturn(account, UNION_OSS, quarter);
  return meter.take().read;
}
