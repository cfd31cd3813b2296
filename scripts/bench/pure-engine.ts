import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import { quarterOf } from "../../shared/core/calendar/period.ts";
import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import { accumulate, type Delta } from "../../shared/ledger/sums/sum.ts";
import { returnPartition } from "../../shared/ledger/sums/sum-key.ts";
import { sumsOfEvent } from "../../shared/ledger/sums/sums-of-event.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { coverageOf } from "../../shared/returns/compute/coverage.ts";
import { periodRates } from "../../shared/vat/exchange-rates/period-rates.ts";
import { taxationOf } from "../../shared/vat/schemes/supply-event.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import type { Registration } from "../../shared/vat/seller/registration.ts";
import { seeded } from "./ledgers.ts";
import { recordMaker } from "./record-maker.ts";
import { median, type Row, timed, times } from "./timing.ts";

const RATES = { SEK: "11.0565", PLN: "4.2698", USD: "1.1741" };
const ROUNDS = 3;

const REGISTRATION: Registration = {
  id: 1,
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2021-07-01" as IsoDate,
  status: "active",
};

/** From a million events to a return, against the same grouping in DuckDB, both in memory. */
export async function measurePureEngine(count: number): Promise<Row[]> {
  const recordOf = await recordMaker();
  const dice = seeded(2);
  const records = Array.from({ length: count }, (_, n) => recordOf("widest", n, dice));
  const own = await medianOf(() => summarize(records));
  const sql = await duckdb(records);
  if (sql === undefined) {
    console.log("DuckDB is not installed: npm install --no-save @duckdb/node-api");
    return [];
  }
  const what = `pure engine: ${count.toLocaleString("en")} events to a summary, against DuckDB`;
  return [
    against(`${what}, which has yet to be given them`, own, sql.load + sql.query),
    against(`${what}, which has them in columns already`, own, sql.query),
  ];
}

const against = (what: string, own: number, sql: number): Row => ({
  what,
  goal: "≤ 1 ×",
  measured: `${times(own / sql)} (${Math.round(own)} ms against ${Math.round(sql)} ms)`,
  met: own / sql <= 1,
});

async function medianOf(work: () => unknown): Promise<number> {
  const figures: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) figures.push(await timed(work));
  return median(figures);
}

function summarize(records: readonly EventRecord[]) {
  const deltas = new Map<string, Delta>();
  for (const record of records) accumulate(deltas, sumsOfEvent(record), 1);
  const period = quarterOf("2025-Q3");
  if (!period) throw new RangeError("2025-Q3");
  const book = returnPartition(UNION_OSS, period.key);
  const tallies = [...deltas.values()]
    .filter((delta) => delta.partition === book)
    .map(({ key, amounts }) => ({
      key,
      amounts: Object.fromEntries([...amounts].map(([name, sum]) => [name, BigInt(sum)])),
    }));
  const published = { day: "2025-09-30" as IsoDate, rates: RATES };
  const rates = periodRates(period.key, period.lastDay, period.lastDay, published);
  return computeReturn({
    scheme: UNION_OSS,
    period,
    registrations: [REGISTRATION],
    coverage: coverageOf(UNION_OSS, [REGISTRATION], period),
    sums: tallies,
    late: [],
    openings: [],
    rates: new Map([[period.key, rates]]),
  });
}

type Connection = {
  run: (sql: string) => Promise<unknown>;
  createAppender: (table: string) => Promise<Appender>;
};
type Appender = Record<"appendVarchar", (value: string) => void> &
  Record<"appendBigInt", (value: bigint) => void> &
  Record<"endRow" | "closeSync", () => void>;

/** Milliseconds to load the rows, and to group and add them up: no link, exclusion or conversion. */
async function duckdb(
  records: readonly EventRecord[],
): Promise<{ load: number; query: number } | undefined> {
  const module = "@duckdb/node-api";
  const found = await import(module).catch(() => undefined);
  if (!found) return undefined;
  const instance = await found.DuckDBInstance.create(":memory:");
  const connection = (await instance.connect()) as Connection;
  await connection.run(
    "create table e (kind varchar, origin varchar, consumption varchar, category varchar, bps bigint, currency varchar, taxable bigint, vat bigint, day varchar)",
  );
  const load = await timed(async () => append(records, await connection.createAppender("e")));
  const query = await medianOf(() =>
    connection.run(
      "select kind, origin, consumption, category, bps, currency, count(*), sum(taxable), sum(vat) from e group by all order by all",
    ),
  );
  return { load, query };
}

function append(records: readonly EventRecord[], appender: Appender): void {
  for (const record of records) {
    const { consumption_country, rate_category, vat_rate_bps } = taxationOf(record);
    appender.appendVarchar(record.supply_kind);
    appender.appendVarchar(record.dispatch_country ?? record.establishment_country ?? "");
    appender.appendVarchar(consumption_country);
    appender.appendVarchar(rate_category);
    appender.appendBigInt(BigInt(vat_rate_bps));
    appender.appendVarchar(record.currency);
    appender.appendBigInt(BigInt(record.taxable_amount_minor));
    appender.appendBigInt(BigInt(record.vat_amount_minor));
    appender.appendVarchar(record.supply_date);
    appender.endRow();
  }
  appender.closeSync();
}
