import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { formatterFor } from "../format/formatter.ts";
import { localeFor } from "../format/locale.ts";
import { ReaderContext } from "../session/console-context.ts";
import { forgetKey, keptKey, type Session, signIn } from "../session/session.ts";
import { SignIn } from "../session/sign-in.tsx";
import { sayIn } from "../texts/say.ts";
import { keepPreferences, keptPreferences } from "./preferences.ts";
import { Preferring } from "./preferring.tsx";
import { SignedInShell } from "./signed-in-shell.tsx";

type Ended = "key_refused" | undefined;

/** The whole console: who is not signed in is asked for a key, all others see a page. */
export function Console() {
  const [preferences, setPreferences] = useState(keptPreferences);
  useEffect(() => keepPreferences(preferences), [preferences]);
  const reader = useMemo(() => readerOf(preferences.language), [preferences.language]);
  const { session, ended, begin, end } = useSessionOfTab();
  const preferring = <Preferring preferences={preferences} onChange={setPreferences} />;
  return (
    <ReaderContext.Provider value={reader}>
      {session === "restoring" && <progress aria-label={reader.say("loading")} />}
      {session === undefined && (
        <>
          <header class="top">
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

/** The session of this tab; a reload takes it up again. */
function useSessionOfTab() {
  const [session, setSession] = useState<Session | "restoring" | undefined>(
    keptKey() ? "restoring" : undefined,
  );
  const [ended, setEnded] = useState<Ended>();
  const end = useCallback((why?: Ended) => {
    forgetKey();
    setEnded(why);
    setSession(undefined);
  }, []);
  useEffect(() => {
    const key = keptKey();
    if (key) signIn(key).then(setSession, () => end("key_refused"));
  }, [end]);
  return { session, ended, begin: setSession, end };
}
