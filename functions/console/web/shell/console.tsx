import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { AuthenticationError } from "../../../../client/src/eu-vat-client.ts";
import { formatterFor } from "../format/formatter.ts";
import { localeFor } from "../format/locale.ts";
import { ReaderContext } from "../session/console-context.ts";
import { forgetKey, keptKey, type Session, signIn } from "../session/session.ts";
import { type SignedOut, SignIn } from "../session/sign-in.tsx";
import { keyForLink, takeKeyOfLink } from "../session/sign-in-link.ts";
import { sayIn } from "../texts/say.ts";
import { keepPreferences, keptPreferences } from "./preferences.ts";
import { Preferring } from "./preferring.tsx";
import { SignedInShell } from "./signed-in-shell.tsx";

/** Displays the whole console: a sign-in form without a session, else a page. */
export function Console() {
  const [preferences, setPreferences] = useState(keptPreferences);
  // Runs before the first paint, because there are no colours without a theme.
  useLayoutEffect(() => keepPreferences(preferences), [preferences]);
  const reader = useMemo(() => readerOf(preferences.language), [preferences.language]);
  const { session, ended, begin, end } = useSessionOfTab();
  const preferring = <Preferring preferences={preferences} onChange={setPreferences} />;
  return (
    <ReaderContext.Provider value={reader}>
      {session === "restoring" && <progress aria-label={reader.say("loading")} />}
      {session === undefined && (
        <>
          <header class="signed-out">
            <p class="brand">{reader.say("app.name")}</p>
            {preferring}
          </header>
          <SignIn reason={ended} onSession={begin} />
        </>
      )}
      {typeof session === "object" && (
        <SignedInShell session={session} onEnd={end} preferring={preferring} />
      )}
    </ReaderContext.Provider>
  );
}

function readerOf(language: ReturnType<typeof keptPreferences>["language"]) {
  const locale = localeFor(language, navigator.languages);
  const say = sayIn(language, locale);
  return { say, format: formatterFor(locale, say("country.XI")) };
}

/** Manages the session of this tab: from a sign-in link, or restored after a reload. */
function useSessionOfTab() {
  const [keyOfLink] = useState(takeKeyOfLink);
  const [session, setSession] = useState<Session | "restoring" | undefined>(
    (keyOfLink ?? keptKey()) ? "restoring" : undefined,
  );
  const [ended, setEnded] = useState<SignedOut>();
  const end = useCallback((why?: SignedOut) => {
    forgetKey();
    // The next key may be that of another client, who has other returns.
    history.replaceState(null, "", location.pathname);
    setEnded(why);
    setSession(undefined);
  }, []);
  useEffect(() => {
    const kept = keptKey();
    if (keyOfLink) {
      signInByLink(keyOfLink).then(setSession, (failure: unknown) =>
        end(failure instanceof AuthenticationError ? "link_used" : "link_failed"),
      );
    } else if (kept) signIn(kept).then(setSession, () => end("key_refused"));
  }, [keyOfLink, end]);
  return { session, ended, begin: setSession, end };
}

const signInByLink = async (keyOfLink: string): Promise<Session> =>
  signIn(await keyForLink(keyOfLink));
