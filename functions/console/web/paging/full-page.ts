/** A page of a list. */
export type ListPage<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

/** Rows of a page: more in one table would make a browser slow. */
const PAGE = 100;

/** Calls for one page at most: some lists look at so many rows a call, whatever they find. */
const MOST_CALLS = 20;

/** Asks on until a page of 100 rows is full, or the list has ended. */
export async function fullPage<T>(
  ask: (paging: { readonly limit: number; readonly cursor?: string }) => Promise<ListPage<T>>,
  from: string | null,
): Promise<ListPage<T>> {
  const items: T[] = [];
  let cursor = from;
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const page = await ask({ limit: PAGE - items.length, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null || items.length >= PAGE) break;
  }
  return { items, next_cursor: cursor };
}
