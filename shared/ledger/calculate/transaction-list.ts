import * as z from "zod";
import type { DateRange, IsoDate } from "../../core/calendar/dates.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import { withRules } from "../../core/input/fields.ts";
import { cursorAt, cursorParam, inventedCursor, Limit } from "../../core/input/pagination.ts";
import { toReportCode } from "../../vat/reference-data/member-states.ts";
import { notACountry } from "../../vat/reference-data/schema.ts";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../vat/schemes/event-fields.ts";
import { isTransactionId } from "./transaction.ts";
import { type Transaction, TransactionView } from "./transaction-schema.ts";

const LIST = "transactions";

export const TransactionListQuery = withRules(
  z.strictObject({
    from: IsoDateSchema.optional().describe("First day of the range of `transaction_date`"),
    to: IsoDateSchema.optional().describe("Last day of the range of `transaction_date`, included"),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: notACountry("must be a country code, such as DE") })
      .transform(toReportCode)
      .optional()
      .describe("The transaction's country; EL and GR are the same"),
    source_id: z.string().regex(SOURCE_KEY_FORM, SOURCE_KEY_RULE).optional(),
    limit: Limit,
    cursor: cursorParam(LIST, z.tuple([IsoDateSchema, z.string().refine(isTransactionId)])),
  }),
  ({ from, to }) =>
    from !== undefined && to !== undefined && from > to
      ? [{ field: "from", message: `${from} must not lie after to, ${to}` }]
      : [],
);
export type TransactionListQuery = z.output<typeof TransactionListQuery>;

export const TransactionList = z
  .strictObject({ items: z.array(TransactionView), next_cursor: z.string().nullable() })
  .meta({ id: "TransactionList" });

/** A position in the index. Listings are ordered by day, then by time of calculation. */
export type TransactionPosition = {
  readonly transaction_date: IsoDate;
  readonly transaction_id: string;
};

export const transactionDays = ({ from, to }: TransactionListQuery): DateRange => ({
  from: from ?? ("0000-01-01" as IsoDate),
  to: to ?? ("9999-12-31" as IsoDate),
});

/** True if the listing filters by more than the day. */
export const isFiltered = ({ country, source_id }: TransactionListQuery): boolean =>
  country !== undefined || source_id !== undefined;

/** The fields that a listing filters by. */
export type ChosenBy = Pick<Transaction, "country" | "source_id">;

export const matchesTransaction = (
  transaction: ChosenBy,
  { country, source_id }: TransactionListQuery,
): boolean =>
  (country === undefined || transaction.country === country) &&
  (source_id === undefined || transaction.source_id === source_id);

export const cursorAfterTransaction = (place: TransactionPosition): string =>
  cursorAt(LIST, [place.transaction_date, place.transaction_id]);

/** Returns the end of the page before; undefined at the start. */
export function transactionListStart(query: TransactionListQuery): TransactionPosition | undefined {
  if (!query.cursor) return undefined;
  const [transaction_date, transaction_id] = query.cursor;
  const { from, to } = transactionDays(query);
  if (from <= transaction_date && transaction_date <= to)
    return { transaction_date, transaction_id };
  throw inventedCursor();
}
