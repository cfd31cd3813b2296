import { parseArgs } from "node:util";
import { Failure } from "../../local/failure.ts";
import type { Usage } from "./bill.ts";

const USAGE = `usage: npm run --silent costs -- --orders <a month> [--single] [--journal-seconds <1 to 300>] [--no-backups] [--lake]
Prints what AWS charges in the twelfth month of a business with that many orders a month, in USD. --single: each order is
a request of its own, not one of 500.`;

const MOST_SECONDS = 300;
const MOST_ORDERS = 1_000_000_000;

/**
 * Reads the usage from the arguments of the command.
 * @throws Failure with the usage of the command, after the fault of a number
 */
export function usageIn(args: string[]): Usage {
  const values = valuesIn(args);
  const { single, lake } = values;
  return {
    orders: wholeNumber("--orders", values.orders, MOST_ORDERS),
    single,
    journal_seconds: wholeNumber("--journal-seconds", values["journal-seconds"], MOST_SECONDS),
    backups: !values["no-backups"],
    lake,
  };
}

function valuesIn(args: string[]) {
  try {
    const options = {
      orders: { type: "string" },
      single: { type: "boolean", default: false },
      "journal-seconds": { type: "string", default: "20" },
      "no-backups": { type: "boolean", default: false },
      lake: { type: "boolean", default: false },
    } as const;
    return parseArgs({ args, options }).values;
  } catch {
    throw new Failure(USAGE, 2);
  }
}

/** Reads digits only. `Number` reads 20.000 as 20, 1e3 as 1000 and 0x10 as 16. */
function wholeNumber(option: string, given: string | undefined, most: number): number {
  if (given === undefined) throw new Failure(USAGE, 2);
  const number = /^[1-9]\d{0,12}$/.test(given) ? Number(given) : Number.NaN;
  if (number <= most) return number;
  const rule = `must be a whole number from 1 to ${most}, in digits alone, such as 200`;
  throw new Failure(`${option} ${rule}, and not ${JSON.stringify(given)}\n${USAGE}`, 2);
}
