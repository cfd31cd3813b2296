export type ListPage<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

/** Rows per page; a longer table would make browsers slow. */
const PAGE = 100;

/**
 * Maximum number of calls for one page. Some lists scan a fixed number of rows per call, whatever the number of
 * matches.
 */
const MOST_CALLS = 20;

/** Requests rows until a page of 100 rows is full, or the list has ended. */
export async function fullPage<T>(
  ask: (paging: { readonly limit: number; readonly cursor?: string }) => Promise<ListPage<T>>,
  from: string | null | undefined,
): Promise<ListPage<T>> {
  const items: T[] = [];
  let cursor = from ?? null;
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const page = await ask({ limit: PAGE - items.length, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null || items.length >= PAGE) break;
  }
  return { items, next_cursor: cursor };
}
