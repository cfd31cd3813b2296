import { parseArgs } from "node:util";
import { Failure } from "../../local/failure.ts";
import { readStage } from "../deployment/read-stage.ts";
import type { Usage } from "./bill.ts";

const USAGE = `usage: npm run --silent costs -- --orders <a month> [--stage <name>] [--single]
  [--journal-seconds <1 to 300>] [--no-backups] [--lake]
Prints what AWS charges for the stage (dev by default) in the twelfth month of a business with that many orders a month, in USD. --single:
each order is a request of its own, not one of 500. The others take the place of settings of the stage.`;

const MOST_SECONDS = 300;
const MOST_ORDERS = 1_000_000_000;

/**
 * Reads the usage from the arguments of the command.
 * @throws Failure with the usage of the command, after the fault of a number
 */
export function usageIn(args: string[]): Usage {
  const values = valuesIn(args);
  const { stage, single, lake } = values;
  const seconds = values["journal-seconds"];
  const orders = wholeNumber("--orders", values.orders, 0, MOST_ORDERS);
  const settings = readStage(stage);
  return {
    orders,
    single,
    settings: {
      ...settings,
      ...(lake ? { lake } : {}),
      ...(values["no-backups"] ? { backup: null } : {}),
      ...(seconds === undefined
        ? {}
        : { journalSeconds: wholeNumber("--journal-seconds", seconds, 1, MOST_SECONDS) }),
    },
  };
}

function valuesIn(args: string[]) {
  try {
    const options = {
      stage: { type: "string", default: "dev" },
      orders: { type: "string" },
      single: { type: "boolean", default: false },
      "journal-seconds": { type: "string" },
      "no-backups": { type: "boolean", default: false },
      lake: { type: "boolean", default: false },
    } as const;
    return parseArgs({ args, options }).values;
  } catch {
    throw new Failure(USAGE, 2);
  }
}

/** Reads digits only. `Number` reads 20.000 as 20, 1e3 as 1000 and 0x10 as 16. */
function wholeNumber(
  option: string,
  given: string | undefined,
  least: number,
  most: number,
): number {
  if (given === undefined) throw new Failure(USAGE, 2);
  const number = /^(?:0|[1-9]\d{0,12})$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && number <= most) return number;
  const rule = `must be a whole number from ${least} to ${most}, in digits alone, such as 200`;
  throw new Failure(`${option} ${rule}, and not ${JSON.stringify(given)}\n${USAGE}`, 2);
}
