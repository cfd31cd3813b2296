import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useLoad } from "../loading/use-load.ts";
import { loadOverview } from "../overview/load-overview.ts";
import { OverviewContext } from "../overview/overview-context.ts";
import { Notice } from "../parts/notice.tsx";
import { SessionContext, useReader, useSession } from "../session/console-context.ts";
import type { Session } from "../session/session.ts";
import type { SignedOut } from "../session/sign-in.tsx";
import { CurrentPage } from "./current-page.tsx";
import { Frame } from "./frame.tsx";
import { Navigation } from "./navigation.tsx";
import { addressOf, linkedPage } from "./page.ts";
import type { SidebarProps } from "./sidebar.tsx";
import { usePage } from "./use-page.ts";

export type ShellProps = Pick<SidebarProps, "preferring" | "onSignOut"> & {
  /** Called when the service rejects the session. */
  readonly onRefused: (why: SignedOut) => void;
};

type SignedInShellProps = ShellProps & {
  readonly session: Session;
  /** Links of the account menu. */
  readonly menu?: ComponentChildren;
  /** The choice of another client, for a person with several. */
  readonly clientSwitch?: ComponentChildren;
};

/** Displays the pages of one account. */
export function SignedInShell({ session, onRefused, ...parts }: SignedInShellProps) {
  const [renamed, rename] = useState<string>();
  const signedIn = useMemo(() => {
    const why = session.person === undefined ? "key_refused" : "session_ended";
    // The name of a person's client is that in the organisation.
    const name = (session.person === undefined && renamed) || session.name;
    return { ...session, name, rename, keyRefused: () => onRefused(why) };
  }, [session, renamed, onRefused]);
  return (
    <SessionContext.Provider value={signedIn}>
      <AccountFrame {...parts} />
    </SessionContext.Provider>
  );
}

type AccountFrameProps = Omit<SignedInShellProps, "session" | "onRefused">;

function AccountFrame({ clientSwitch, ...sidebar }: AccountFrameProps) {
  const { client, account } = useSession();
  const page = usePage();
  useEffect(() => {
    const linked = linkedPage(location.hash);
    if (linked?.account === account) location.replace(addressOf(linked.page));
  }, [account, page]);
  const overview = useLoad(`overview ${account}`, (signal) => loadOverview(client, signal));
  return (
    <OverviewContext.Provider value={overview}>
      <Frame
        page={page}
        head={clientSwitch ?? <ClientName />}
        navigation={<Navigation page={page} />}
        notices={<Permissions />}
        {...sidebar}
      >
        <CurrentPage page={page} />
      </Frame>
    </OverviewContext.Provider>
  );
}

function ClientName() {
  const { account, name, person } = useSession();
  return (
    <>
      <p class="client-name">
        <bdi>{name}</bdi>
      </p>
      {name !== account && person === undefined && (
        <p class="muted small">
          <bdi>{account}</bdi>
        </p>
      )}
    </>
  );
}

/** Displays the limits of the session. */
function Permissions() {
  const { say } = useReader();
  const { isSandbox, may, role } = useSession();
  return (
    <>
      {isSandbox && <Notice level="warn">{say("sandbox.notice")}</Notice>}
      {!may("classifySupplyEvent") && (
        <Notice level="info">{say(role ? "readOnly.role" : "readOnly.notice")}</Notice>
      )}
    </>
  );
}
