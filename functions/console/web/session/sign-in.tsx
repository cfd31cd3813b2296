import { useState } from "preact/hooks";
import { refusalText } from "../loading/refusal-text.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "./console-context.ts";
import { type Session, signIn } from "./session.ts";

/** The reason why there is no session. */
export type SignedOut = "key_refused" | "link_used" | "link_failed" | undefined;

type SignInProps = {
  readonly reason: SignedOut;
  readonly onSession: (session: Session) => void;
};

export function SignIn({ reason, onSession }: SignInProps) {
  const { say } = useReader();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get("key");
    setBusy(true);
    setFailure(undefined);
    try {
      onSession(await signIn(String(key).trim()));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <main class="sign-in" id="main">
      <h1>{say("signIn.title")}</h1>
      <p>{say("signIn.lead")}</p>
      {reason && failure === undefined && <Notice level="warn">{say(`signIn.${reason}`)}</Notice>}
      {failure !== undefined && <Notice level="bad">{refusalText(failure, say)}</Notice>}
      <form onSubmit={(event) => void submit(event)} class="stack">
        <label class="field">
          <span>{say("signIn.key")}</span>
          <input name="key" type="password" required autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          {busy ? say("signIn.busy") : say("signIn.button")}
        </button>
      </form>
      <p class="muted">{say("signIn.kept")}</p>
    </main>
  );
}
