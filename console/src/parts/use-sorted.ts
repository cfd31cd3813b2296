import { useState } from "preact/hooks";
import { useReader } from "../session/console-context.ts";

type SortedColumn<Row> = {
  readonly head: string;
  readonly sortBy?: (row: Row) => string | number;
};

/** The rows in the order that the reader has chosen; as they came without a choice. */
export type Sorting<Row> = {
  readonly rows: readonly Row[];
  /** The head of the column that the rows are sorted by. */
  readonly by: string | undefined;
  readonly isDescending: boolean;
  /** Sorts by a column; again, the other way round. */
  readonly sortBy: (head: string) => void;
};

/** Sorts rows by the column that the reader chooses, texts by the rules of the reader's language. */
export function useSorted<Row>(
  rows: readonly Row[],
  columns: readonly SortedColumn<Row>[],
): Sorting<Row> {
  const { say } = useReader();
  const [chosen, choose] = useState<{ readonly head: string; readonly isDescending: boolean }>();
  const by = columns.find(({ head }) => head === chosen?.head);
  const isDescending = chosen?.isDescending ?? false;
  return {
    rows: by?.sortBy ? sorted(rows, by.sortBy, { isDescending, locale: say.locale }) : rows,
    by: by?.head,
    isDescending,
    sortBy: (head) => choose({ head, isDescending: head === by?.head && !isDescending }),
  };
}

/** Returns rows in the order of a value; equal values keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number,
  { isDescending = false, locale }: { readonly isDescending?: boolean; readonly locale: string },
): Row[] {
  const texts = new Intl.Collator(locale);
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compared(texts, a, b));
  });
}

const compared = (texts: Intl.Collator, a: string | number, b: string | number): number =>
  texts.compare(String(a), String(b));
