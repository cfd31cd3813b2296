import { useState } from "preact/hooks";
import { refusalText } from "../loading/refusal-text.ts";
import { Notice } from "../parts/notice.tsx";
import { clientBy } from "../session/api.ts";
import { useReader } from "../session/console-context.ts";
import type { MailLink } from "../session/mail-link.ts";

type MailLinkPageProps = { readonly link: MailLink; readonly onDone: () => void };

/**
 * Displays what the link of a mail does, without signing in. It does so after a click: scanners of mail servers open
 * links as well.
 */
export function MailLinkPage({ link: { act, token }, onDone }: MailLinkPageProps) {
  const { say } = useReader();
  const [step, setStep] = useState<"asked" | "busy" | "done">("asked");
  const [failure, setFailure] = useState<unknown>();
  async function carryOut() {
    setStep("busy");
    setFailure(undefined);
    try {
      const client = clientBy();
      if (act === "confirm") await client.confirmMails({ body: { token } });
      else await client.unsubscribeMails({ query: { token } });
      setStep("done");
    } catch (error) {
      setFailure(error);
      setStep("asked");
    }
  }
  return (
    <main class="sign-in" id="main">
      <h1>{say(`mailLink.title.${act}`)}</h1>
      {failure !== undefined && <Notice level="bad">{refusalText(failure, say)}</Notice>}
      {step === "done" ? (
        <Notice level="good">{say(`mailLink.done.${act}`)}</Notice>
      ) : (
        <p>{say(`mailLink.lead.${act}`)}</p>
      )}
      <p class="buttons">
        {step !== "done" && (
          <button
            type="button"
            class="primary"
            disabled={step === "busy"}
            onClick={() => void carryOut()}
          >
            {say(`mailLink.button.${act}`)}
          </button>
        )}
        <button type="button" onClick={onDone}>
          {say("mailLink.console")}
        </button>
      </p>
    </main>
  );
}
