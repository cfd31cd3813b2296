import * as z from "zod";
import { dayOf, plusDays } from "../../core/calendar/iso-date.ts";
import { periodNamed } from "../../core/calendar/period.ts";
import { tableName } from "../../platform/dynamodb/client.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import type { SpreadKey } from "../../platform/dynamodb/shard-choice.ts";
import { changeMarkKey, markOf, marksOf } from "../../platform/table/mark-keys.ts";
import { SCHEMA_VERSIONS } from "../../platform/table/schema-versions.ts";
import { LockMark, type Marks, OpeningMark } from "./period-markers.ts";

/** Clocks of two machines are not a day apart. */
const MARGIN_DAYS = 1;

/**
 * Whether sums of the book are marked when they change: those of a period that is over or about to
 * be, which may be locked already. Writers of the running period pay nothing.
 */
export function isMarked(book: string, now: Date): boolean {
  const period = periodNamed(book.slice(1));
  return period !== undefined && period.lastDay <= plusDays(dayOf(now), MARGIN_DAYS);
}

/** The update that says that sums of the book change; it goes into the transaction that changes them. */
export const changeMarkUpdate = (account: string, book: string, spreadKey: SpreadKey) => ({
  TableName: tableName(),
  Key: spreadKey((shard) => changeMarkKey(account, book, shard)),
  UpdateExpression: "SET schema_version = :version ADD changes :one",
  ExpressionAttributeValues: { ":version": SCHEMA_VERSIONS.mark, ":one": 1 },
});

const Changes = z.object({ changes: z.int() });

/** The marks of all books that begin with `books`, read strongly. */
export async function loadMarks(account: string, books: string): Promise<Marks> {
  const items = await queryAll({ ...marksOf(account, books), ConsistentRead: true });
  const placed = items.map((item) => ({ item, ...markOf(String(item["sk"])) }));
  return new Map(
    [...Map.groupBy(placed, ({ book }) => book)].map(([book, own]) => {
      const of = (kind: string) => own.filter((one) => one.kind === kind).map(({ item }) => item);
      const changes = of("change").map((item) => Changes.parse(item).changes);
      return [
        book,
        {
          changes: changes.reduce((sum, one) => sum + one, 0),
          locks: of("lock").map((item) => LockMark.parse(item)),
          openings: of("opening")
            .map((item) => OpeningMark.parse(item))
            .filter(({ withdrawn }) => !withdrawn),
        },
      ];
    }),
  );
}
