import { useEffect, useState } from "preact/hooks";
import { refusalText } from "../loading/refusal-text.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "./console-context.ts";
import { storedInvitation } from "./invitation-link.ts";
import { goToIssuer, loadProvider } from "./issuer-way.ts";
import { type Session, signIn } from "./session.ts";

/** The reason why there is no session. */
export type SignedOut =
  | "key_refused"
  | "link_used"
  | "link_failed"
  | "issuer_failed"
  | "session_ended"
  | "unreachable"
  | "signed_out"
  | "person_signed_out"
  | undefined;

type SignInProps = {
  readonly reason: SignedOut;
  readonly onSession: (session: Session) => void;
};

/** Displays the two ways to sign in: with the issuer of the stage, if there is one, and with a key. */
export function SignIn({ reason, onSession }: SignInProps) {
  const { say } = useReader();
  const [failure, setFailure] = useState<unknown>();
  const provider = useProvider();
  const isOut = reason === "signed_out" || reason === "person_signed_out";
  return (
    <main class="sign-in" id="main">
      <h1>{say(isOut ? "signIn.outTitle" : "signIn.title")}</h1>
      <p class="lead">{say("signIn.lead")}</p>
      {reason && failure === undefined && (
        <Notice level={isOut ? "good" : "warn"}>
          <p>{say(`signIn.${reason}`)}</p>
          {reason === "unreachable" && (
            <button type="button" onClick={() => location.reload()}>
              {say("error.again")}
            </button>
          )}
        </Notice>
      )}
      {storedInvitation() && <Notice level="info">{say("signIn.invitation")}</Notice>}
      {failure !== undefined && <Notice level="bad">{refusalText(failure, say)}</Notice>}
      {provider && (
        <section class="stack">
          <p>
            <button
              type="button"
              class="primary"
              onClick={() => void goToIssuer(provider).catch(setFailure)}
            >
              {say("signIn.issuer")}
            </button>
          </p>
          <p class="muted small">
            {say("signIn.issuerLead", { host: new URL(provider.issuer).host })}
          </p>
          <h2>{say("signIn.developer")}</h2>
        </section>
      )}
      <KeyForm isPrimary={!provider} onSession={onSession} onFailure={setFailure} />
    </main>
  );
}

/** Returns the issuer of the stage. A failure leaves the form for a key alone. */
function useProvider() {
  const [provider, setProvider] = useState<Awaited<ReturnType<typeof loadProvider>>>();
  useEffect(() => {
    void loadProvider().then(setProvider, () => undefined);
  }, []);
  return provider;
}

type KeyFormProps = {
  readonly isPrimary: boolean;
  readonly onSession: (session: Session) => void;
  readonly onFailure: (failure: unknown) => void;
};

function KeyForm({ isPrimary, onSession, onFailure }: KeyFormProps) {
  const { say } = useReader();
  const [busy, setBusy] = useState(false);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get("key");
    setBusy(true);
    onFailure(undefined);
    try {
      onSession(await signIn(String(key).trim()));
    } catch (error) {
      onFailure(error);
      setBusy(false);
    }
  }
  return (
    <>
      <form onSubmit={(event) => void submit(event)} class="stack">
        <label class="field">
          <span>{say("signIn.key")}</span>
          <input name="key" type="password" required autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit" class={isPrimary ? "primary" : ""} disabled={busy}>
          {busy ? say("signIn.busy") : say("signIn.title")}
        </button>
      </form>
      <p class="muted">{say("signIn.kept")}</p>
    </>
  );
}
