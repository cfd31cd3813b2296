import * as z from "zod";
import { dayOf, plusDays } from "../calendar/iso-date.ts";
import { periodNamed } from "../calendar/period.ts";
import { type LockMark, LockMark as LockMarkSchema } from "../locks/lock-mark.ts";
import { changeMarkKey, markOf, marksOf } from "../table/mark-keys.ts";
import { SCHEMA_VERSIONS } from "../table/schema-versions.ts";
import { tableName } from "./dynamo.ts";
import { queryAll } from "./query.ts";
import { randomShard } from "./tallies.ts";

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
export const markUpdate = (account: string, book: string) => ({
  TableName: tableName(),
  Key: changeMarkKey(account, book, randomShard()),
  UpdateExpression: "SET schema_version = :version ADD changes :one",
  ExpressionAttributeValues: { ":version": SCHEMA_VERSIONS.mark, ":one": 1 },
});

const Changes = z.object({ changes: z.int() });

/** What is marked of one book. */
type BookMarks = { changes: number; readonly locks: LockMark[] };

/** The marks of all books that begin with `books`, read strongly. */
export async function loadMarks(account: string, books: string): Promise<Map<string, BookMarks>> {
  const items = await queryAll({ ...marksOf(account, books), ConsistentRead: true });
  const marks = new Map<string, BookMarks>();
  for (const item of items) {
    const { book, kind } = markOf(String(item["sk"]));
    const own = marks.get(book) ?? { changes: 0, locks: [] };
    marks.set(book, own);
    if (kind === "lock") own.locks.push(LockMarkSchema.parse(item));
    else own.changes += Changes.parse(item).changes;
  }
  return marks;
}
