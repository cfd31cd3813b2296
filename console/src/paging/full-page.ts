export type ListPage<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

/** Rows per page; a longer table would make browsers slow. */
const PAGE = 100;

/**
 * Maximum number of calls for one page. Some lists scan a fixed number of rows per call, whatever the number of
 * matches.
 */
const MOST_CALLS = 20;

type Ask<Page> = (paging: { readonly limit: number; readonly cursor?: string }) => Promise<Page>;

/** Requests rows until a page of 100 rows is full, or the list has ended. What else a page says is that of the first. */
export async function fullPage<T, Page extends ListPage<T> = ListPage<T>>(
  ask: Ask<Page>,
  from: string | null | undefined,
): Promise<Page> {
  const first = await ask({ limit: PAGE, ...(from ? { cursor: from } : {}) });
  const items: T[] = [...first.items];
  let cursor = first.next_cursor;
  for (let calls = 1; calls < MOST_CALLS && cursor !== null && items.length < PAGE; calls += 1) {
    const page = await ask({ limit: PAGE - items.length, cursor });
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return { ...first, items, next_cursor: cursor };
}
