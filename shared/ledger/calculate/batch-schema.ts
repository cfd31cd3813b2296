import * as z from "zod";
import { CommittedItem } from "../events/schema.ts";
import { CommitTransaction } from "./events-of-transaction.ts";
import { CalculationRequest } from "./schema.ts";
import { Transaction } from "./transaction-schema.ts";

/** What a function writes and answers within its time, with room to spare. */
const MOST_ITEMS = 200;

export const CalculationItem = CalculationRequest.extend({
  commit: CommitTransaction.optional().describe(
    "Commits the calculation to the ledger as well, as `POST /v1/transactions/{id}/commit` does. Sent again under the same `event_id`, it is the same calculation",
  ),
}).meta({ id: "CalculationItem" });
export type CalculationItem = z.output<typeof CalculationItem>;

/** Many calculations in one request: the other form of the body of POST /v1/vat/calculate. */
export const CalculationBatch = z
  .strictObject({
    items: z
      .array(CalculationItem)
      .min(1)
      .max(MOST_ITEMS)
      .describe(
        `1 to ${MOST_ITEMS} calculations. All are carried out, or none: of one that is refused the index is told. Together they have at most 2,000 lines, and make at most 500 supply events`,
      ),
  })
  .meta({ id: "CalculationBatch" });
export type CalculationBatch = z.output<typeof CalculationBatch>;

const CalculatedItem = z.strictObject({
  transaction: Transaction,
  events: z
    .array(CommittedItem)
    .optional()
    .describe("Of an item with `commit`: what became of its supply events, one for each rate"),
});
export type CalculatedItem = z.output<typeof CalculatedItem>;

export const CalculatedItems = z
  .strictObject({
    items: z.array(CalculatedItem).describe("One for each item, in the order of the request"),
  })
  .meta({ id: "CalculatedItems" });
