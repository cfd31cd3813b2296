import type { LockedExport } from "../../../client/src/eu-vat-client.ts";
import { openLink } from "../downloads/save.ts";
import { fileSize } from "../format/file-size.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { ReportButton } from "../period/downloads.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { StepProps } from "./step-props.ts";

/** The kinds of files that people open first. */
const FIRST: readonly LockedExport["kind"][] = ["working_paper", "accountant_report"];

const placeOf = ({ kind }: LockedExport): number => {
  const at = FIRST.indexOf(kind);
  return at === -1 ? FIRST.length : at;
};

/** Lists the files stored by the lock, those for programs folded. */
export function StoredFilesStep({ facts: { lock }, identity }: StepProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const { forPeople = [], forPrograms = [] } = Object.groupBy(
    [...(lock?.exports ?? [])].sort((one, other) => placeOf(one) - placeOf(other)),
    ({ format }) => (format === "json" ? "forPrograms" : "forPeople"),
  );
  const onSave = (export_id: string) =>
    run(async () => {
      const path = { scheme: identity.scheme, export_id };
      openLink(
        (await client.downloadReturnExport({ path, query: { redirect: "false" } })).location,
      );
    });
  if (!lock) return <p>{say("filing.noFiles")}</p>;
  return (
    <>
      <ReportButton identity={identity} />
      <details>
        <summary>{say("filing.files")}</summary>
        <FileTable title={say("filing.files")} files={forPeople} busy={busy} onSave={onSave} />
      </details>
      <details>
        <summary>{say("filing.filesForPrograms")}</summary>
        <FileTable
          title={say("filing.filesForPrograms")}
          files={forPrograms}
          busy={busy}
          onSave={onSave}
        />
      </details>
      <ActionFailure failure={failure} />
    </>
  );
}

type FileTableProps = {
  readonly title: string;
  readonly files: readonly LockedExport[];
  readonly busy: boolean;
  readonly onSave: (id: string) => void;
};

function FileTable({ title, files, busy, onSave }: FileTableProps) {
  const { say } = useReader();
  const columns: Column<LockedExport>[] = [
    { head: say("files.file"), cell: ({ kind }) => say.code(kind) },
    { head: say("files.form"), cell: ({ format: form }) => form.toUpperCase() },
    figureColumn(say("files.bytes"), ({ size_bytes }) => fileSize(size_bytes, say.locale)),
    {
      head: say("files.get"),
      isAction: true,
      cell: ({ id, kind, format: form }) => (
        <button type="button" class="small" disabled={busy} onClick={() => onSave(id)}>
          {say("files.get")}
          <span class="unseen">
            {" "}
            {say.code(kind)} {form}
          </span>
        </button>
      ),
    },
  ];
  return (
    <DataTable
      caption={title}
      columns={columns}
      rows={files}
      keyOf={({ id }) => id}
      empty={say("filing.noFiles")}
      isSaved={false}
    />
  );
}
