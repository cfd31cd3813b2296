import type { Import } from "../../../client/src/eu-vat-client.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { prepareRereading } from "./file-at-hand.ts";
import { FileHelp } from "./file-help.tsx";

/** Explains why the file could not be used, and what to do; of another report, offers to read it as such. */
export function ImportFailure({ of }: { readonly of: Import }) {
  const { say } = useReader();
  if (!of.error) return null;
  const { code, message, recognised_format } = of.error;
  if (recognised_format) return <WrongReport of={of} format={recognised_format} />;
  const text = say.known(`error.${code}`);
  return (
    <Notice level="bad">
      {text && <p>{text}</p>}
      {text && IN_FULL.includes(code) ? null : (
        <details open={!text}>
          <summary>{say("imports.where")}</summary>
          <bdi class="mark">{message}</bdi>
        </details>
      )}
      {!OF_SERVICE.includes(code) && <FileHelp guide={`docs/imports/${of.format}.md`} />}
    </Notice>
  );
}

/** Codes of what happened to the import, whatever the file is. */
const OF_SERVICE: readonly string[] = ["interrupted", "account_stopped", "file_changed"];

/** Codes whose text says everything that the service's message says. */
const IN_FULL: readonly string[] = [
  "web_page",
  "xml",
  "empty_file",
  "compressed",
  "not_a_text",
  "interrupted",
  "account_stopped",
  "file_changed",
];

function WrongReport({ of, format }: { readonly of: Import; readonly format: string }) {
  const { say } = useReader();
  const { may } = useSession();
  const name = say.code(`format.${format}`);
  function reread() {
    prepareRereading(of.id, { format, source: of.source_id });
    location.hash = addressOf({ name: "imports", id: undefined });
  }
  return (
    <Notice level="bad">
      <p>{say("imports.otherReport", { format: name })}</p>
      {may("createImport") && (
        <button type="button" onClick={reread}>
          {say("imports.readAs", { format: name })}
        </button>
      )}
    </Notice>
  );
}
