import { type IsoDate, plusDays } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import type { Currency } from "../../shared/core/money/money.ts";
import { counted } from "../../shared/ledger/commit/plan.ts";
import { loadThresholdInput } from "../../shared/ledger/load-threshold.ts";
import { accumulate, type Delta } from "../../shared/ledger/sums/sum.ts";
import { NO_BOUNDARIES } from "../../shared/vat/schemes/registration-segments.ts";
import { checkTurnover } from "../../shared/vat/threshold/check.ts";
import { writeSums } from "./fill.ts";
import { unitsOf } from "./harness/call-counter.ts";
import { engineCaller, recordCommands } from "./harness/engine-calls.ts";
import { type Bench, goalRow, type Row } from "./harness/subject.ts";
import { inMs, inTurn, ratioOf } from "./harness/timing.ts";
import { recordOf, rowsOf, saleOf, seeded } from "./ledgers.ts";

const ACCOUNT = "bench-year" as LedgerId;
const YEAR = { from: "2025-01-01" as IsoDate, to: "2025-12-31" as IsoDate };
const DAYS = 365;
const SALES = 200_000;
const CURRENCIES = ["EUR", "SEK", "PLN", "USD", "HUF", "DKK"];
const ROUNDS = 9;

/**
 * Measures the threshold check of a full year with sales to each of 26 Member States in each of six currencies on most
 * days: the sums of 200,000 sales, without their events.
 */
export async function measureThreshold({ engine, newAccount, takeCalls }: Bench): Promise<Row[]> {
  await newAccount(ACCOUNT);
  await fillYear();
  const check = async () => checkTurnover(await loadThresholdInput(ACCOUNT, YEAR, YEAR.to));
  takeCalls();
  const commands = await recordCommands(check);
  const { read } = unitsOf(takeCalls());
  const send = engineCaller(engine);
  const replay = async () => {
    for (const command of commands) await send(command);
  };
  const took = await inTurn({ check, replay }, { blocks: ROUNDS });
  const what = "threshold check of a full year, six currencies, 26 Member States";
  const measured = `${ratioOf(took.check, took.replay).text}, ${inMs(took.check, 0)}`;
  return [
    goalRow("thresholdUnits", `${what}: read units`, read),
    { what: `${what}, against the same engine calls`, measured },
  ];
}

async function fillYear(): Promise<void> {
  const dice = seeded(1);
  const rows = rowsOf("shop").filter(({ currency }) => currency === "EUR");
  const sums = new Map<string, Delta>();
  for (let n = 0; n < SALES; n += 1) {
    const record = recordOf(saleOf("shop", n, dice, rows[Math.floor(dice() * rows.length)]));
    const supply_date = plusDays(YEAR.from, Math.floor(dice() * DAYS));
    const currency = CURRENCIES[Math.floor(dice() * CURRENCIES.length)] as Currency;
    accumulate(
      sums,
      counted({ ...record, supply_date, currency }, { boundaries: NO_BOUNDARIES }).entries,
      1,
    );
  }
  await writeSums(ACCOUNT, 0, sums);
}
