import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLoad } from "../loading/use-load.ts";
import { loadOverview } from "../overview/load-overview.ts";
import { OverviewContext } from "../overview/overview-context.ts";
import { Guarded } from "../parts/guarded.tsx";
import { Icon } from "../parts/icon.tsx";
import { Notice } from "../parts/notice.tsx";
import { SessionContext, useReader, useSession } from "../session/console-context.ts";
import type { Session } from "../session/session.ts";
import { CurrentPage } from "./current-page.tsx";
import { addressOf, type Page } from "./page.ts";
import { Sidebar } from "./sidebar.tsx";
import { usePage } from "./use-page.ts";

type SignedInShellProps = {
  readonly session: Session;
  readonly onEnd: (why?: "key_refused") => void;
  readonly preferring: ComponentChildren;
};

/** Displays the frame of every page: a skip link, the sidebar, and the page. */
export function SignedInShell({ session, onEnd, preferring }: SignedInShellProps) {
  const signedIn = useMemo(
    () => ({ ...session, keyRefused: () => onEnd("key_refused") }),
    [session, onEnd],
  );
  return (
    <SessionContext.Provider value={signedIn}>
      <Frame preferring={preferring} onSignOut={() => onEnd()} />
    </SessionContext.Provider>
  );
}

type FrameProps = { readonly preferring: ComponentChildren; readonly onSignOut: () => void };

function Frame({ preferring, onSignOut }: FrameProps) {
  const { say } = useReader();
  const { client, account, name, isSandbox, mayWrite } = useSession();
  const page = usePage();
  const main = useRef<HTMLElement>(null);
  const menu = useMenu(addressOf(page));
  const overview = useLoad(`overview ${account}`, (signal) => loadOverview(client, signal));
  useTitle(page);
  useFocusOnNewPage("id" in page ? addressOf(page) : page.name, main);
  return (
    <OverviewContext.Provider value={overview}>
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
        </header>
        <Sidebar
          page={page}
          isOpen={menu.isOpen}
          onClose={menu.close}
          preferring={preferring}
          onSignOut={onSignOut}
        />
        <main id="main" ref={main} tabIndex={-1}>
          {isSandbox && <Notice level="warn">{say("sandbox.notice")}</Notice>}
          {!mayWrite && <Notice level="info">{say("readOnly.notice")}</Notice>}
          <Guarded key={addressOf(page)}>
            <CurrentPage page={page} />
          </Guarded>
        </main>
      </div>
    </OverviewContext.Provider>
  );
}

/** Manages the sidebar on a telephone, where it is a drawer: a new page and Escape close it. */
function useMenu(address: string) {
  const [openAt, setOpenAt] = useState<string>();
  const close = () => setOpenAt(undefined);
  const isOpen = openAt === address;
  return { isOpen, close, toggle: () => setOpenAt(isOpen ? undefined : address) };
}

function useTitle(page: Page): void {
  const { say } = useReader();
  const { name } = useSession();
  const title = `${say(`nav.${page.name}`)} · ${name} · ${say("app.name")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Moves the focus to the beginning of a new page; leaves it unchanged on the first page. */
function useFocusOnNewPage(name: string, main: { readonly current: HTMLElement | null }) {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [name, main]);
}
