import "../imports/imports.css";
import { useEffect, useState } from "preact/hooks";
import type { ReceivedUpload, RequestedFiles } from "../../../client/src/eu-vat-client.ts";
import { FileChoice } from "../imports/file-choice.tsx";
import { UploadError } from "../imports/upload-file.ts";
import { refusalText } from "../loading/refusal-text.ts";
import { Notice } from "../parts/notice.tsx";
import { clientBy } from "../session/api.ts";
import { useReader } from "../session/console-context.ts";
import { sendFile } from "./send-file.ts";

/** Maximum size of a file, as the service says it. */
const LARGEST_FILE = 200_000_000;

/** Displays what an upload link asks for, and takes files without signing in. */
export function UploadPage({ token }: { readonly token: string }) {
  const { say } = useReader();
  const [asked, setAsked] = useState<RequestedFiles>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    clientBy().openUploadLink({ body: { token } }).then(setAsked, setFailure);
  }, [token]);
  return (
    <main class="sign-in" id="main">
      <h1>{say("upload.title")}</h1>
      {failure !== undefined && <Notice level="bad">{refusalText(failure, say)}</Notice>}
      {asked ? (
        <RequestedFilesForm token={token} asked={asked} />
      ) : (
        failure === undefined && <progress aria-label={say("loading")} />
      )}
    </main>
  );
}

type FormProps = { readonly token: string; readonly asked: RequestedFiles };

function RequestedFilesForm({ token, asked }: FormProps) {
  const { say, format } = useReader();
  const { file, choose, sent, failure, receipts, send } = useSending(token);
  const left =
    asked.max_files -
    asked.received_files -
    new Set(receipts.map(({ receipt: { id } }) => id)).size;
  const isTooLarge = file !== undefined && file.size > LARGEST_FILE;
  return (
    <>
      <p>
        {say("upload.lead", {
          asker: asked.asked_by,
          source: asked.source_id,
          period: format.period(asked.period_key),
        })}
        {asked.client !== null && ` ${say("upload.client", { client: asked.client })}`}
      </p>
      <p class="muted">{say("upload.only", { day: format.day(asked.ends_at.slice(0, 10)) })}</p>
      {receipts.map(({ name, receipt }) => (
        <Receipt key={receipt.id} name={name} receipt={receipt} />
      ))}
      {left > 0 ? (
        <>
          <FileChoice file={file} isDisabled={sent !== undefined} onChoose={choose} />
          {isTooLarge && <Notice level="bad">{say("upload.tooLarge")}</Notice>}
          {failure !== undefined && <SendingFailure failure={failure} />}
          {file && sent !== undefined && (
            <progress aria-label={say("imports.uploading")} value={sent} max={file.size} />
          )}
          <p class="buttons">
            <button
              type="button"
              class="primary"
              disabled={!file || file.size === 0 || isTooLarge || sent !== undefined}
              onClick={send}
            >
              {say("upload.send")}
            </button>
          </p>
        </>
      ) : (
        <p>{say("upload.all")}</p>
      )}
    </>
  );
}

type Receipt = { readonly name: string; readonly receipt: ReceivedUpload };

/** Manages the chosen file, its upload, and what was received. */
function useSending(token: string) {
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const [receipts, setReceipts] = useState<readonly Receipt[]>([]);
  async function send() {
    if (!file) return;
    setFailure(undefined);
    setSent(0);
    try {
      const { signal } = new AbortController();
      const receipt = await sendFile(token, file, { tell: setSent, signal });
      setReceipts((before) => [
        ...before.filter((one) => one.receipt.id !== receipt.id),
        { name: file.name, receipt },
      ]);
      setFile(undefined);
    } catch (error) {
      setFailure(error);
    } finally {
      setSent(undefined);
    }
  }
  return { file, choose: setFile, sent, failure, receipts, send: () => void send() };
}

/** Says what became of a file, in the words of the reader if the reason has a text. */
function Receipt({ name, receipt: { error } }: Receipt) {
  const { say } = useReader();
  // A sender knows neither the account nor its drop folder.
  const known = error && (say.known(`upload.${error.code}`) ?? say.known(`error.${error.code}`));
  const reason = known ?? error?.message;
  return (
    <Notice level={error ? "bad" : "good"}>
      <p>
        <bdi>{name}</bdi>: {say(error ? "upload.unreadable" : "upload.received")}
      </p>
      {reason && <p class="lines">{reason}</p>}
    </Notice>
  );
}

function SendingFailure({ failure }: { readonly failure: unknown }) {
  const { say } = useReader();
  const text =
    failure instanceof UploadError
      ? say(failure.status === 0 ? "upload.notReached" : "upload.notTaken")
      : refusalText(failure, say);
  return <Notice level="bad">{text}</Notice>;
}
