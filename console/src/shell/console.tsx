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
import { type Language, loadTexts, sayWith, type Texts } from "../texts/say.ts";
import { UploadPage } from "../uploads/upload-page.tsx";
import { keepPreferences, type Preferences } from "./preferences.ts";
import { Preferring } from "./preferring.tsx";
import { SignedInShell } from "./signed-in-shell.tsx";

/** The reader's preferences, and the texts in that language. */
type Preferred = { readonly preferences: Preferences; readonly texts: Texts };

type ConsoleProps = { readonly start: Preferred };

/** Displays the whole console: a sign-in form without a session, else a page; or what a link does without one. */
export function Console({ start }: ConsoleProps) {
  const [{ preferences, texts }, setPreferred] = useState(start);
  // Runs before the first paint, because there are no colours without a theme.
  useLayoutEffect(() => keepPreferences(preferences), [preferences]);
  const reader = useMemo(() => readerOf(preferences.language, texts), [texts]);
  const { standing, ended, begin, end, leave } = useSessionOfTab();
  const prefer = (preferences: Preferences) =>
    void loadTexts(preferences.language).then(
      (texts) => setPreferred({ preferences, texts }),
      () => {
        keepPreferences(preferences);
        location.reload();
      },
    );
  const preferring = <Preferring preferences={preferences} onChange={prefer} />;
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

function readerOf(language: Language, texts: Texts) {
  const locale = localeFor(language, navigator.languages);
  const say = sayWith(texts, language, locale);
  return { say, format: formatterFor(locale, say("country.XI")) };
}
