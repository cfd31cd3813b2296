import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { BYTE_ORDER_MARK, csvTypedLines, DecimalField, PLAIN_CSV } from "../../core/files/csv.ts";
import { type Currency, decimalString } from "../../core/money/money.ts";

/** The kinds of movements of own goods, without a sale. */
export const MOVEMENT_KINDS = ["warehouse_transfer", "inbound", "customer_return"] as const;

/**
 * A movement of own goods from one country to another. Between Member States it is treated as a supply (Art. 17 VAT
 * Directive) and belongs to local returns; no scheme of this service has it.
 */
export const Movement = z.object({
  id: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  /** The day on which the goods left, or the day on which the movement was complete. */
  day: IsoDate,
  /** Null if the report does not say it. */
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.string().nullable(),
  /** The report's own id of the transport. */
  reference: z.string().nullable(),
  cost_minor: z.int().nullable(),
  currency: z.string().nullable(),
});
export type Movement = Readonly<z.output<typeof Movement>>;

export const StoredMovement = Movement.extend({
  source_id: z.string(),
  import_id: z.string(),
  recorded_at: z.iso.datetime(),
});
export type StoredMovement = Readonly<z.output<typeof StoredMovement>>;

/** The fields by which a list of movements is narrowed. */
export type MovementFilter = {
  readonly [Field in "kind" | "origin" | "destination" | "source_id"]?:
    | StoredMovement[Field]
    | undefined;
};

export const isWanted = (movement: StoredMovement, filter: MovementFilter): boolean =>
  (["kind", "origin", "destination", "source_id"] as const).every(
    (field) => filter[field] === undefined || filter[field] === movement[field],
  );

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
  currency === null ? "" : new DecimalField(decimalString(cost_minor, currency as Currency)),
];
