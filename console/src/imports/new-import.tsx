import "./imports.css";
import { useEffect, useState } from "preact/hooks";
import type { VatClient } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { FormFaults } from "../loading/form-faults.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { takeRereading } from "./file-at-hand.ts";
import { FileChoice } from "./file-choice.tsx";
import { FileHelp } from "./file-help.tsx";
import { FormatField } from "./format-field.tsx";
import { type ChosenFile, recognisedFile } from "./recognised-file.ts";
import { lastImport, proposedSource } from "./remembered.ts";
import { sampleFile } from "./sample-file.ts";
import { SettingFields } from "./setting-fields.tsx";
import { SourceField } from "./source-field.tsx";
import { UploadError } from "./upload-file.ts";
import { useUpload } from "./use-upload.ts";
import { wantedImport } from "./wanted-import.ts";

/** Imports that are searched for the settings of the last one. */
const SEARCHED = 100;

/** The facts of the account that the form needs. */
async function loadKnown(client: VatClient, signal: AbortSignal) {
  const [formats, imports, sources, account] = await Promise.all([
    client.listImportFormats({}, { signal }),
    client.listImports({ query: { limit: SEARCHED } }, { signal }),
    client.listSources({}, { signal }),
    client.getAccount({}, { signal }),
  ]);
  const named = sources.items.map(
    ({ source_key, display_name }) => [source_key, display_name] as const,
  );
  const used = imports.items.map(({ source_id }) => [source_id, ""] as const);
  return {
    formats: formats.items,
    imports: imports.items,
    sources: [...new Map([...used, ...named])].map(([source, name]) => ({ source, name })),
    seat: account.establishment_country,
  };
}

type Known = Awaited<ReturnType<typeof loadKnown>>;

/** Asks for the file to import, and for what it does not say itself. */
export function NewImport() {
  const { client } = useSession();
  const known = useLoad("import form", (signal) => loadKnown(client, signal));
  return <Loaded of={known}>{(value) => <NewImportForm known={value} />}</Loaded>;
}

/** Manages the chosen file, and the format and the source that the reader has chosen instead of the proposed ones. */
function useChoices(known: Known) {
  const [again] = useState(takeRereading);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [format, setFormat] = useState<string | undefined>(again?.format);
  const [source, setSource] = useState<string | undefined>(again?.source);
  const choose = async (file: File | undefined) => setChosen(file && (await recognisedFile(file)));
  useEffect(() => {
    if (again?.file) void choose(again.file);
  }, []);
  const recognised = chosen?.recognised.format;
  const name = format ?? recognised;
  return {
    chosen,
    format: known.formats.find((format) => format.format === name),
    source: source ?? (name ? proposedSource(known.imports, name) : ""),
    setFormat,
    setSource,
    choose: (file: File | undefined) => {
      setFormat(undefined);
      void choose(file);
    },
  };
}

function NewImportForm({ known }: { readonly known: Known }) {
  const { sent, failure, begin, stop } = useUpload();
  const { chosen, format, source, choose, setFormat, setSource } = useChoices(known);
  const fault = chosen?.recognised.fault;
  const isUploading = sent !== undefined;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    if (chosen && format) begin(wantedImport(data, chosen.file, format));
  }
  return (
    <FormFaults failure={failure}>
      <form class="stack" onSubmit={submit}>
        <FileChoice file={chosen?.file} isDisabled={isUploading} onChoose={choose} />
        {!chosen && known.imports.length === 0 && (
          <FirstFile
            known={known}
            onSample={() => {
              setSource("sample");
              choose(sampleFile(new Date(), known.seat));
            }}
          />
        )}
        {fault && <FileFault fault={fault} />}
        {chosen && !fault && (
          <div class="import-fields">
            <FormatField
              formats={known.formats}
              format={format}
              recognised={chosen.recognised.format}
              onChoose={setFormat}
            />
            <SourceField value={source} known={known.sources} onChange={setSource} />
            {format && (
              <RememberedSettings
                known={known}
                format={format}
                source={source}
                shown={chosen.shown}
              />
            )}
            {format?.has_order_edits && <EditedOrders />}
            <Submit isUploading={isUploading} />
          </div>
        )}
        {chosen && isUploading && <Uploading sent={sent} size={chosen.file.size} onStop={stop} />}
        <UploadFailure failure={failure} />
      </form>
    </FormFaults>
  );
}

type FirstFileProps = { readonly known: Known; readonly onSample: () => void };

/** Says which files are read, and offers one to who has none. */
function FirstFile({ known, onSample }: FirstFileProps) {
  const { say } = useReader();
  const names = known.formats.map(({ format }) => say.code(`format.${format}`));
  return (
    <div>
      <p class="muted small">{say("imports.formats", { names: names.join(" · ") })}</p>
      <FileHelp />
      <button type="button" class="small" onClick={onSample}>
        {say("imports.sample")}
      </button>
    </div>
  );
}

function FileFault({ fault }: { readonly fault: string }) {
  const { say } = useReader();
  return (
    <>
      <Notice level="bad">{say.code(`error.${fault}`)}</Notice>
      <FileHelp />
    </>
  );
}

/** Asks whether orders are booked that were edited in the shop since an earlier import or message. */
function EditedOrders() {
  const { say } = useReader();
  return (
    <div class="field">
      <label class="choice">
        <input type="checkbox" name="adjust" aria-describedby="adjust-help" />{" "}
        {say("imports.adjust")}
      </label>
      <span id="adjust-help" class="help">
        {say("connections.onEdit.help")}
      </span>
    </div>
  );
}

function Submit({ isUploading }: { readonly isUploading: boolean }) {
  const { say } = useReader();
  return (
    <p>
      <button type="submit" class="primary" disabled={isUploading}>
        {say("imports.check")}
      </button>{" "}
      <span class="muted">{say("imports.checkLead")}</span>
    </p>
  );
}

type RememberedSettingsProps = {
  readonly known: Known;
  readonly format: Known["formats"][number];
  readonly source: string;
  readonly shown: ChosenFile["shown"];
};

/** Displays the settings, filled in from the file, and else from the last import of this format and shop. */
function RememberedSettings({ known, format, source, shown }: RememberedSettingsProps) {
  const last = lastImport(known.imports, format.format, source);
  return (
    <SettingFields
      key={`${format.format} ${last?.id} ${Object.values(shown)}`}
      format={format}
      remembered={{ ...last?.settings, ...shown }}
      seat={known.seat}
    />
  );
}

function UploadFailure({ failure }: { readonly failure: unknown }) {
  const { say } = useReader();
  if (!(failure instanceof UploadError)) return <ActionFailure failure={failure} />;
  const text = say(failure.status === 0 ? "imports.notReached" : "imports.notTaken");
  return <Notice level="bad">{text}</Notice>;
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
