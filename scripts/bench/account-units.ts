import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import { type CallCounts, callsOf, unitsOf } from "./call-counts.ts";
import { saleOf, seeded } from "./ledgers.ts";
import type { Row } from "./timing.ts";

/** A quarter of an account that sells 10,000 times a year, in requests of 500. */
const SALES = 2_500;
const BATCH = 500;
const PERIOD = "2026-Q2";

/** What an account of the usual size asks of the table besides its sales: the hourly check, an audit, a lock. */
export async function measureAccountUnits(account: string, take: () => CallCounts): Promise<Row[]> {
  take();
  await sold(account);
  const rows = [
    unitsRow(`a quarter of ${SALES} sales in requests of ${BATCH}, a sale`, take(), SALES),
  ];
  const { monitorAccount } = await import("../../shared/returns/overview/monitor-account.ts");
  const { cachedRates } = await import("../../shared/ledger/rates/cached-rates.ts");
  const rates = cachedRates();
  // The first one keeps what is due and loads the rates; each hour after it finds them there.
  for (const what of ["the first check of the threshold", "a check of the threshold each hour"]) {
    await monitorAccount(account, new Date(), async () => undefined, rates);
    rows.push(unitsRow(what, take()));
  }
  rows.push(unitsRow(`an audit of a quarter of ${SALES} sales`, await audited(account, take)));
  rows.push(unitsRow("an audit that finds nothing to read", await audited(account, take)));
  rows.push(unitsRow("a lock of that quarter", await locked(account, take)));
  return rows;
}

async function sold(account: string): Promise<void> {
  const { commitEvents } = await import("../../shared/ledger/commit/commit-events.ts");
  const dice = seeded(1);
  for (let first = 0; first < SALES; first += BATCH) {
    const sales = Array.from({ length: BATCH }, (_, n) => ({
      ...saleOf("shop", first + n, dice),
      event_id: `counted-${first + n}`,
      supply_date: dayAt((first + n) / SALES),
    }));
    await commitEvents(account, sales, new Date());
  }
}

/** So far through the quarter's 91 days. */
const dayAt = (part: number): IsoDate =>
  new Date(Date.UTC(2026, 3, 1 + Math.floor(part * 91))).toISOString().slice(0, 10) as IsoDate;

async function audited(account: string, take: () => CallCounts): Promise<CallCounts> {
  const { auditOnce, quartersDue } = await import(
    "../../shared/operations/audit/audit-due-quarters.ts"
  );
  const now = new Date();
  for (const quarter of await quartersDue(account, now)) await auditOnce(account, quarter, now);
  return take();
}

async function locked(account: string, take: () => CallCounts): Promise<CallCounts> {
  const { lockReturn } = await import("../../shared/returns/locks/lock-return.ts");
  const { quarterOf } = await import("../../shared/core/calendar/period.ts");
  const { schemeNamed } = await import("../../shared/vat/schemes/schemes.ts");
  const period = quarterOf(PERIOD);
  if (!period) throw new RangeError(PERIOD);
  const request = { keyId: "bench", now: new Date(), requireReady: false };
  await lockReturn(account, schemeNamed("union_oss"), period, request);
  return take();
}

/** Units of the table, of each of `of`; and calls of the bucket. */
export function unitsRow(what: string, counts: CallCounts, of = 1): Row {
  const { read, write } = unitsOf(counts);
  const [written, had] = [write / of, read / of].map((one) => String(Number(one.toFixed(3))));
  const puts = callsOf(counts, "file PutObject");
  const measured = `${written} write, ${had} read${puts > 0 ? `, ${puts} files put` : ""}`;
  return { what, goal: "–", measured, met: true };
}
