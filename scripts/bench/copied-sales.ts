import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import { rowsOf, type Shape, seeded } from "./ledgers.ts";
import { recordMaker } from "./record-maker.ts";

const SEED = 20_261_121;

/** So many sales are drawn, unless said otherwise; those of a larger ledger are copies of them. */
const DRAWN = 100_000;

/** The n-th sale that is drawn, and how many of its like the ledger has. */
export type CopiedSale = {
  readonly n: number;
  readonly record: EventRecord;
  readonly copies: number;
};

/**
 * How sales are drawn. `evenly`, each row of the return gets a sale in each of `spread` shards before any gets a
 * second one. At most `draw` are drawn.
 */
export type Drawing = {
  readonly evenly?: boolean;
  readonly spread?: number;
  readonly draw?: number;
};

/** The sales of a ledger of `count`. */
export async function copiedSales(
  shape: Shape,
  count: number,
  { evenly = false, spread = 1, draw = DRAWN }: Drawing = {},
): Promise<Generator<CopiedSale>> {
  const recordOf = await recordMaker();
  return (function* () {
    const dice = seeded(SEED);
    const rows = rowsOf(shape);
    const drawn = Math.min(count, draw);
    for (let n = 0; n < drawn; n += 1) {
      const row = evenly ? rows[Math.floor(n / spread) % rows.length] : undefined;
      const record = recordOf(shape, n, dice, row);
      const copies = Math.floor(count / drawn) + (n < count % drawn ? 1 : 0);
      yield { n, record, copies };
    }
  })();
}

/** How many of the copies of the n-th sale are in a shard, when each next one goes into the next shard. */
export const copiesIn = (
  { n, copies }: Pick<CopiedSale, "n" | "copies">,
  shard: number,
  spread: number,
): number =>
  Math.floor(copies / spread) +
  ((shard - (n % spread) + spread) % spread < copies % spread ? 1 : 0);
