import { type Loading, useLoad } from "../loading/use-load.ts";
import type { ListPage } from "./full-page.ts";
import { type Cursors, useCursors } from "./use-cursors.ts";

type Paging = { readonly limit: number; readonly cursor?: string };

/** A page of a long list as it is loaded, and the way to the others. */
export type Pages<Page> = Loading<Page> & { readonly cursors: Cursors };

/** Loads the page of a list at which the reader is. */
export function usePages<Page extends ListPage<unknown>>(
  key: string,
  load: (paging: Paging, signal: AbortSignal) => Promise<Page>,
  limit = 20,
): Pages<Page> {
  const cursors = useCursors();
  const { cursor } = cursors;
  const page = useLoad(`${key} ${cursor}`, (signal) =>
    load({ limit, ...(cursor ? { cursor } : {}) }, signal),
  );
  return { ...page, cursors };
}
