import { changesIn } from "../../ledger/sums/store-sums.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { markOf, marksOf } from "../../platform/table/period-keys.ts";
import { LockMark, type Marks, OpeningMark } from "./period-markers.ts";

/** The marks of all books that begin with `books`, read strongly. */
export async function loadMarks(account: string, books: string): Promise<Marks> {
  const items = await queryAll({ ...marksOf(account, books), ConsistentRead: true });
  const placed = items.map((item) => ({ item, ...markOf(String(item["sk"])) }));
  return new Map(
    [...Map.groupBy(placed, ({ book }) => book)].map(([book, own]) => {
      const of = (kind: string) => own.filter((one) => one.kind === kind).map(({ item }) => item);
      return [
        book,
        {
          changes: changesIn(own.map(({ item }) => item)),
          locks: of("lock").map((item) => LockMark.parse(item)),
          openings: of("opening")
            .map((item) => OpeningMark.parse(item))
            .filter(({ withdrawn }) => !withdrawn),
        },
      ];
    }),
  );
}
