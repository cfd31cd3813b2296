import { quarterOf } from "../../shared/calendar/quarter.ts";
import type { Meter } from "./capacity.ts";
import { fillLedger } from "./fill.ts";
import type { Shape } from "./ledgers.ts";
import { inTurn, median, type Row, timed, times } from "./timing.ts";

const ROUNDS = 30;
const PERIOD = "2025-Q3";

type Caller = (account: string, path: string) => Promise<void>;

/** Reports must cost the same for a hobby shop and a marketplace. */
export async function measureReports(
  sizes: readonly number[],
  newAccount: (name: string) => Promise<void>,
  call: Caller,
  meter: Meter,
): Promise<Row[]> {
  const accountOf = (shape: Shape, size: number) => `bench-${shape}-${size}`;
  for (const shape of ["shop", "widest"] as const) {
    for (const size of sizes) {
      await newAccount(accountOf(shape, size));
      const ms = await timed(() => fillLedger(accountOf(shape, size), shape, size));
      console.log(`filled ${shape} ${size} in ${Math.round(ms / 1000)} s`);
    }
  }
  const path = `/v1/reports/oss-quarterly-summary?period=${PERIOD}`;
  const least = sizes[0] as number;
  const most = sizes.at(-1) as number;
  const rows: Row[] = [];
  for (const shape of ["shop", "widest"] as const) {
    for (const size of sizes) {
      const units = await readUnits(accountOf(shape, size), meter);
      const ms = median(
        await Promise.all([0]).then(async () => {
          const all: number[] = [];
          for (let n = 0; n < ROUNDS; n += 1)
            all.push(await timed(() => call(accountOf(shape, size), path)));
          return all;
        }),
      );
      console.log(`${shape} ${size} events: ${units} read units, ${ms.toFixed(1)} ms`);
    }
    const [small, large] = await inTurn(
      ROUNDS,
      () => call(accountOf(shape, least), path),
      () => call(accountOf(shape, most), path),
    );
    const [few, many] = [
      await readUnits(accountOf(shape, least), meter),
      await readUnits(accountOf(shape, most), meter),
    ];
    rows.push(...rowsOf(shape, [least, most], [small, large], [few, many]));
  }
  return rows;
}

function rowsOf(
  shape: Shape,
  [least, most]: readonly [number, number],
  [small, large]: readonly [number, number],
  [few, many]: readonly [number, number],
): Row[] {
  const against = `${shape}: summary over ${most.toLocaleString("en")} events against ${least.toLocaleString("en")}`;
  const limit = shape === "shop" ? 25 : 120;
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

async function readUnits(account: string, meter: Meter): Promise<number> {
  const { loadUnionReport } = await import("../../shared/store/union-report.ts");
  const quarter = quarterOf(PERIOD);
  if (!quarter) throw new RangeError(PERIOD);
  meter.take();
  await loadUnionReport(account, quarter);
  return meter.take().read;
}
