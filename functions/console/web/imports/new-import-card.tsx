import { useRef, useState } from "preact/hooks";
import type { ImportFormat } from "../../../../client/src/eu-vat-client.ts";
import { SchemaFields } from "../filing/schema-fields.tsx";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { beginImport } from "./begin-import.ts";
import { FileChoice } from "./file-choice.tsx";
import { SourceField } from "./source-field.tsx";
import { UploadError } from "./upload-file.ts";
import { settingFields, type WantedImport, wantedImport } from "./wanted-import.ts";

/** Asks for the file to import, its format, and its settings. */
export function NewImportCard() {
  const { say } = useReader();
  const { client } = useSession();
  const formats = useLoad("import formats", (signal) => client.listImportFormats({}, { signal }));
  return (
    <Card title={say("imports.new")}>
      <Loaded of={formats}>{({ items }) => <NewImportForm formats={items} />}</Loaded>
    </Card>
  );
}

function NewImportForm({ formats }: { readonly formats: readonly ImportFormat[] }) {
  const { say } = useReader();
  const [file, setFile] = useState<File>();
  const [name, setName] = useState(formats[0]?.format);
  const { sent, failure, begin, stop } = useUpload();
  const format = formats.find((one) => one.format === name);
  if (!format) return null;
  const isUploading = sent !== undefined;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    if (file && format) begin(wantedImport(data, file, format));
  }
  return (
    <form class="stack" onSubmit={submit}>
      <FileChoice file={file} isDisabled={isUploading} onChoose={setFile} />
      <FormatField formats={formats} format={format} onChoose={setName} />
      <SourceField />
      <SchemaFields key={format.format} part="settings" fields={settingFields(format)} />
      <label>
        <input type="checkbox" name="dry_run" defaultChecked /> {say("imports.dryRun")}
      </label>
      <p>
        <button type="submit" class="primary" disabled={!file || isUploading}>
          {say("imports.upload")}
        </button>
      </p>
      {file && isUploading && <Uploading sent={sent} size={file.size} onStop={stop} />}
      {failure instanceof UploadError ? (
        <Notice level="bad">
          {say(failure.status === 0 ? "imports.notReached" : "imports.notTaken")}
        </Notice>
      ) : (
        <ActionFailure failure={failure} />
      )}
    </form>
  );
}

type FormatFieldProps = {
  readonly formats: readonly ImportFormat[];
  readonly format: ImportFormat;
  readonly onChoose: (name: string) => void;
};

function FormatField({ formats, format, onChoose }: FormatFieldProps) {
  const { say } = useReader();
  return (
    <>
      <label class="field">
        <span>{say("imports.format")}</span>
        <select value={format.format} onChange={({ currentTarget: { value } }) => onChoose(value)}>
          {formats.map((one) => (
            <option key={one.format} value={one.format}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      {format.status === "beta" && <Notice level="warn">{say("imports.beta")}</Notice>}
    </>
  );
}

type UploadingProps = {
  readonly sent: number;
  readonly size: number;
  readonly onStop: () => void;
};

function Uploading({ sent, size, onStop }: UploadingProps) {
  const { say, format } = useReader();
  return (
    <div class="row">
      <progress aria-label={say("imports.uploading")} value={sent} max={size} />
      <span>{format.percent(Math.floor((sent / size) * 100))}</span>
      <button type="button" onClick={onStop}>
        {say("imports.stop")}
      </button>
    </div>
  );
}

/** Runs an upload, and opens its import when it has begun. */
function useUpload() {
  const { client } = useSession();
  const { failure, run } = useAction();
  const [sent, setSent] = useState<number>();
  const control = useRef<AbortController>(undefined);
  const begin = (wanted: WantedImport) =>
    run(async () => {
      control.current = new AbortController();
      const { signal } = control.current;
      setSent(0);
      try {
        const id = await beginImport(client, wanted, { tell: setSent, signal });
        location.hash = addressOf({ name: "imports", id });
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setSent(undefined);
      }
    });
  return { sent, failure, begin, stop: () => control.current?.abort() };
}
