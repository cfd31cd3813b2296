import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { FilingPage } from "../filing/filing-page.tsx";
import { ImportsPage } from "../imports/imports-page.tsx";
import { NotificationsPage } from "../notifications/notifications-page.tsx";
import { OverviewPage } from "../overview/overview-page.tsx";
import { Guarded } from "../parts/guarded.tsx";
import { Notice } from "../parts/notice.tsx";
import { PeriodPage } from "../period/period-page.tsx";
import { RecordsPage } from "../records/records-page.tsx";
import { ReviewPage } from "../review/review-page.tsx";
import { SessionContext, useReader } from "../session/console-context.ts";
import type { Session } from "../session/session.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { WebhooksPage } from "../webhooks/webhooks-page.tsx";
import { Navigation } from "./navigation.tsx";
import { addressOf, type Page } from "./page.ts";
import { usePage } from "./use-page.ts";

type SignedInShellProps = {
  readonly session: Session;
  readonly onEnd: (why?: "key_refused") => void;
  readonly preferring: ComponentChildren;
};

/** Displays the frame of every page: a skip link, the header with navigation, and the page. */
export function SignedInShell({ session, onEnd, preferring }: SignedInShellProps) {
  const { say } = useReader();
  const page = usePage();
  const main = useRef<HTMLElement>(null);
  const signedIn = useMemo(
    () => ({ ...session, keyRefused: () => onEnd("key_refused") }),
    [session, onEnd],
  );
  const title = `${say(`nav.${page.name}`)} · ${say("app.name")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useFocusOnNewPage("id" in page ? addressOf(page) : page.name, main);
  return (
    <SessionContext.Provider value={signedIn}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {say("nav.skip")}
      </button>
      <header class="top">
        <p class="brand">{say("app.name")}</p>
        <Navigation page={page} />
        <div class="who">
          <bdi>{session.name}</bdi>
          {preferring}
          <button type="button" onClick={() => onEnd()}>
            {say("signOut")}
          </button>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {session.isSandbox && <Notice level="warn">{say("sandbox.notice")}</Notice>}
        {!session.mayWrite && <Notice level="info">{say("readOnly.notice")}</Notice>}
        <Guarded key={addressOf(page)}>
          <CurrentPage page={page} />
        </Guarded>
      </main>
    </SessionContext.Provider>
  );
}

/** Moves the focus to the beginning of a new page; leaves it unchanged on the first page. */
function useFocusOnNewPage(name: string, main: { readonly current: HTMLElement | null }) {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [name, main]);
}

const ofReturn = ({ scheme, period, registration }: Extract<Page, { scheme: unknown }>) => ({
  scheme,
  period,
  registration,
});

function CurrentPage({ page }: { readonly page: Page }) {
  switch (page.name) {
    case "period":
      return <PeriodPage {...ofReturn(page)} />;
    case "filing":
      return <FilingPage {...ofReturn(page)} />;
    case "review":
      return <ReviewPage />;
    case "imports":
      return <ImportsPage id={page.id} />;
    case "records":
      return <RecordsPage />;
    case "webhooks":
      return <WebhooksPage />;
    case "notifications":
      return <NotificationsPage />;
    case "settings":
      return <SettingsPage />;
    case "overview":
      return <OverviewPage />;
  }
}
