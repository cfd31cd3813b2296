import { randomUUID } from "node:crypto";
import { quarterOf } from "../../shared/core/calendar/period.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import type { Meter } from "./capacity.ts";
import { fillBySums } from "./fill-sums.ts";
import { rowsOf, saleOf, seeded } from "./ledgers.ts";
import { PERIOD } from "./reports.ts";
import { inTurn, type Row, sameCost } from "./timing.ts";

const ROUNDS = 30;
const SIZE = 1_000_000;
/** The quarter after the one that is locked: it declares what has changed of that. */
const NEXT = "2025-Q4";

type Bench = {
  readonly newAccount: (name: string) => Promise<unknown>;
  readonly ask: (account: string, path: string, body?: unknown) => Promise<string>;
  readonly meter: Meter;
};

/**
 * The summary of a quarter that declares what has come to a locked one since, of which each row has changed: after a
 * million events against after the fewest that have the same rows.
 */
export async function measureLateChanges({ newAccount, ask, meter }: Bench): Promise<Row[]> {
  const rows = rowsOf("shop");
  const [few, many] = ["late-rows", `late-${SIZE}`];
  for (const [account, events] of [
    [few, rows.length],
    [many, SIZE],
  ] as const) {
    await newAccount(account);
    await fillBySums(account, "shop", events, { evenly: events === rows.length });
    await ask(account, `/v1/reports/locked-return-periods/union-oss?period=${PERIOD}`, {});
    const dice = seeded(1);
    const late = rows.map((row) => ({ ...saleOf("shop", 0, dice, row), event_id: randomUUID() }));
    await ask(account, "/v1/supply-events", { events: late });
  }
  const summaryOf = (account: string) => () =>
    ask(account, `/v1/reports/oss-quarterly-summary?period=${NEXT}`);
  const [ofFew, ofMany] = await inTurn(ROUNDS, summaryOf(few), summaryOf(many));
  const units = [await unitsOf(few, meter), await unitsOf(many, meter)] as const;
  const what = `summary of a quarter with late changes in each row of a locked one, after ${SIZE.toLocaleString("en")} events against after ${rows.length}`;
  return sameCost(what, ofMany / ofFew, units);
}

async function unitsOf(account: string, meter: Meter): Promise<number> {
  const { loadReturn } = await import("../../shared/returns/load/load-return.ts");
  const quarter = quarterOf(NEXT);
  if (!quarter) throw new RangeError(NEXT);
  meter.take();
  const { late } = await loadReturn(account, UNION_OSS, quarter);
  if (late.length === 0) throw new Error(`${account} has no late changes`);
  return meter.take().read;
}
