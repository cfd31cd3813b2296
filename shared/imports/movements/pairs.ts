import { csvTypedLines, DecimalField, PLAIN_CSV } from "../../core/files/csv.ts";
import { decimalString } from "../../core/money/decimal-string.ts";
import type { StoredMovement } from "./movement.ts";

/** The movements of a month from one country to another, with costs of one currency. */
type PairOfStates = {
  readonly origin: string | null;
  readonly destination: string | null;
  readonly currency: string | null;
  readonly movements: number;
  /** The sum of the quantities in millionths, so that decimals are added exactly. */
  readonly quantity_millionths: bigint;
  readonly cost_minor: number;
};

const MILLION = 1_000_000n;

/** Converts a decimal text of at most six decimals into millionths. */
function millionthsOf(quantity: string | null): bigint {
  const [whole = "0", decimals = ""] = (quantity ?? "0").split(".");
  return BigInt(whole) * MILLION + BigInt(decimals.padEnd(6, "0"));
}

function decimalOf(millionths: bigint): string {
  const decimals = String(millionths % MILLION)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return `${millionths / MILLION}${decimals === "" ? "" : `.${decimals}`}`;
}

/** Adds up movements by origin, destination and currency, in the order of these. */
export class MovementPairs {
  readonly #pairs = new Map<string, PairOfStates>();

  add({ origin, destination, currency, quantity, cost_minor }: StoredMovement): void {
    const of = cost_minor === null ? null : currency;
    const name = [origin ?? "", destination ?? "", of ?? ""].join(" ");
    const before = this.#pairs.get(name);
    this.#pairs.set(name, {
      origin,
      destination,
      currency: of,
      movements: (before?.movements ?? 0) + 1,
      quantity_millionths: (before?.quantity_millionths ?? 0n) + millionthsOf(quantity),
      cost_minor: (before?.cost_minor ?? 0) + (cost_minor ?? 0),
    });
  }

  get all(): readonly PairOfStates[] {
    return [...this.#pairs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
  }
}

const COLUMNS = ["month", "origin", "destination", "movements", "quantity", "currency", "cost"];

/** Byte order mark; spreadsheets need it to detect UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** Returns the movements of a month by pair of states as CSV. Costs are missing where the report has none. */
export const pairsCsv = (month: string, pairs: readonly PairOfStates[]): string =>
  BYTE_ORDER_MARK +
  csvTypedLines(
    [COLUMNS, ...pairs.map((pair) => [month, ...placesOf(pair), ...amountsOf(pair)])],
    PLAIN_CSV,
  );

const placesOf = ({ origin, destination }: PairOfStates) => [origin ?? "", destination ?? ""];

const amountsOf = ({ movements, quantity_millionths, currency, cost_minor }: PairOfStates) => [
  new DecimalField(String(movements)),
  new DecimalField(decimalOf(quantity_millionths)),
  currency ?? "",
  currency === null ? "" : new DecimalField(decimalString(cost_minor, currency)),
];
