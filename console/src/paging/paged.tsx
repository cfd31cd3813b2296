import type { ComponentChildren } from "preact";
import { Loaded } from "../loading/loaded.tsx";
import type { ListPage } from "./full-page.ts";
import { Pager } from "./pager.tsx";
import type { Pages } from "./use-pages.ts";

type PagedProps<Page> = {
  /** The subject of the list, for screen readers. */
  readonly name: string;
  readonly of: Pages<Page>;
  readonly children: (page: Page) => ComponentChildren;
};

/** Displays a page of a list, with the buttons to the other pages below. */
export function Paged<Page extends ListPage<unknown>>({ name, of, children }: PagedProps<Page>) {
  return (
    <Loaded of={of}>
      {(page) => (
        <>
          {children(page)}
          <Pager of={name} cursors={of.cursors} next={page.next_cursor} />
        </>
      )}
    </Loaded>
  );
}
