import { type IsoDate, plusDays } from "../../shared/core/calendar/iso-date.ts";
import type { Delta } from "../../shared/ledger/sums/sum.ts";
import type { Meter } from "./capacity.ts";
import { fillSums } from "./fill-sums.ts";
import { rowsOf, seeded } from "./ledgers.ts";
import { recordMaker } from "./record-maker.ts";
import { median, type Row, timed } from "./timing.ts";

const YEAR = { from: "2025-01-01" as IsoDate, to: "2025-12-31" as IsoDate };
const DAYS = 365;
const CURRENCIES = ["EUR", "SEK", "PLN", "USD", "HUF", "DKK"];
const ROUNDS = 9;

/**
 * The threshold check of a full year in which something is sold to each of 26 Member States in each of six
 * currencies on most days: the sums of 200,000 sales, without their events.
 */
export async function measureFullYear(account: string, meter: Meter): Promise<Row[]> {
  await fillYear(account);
  const [{ loadThresholdInput }, { checkTurnover }] = await Promise.all([
    import("../../shared/ledger/load-threshold.ts"),
    import("../../shared/vat/threshold/check.ts"),
  ]);
  const check = async () => checkTurnover(await loadThresholdInput(account, YEAR, YEAR.to));
  meter.take();
  await check();
  const { read } = meter.take();
  const [ms, processor]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    ms.push(await timed(check));
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
  }
  const what = "threshold check of a full year, six currencies, 26 Member States";
  const took = `${median(ms).toFixed(0)} ms, processor ${median(processor).toFixed(0)} ms`;
  return [
    { what: `${what}: read units`, goal: "≤ 150", measured: `${read}`, met: read <= 150 },
    { what: `${what}: latency`, goal: "≤ 400 ms", measured: took, met: median(ms) <= 400 },
  ];
}

async function fillYear(account: string): Promise<void> {
  const [recordOf, { counted }, { accumulate }, { NO_BOUNDARIES: NO_EDGES }] = await Promise.all([
    recordMaker(),
    import("../../shared/ledger/commit/plan.ts"),
    import("../../shared/ledger/sums/sum.ts"),
    import("../../shared/vat/schemes/registration-segments.ts"),
  ]);
  const dice = seeded(1);
  const rows = rowsOf("shop").filter(({ currency }) => currency === "EUR");
  const sums = new Map<string, Delta>();
  for (let n = 0; n < 200_000; n += 1) {
    const row = rows[Math.floor(dice() * rows.length)];
    const record = recordOf("shop", n, dice, row);
    const supply_date = plusDays(YEAR.from, Math.floor(dice() * DAYS));
    const currency = CURRENCIES[Math.floor(dice() * CURRENCIES.length)] as string;
    const { entries } = counted({ ...record, supply_date, currency }, { boundaries: NO_EDGES });
    accumulate(sums, entries, 1);
  }
  await fillSums(account, [sums]);
}
