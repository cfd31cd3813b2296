import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Guarded } from "../parts/guarded.tsx";
import { Icon } from "../parts/icon.tsx";
import { periodToShow } from "../period/period-choice.ts";
import { Search } from "../search/search.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf, type Page } from "./page.ts";
import { Sidebar, type SidebarProps } from "./sidebar.tsx";

type FrameProps = Omit<SidebarProps, "onSearch"> & {
  readonly page: Page;
  /** Notices over every page. */
  readonly notices?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** Displays the frame of every page: a skip link, the sidebar, and the page. */
export function Frame({ page, notices, children, ...sidebar }: FrameProps) {
  const { say } = useReader();
  const { account, name } = useSession();
  const main = useRef<HTMLElement>(null);
  const place = `${account} ${addressOf(page)}`;
  const menu = useMenu(place);
  const search = useSearch(menu.close);
  useTitle(page);
  useFocusOnNewPage(`${account} ${"id" in page ? addressOf(page) : page.name}`, main);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {say("nav.skip")}
      </button>
      <div class="shell">
        <header class="phone-top">
          <button type="button" class="quiet" aria-expanded={menu.isOpen} onClick={menu.toggle}>
            <Icon name={menu.isOpen ? "close" : "menu"} />
            <span class="unseen">{say("nav.menu")}</span>
          </button>
          <bdi>{name}</bdi>
          <button type="button" class="quiet" onClick={search.onOpen}>
            <Icon name="search" />
            <span class="unseen">{say("search.label")}</span>
          </button>
        </header>
        <Sidebar isOpen={menu.isOpen} onClose={menu.close} onSearch={search.onOpen} {...sidebar} />
        <main id="main" ref={main} tabIndex={-1}>
          {notices}
          <Guarded key={place}>{children}</Guarded>
        </main>
      </div>
      <Search {...search} />
    </>
  );
}

/** Manages the search, which closes the sidebar on a telephone. */
function useSearch(closeMenu: () => void) {
  const [isOpen, setOpen] = useState(false);
  const onOpen = useCallback(() => {
    closeMenu();
    setOpen(true);
  }, []);
  return { isOpen, onOpen, onClose: () => setOpen(false) };
}

/** Manages the sidebar on a telephone, where it is a drawer: a new page and Escape close it. */
function useMenu(address: string) {
  const [openAt, setOpenAt] = useState<string>();
  const close = () => setOpenAt(undefined);
  const isOpen = openAt === address;
  return { isOpen, close, toggle: () => setOpenAt(isOpen ? undefined : address) };
}

/** Names the page in the title of the tab, a return by its period first. */
function useTitle(page: Page): void {
  const { say, format } = useReader();
  const { name } = useSession();
  const shown = "scheme" in page && periodToShow(page.scheme, page.period, new Date());
  const title = [
    ...(shown ? [format.period(shown)] : []),
    say(`nav.${page.name}`),
    name,
    say("app.name"),
  ].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** True until a page was displayed, also of another client or an organisation. */
let isFirst = true;

/**
 * Moves the focus to the heading of a new page. Leaves it unchanged on the first page, and in the choice of a client,
 * where an arrow key opens the next one.
 */
function useFocusOnNewPage(name: string, main: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    const isChoosing = document.activeElement?.matches(".client-switch") ?? false;
    if (!isFirst && !isChoosing) main.current?.querySelector("h1")?.focus();
    isFirst = false;
  }, [name, main]);
}
