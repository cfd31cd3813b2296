import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { formatterFor } from "../format/formatter.ts";
import { localeFor } from "../format/locale.ts";
import { MailLinkPage } from "../mails/mail-link-page.tsx";
import { PersonShell } from "../people/person-shell.tsx";
import { ReaderContext } from "../session/console-context.ts";
import { takeMailLink } from "../session/mail-link.ts";
import { SignIn } from "../session/sign-in.tsx";
import { takeUploadToken } from "../session/upload-token.ts";
import { useSessionOfTab } from "../session/use-session-of-tab.ts";
import { sayIn } from "../texts/say.ts";
import { UploadPage } from "../uploads/upload-page.tsx";
import { keepPreferences, storedPreferences } from "./preferences.ts";
import { Preferring } from "./preferring.tsx";
import { SignedInShell } from "./signed-in-shell.tsx";

/** Displays the whole console: a sign-in form without a session, else a page; or what a link does without one. */
export function Console() {
  const [preferences, setPreferences] = useState(storedPreferences);
  // Runs before the first paint, because there are no colours without a theme.
  useLayoutEffect(() => keepPreferences(preferences), [preferences]);
  const reader = useMemo(() => readerOf(preferences.language), [preferences.language]);
  const { standing, ended, begin, end, leave } = useSessionOfTab();
  const preferring = <Preferring preferences={preferences} onChange={setPreferences} />;
  const [mailLink, setMailLink] = useState(takeMailLink);
  const [uploadToken] = useState(takeUploadToken);
  const guest = uploadToken ? (
    <UploadPage token={uploadToken} />
  ) : (
    mailLink && <MailLinkPage link={mailLink} onDone={() => setMailLink(undefined)} />
  );
  const shell = { preferring, onRefused: end, onSignOut: leave };
  return (
    <ReaderContext.Provider value={reader}>
      {!guest && standing === "restoring" && <progress aria-label={reader.say("loading")} />}
      {(guest || standing === undefined) && (
        <>
          <header class="signed-out">
            <p class="brand">{reader.say("app.name")}</p>
            {preferring}
          </header>
          {guest || <SignIn reason={ended} onSession={begin} />}
        </>
      )}
      {!guest &&
        typeof standing === "object" &&
        ("organisations" in standing ? (
          <PersonShell person={standing} {...shell} />
        ) : (
          <SignedInShell session={standing} {...shell} />
        ))}
    </ReaderContext.Provider>
  );
}

function readerOf(language: ReturnType<typeof storedPreferences>["language"]) {
  const locale = localeFor(language, navigator.languages);
  const say = sayIn(language, locale);
  return { say, format: formatterFor(locale, say("country.XI")) };
}
