import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import type { Meter } from "./capacity.ts";
import { fillBySums } from "./fill-sums.ts";
import { rowsOf } from "./ledgers.ts";
import { PERIOD, readUnits } from "./reports.ts";
import { inTurn, type Row, sameCost } from "./timing.ts";

const ROUNDS = 30;
const SIZE = 1_000_000;

/** In the middle of the quarter. What was sold before is kept, and in no return. */
const BEGINS = "2025-08-15" as IsoDate;

type Accounts = {
  readonly newAccount: (name: string, from?: string) => Promise<unknown>;
  readonly meter: Meter;
};

/**
 * The quarter in which a registration begins, against one that is covered whole and has the same rows
 * once: the least that can have all of them.
 */
export async function measureBoundary(
  { newAccount, meter }: Accounts,
  call: (account: string, path: string) => Promise<void>,
): Promise<Row[]> {
  const [whole, begun] = ["boundary-rows", `boundary-${SIZE}`];
  await newAccount(whole);
  await newAccount(begun, BEGINS);
  await fillBySums(whole, "shop", rowsOf("shop").length, { evenly: true });
  const boundaries = new Map([["union_oss", [{ day: BEGINS, covered: true }]]]);
  await fillBySums(begun, "shop", SIZE, { boundaries });
  const summaryOf = (account: string) =>
    call(account, `/v1/reports/oss-quarterly-summary?period=${PERIOD}`);
  const [ordinary, boundary] = await inTurn(
    ROUNDS,
    () => summaryOf(whole),
    () => summaryOf(begun),
  );
  const units = [await readUnits(whole, meter), await readUnits(begun, meter)] as const;
  const what = `summary of a quarter of ${SIZE.toLocaleString("en")} events in which a registration begins, against an ordinary one with the same rows`;
  return sameCost(what, boundary / ordinary, units);
}
