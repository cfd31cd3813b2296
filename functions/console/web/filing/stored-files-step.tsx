import type { LockedExport } from "../../../../client/src/eu-vat-client.ts";
import { openLink, saveFile } from "../downloads/save.ts";
import { fileSize } from "../format/file-size.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { pathOf, underOf } from "../period/which.ts";
import { useReader, useSession } from "../session/console-context.ts";
import type { StepProps } from "./filing-page.tsx";

/** Lists the files stored by the lock, and the current working paper. */
export function StoredFilesStep({ facts: { lock }, which }: StepProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const follow = (export_id: string) =>
    run(async () => {
      const path = { scheme: which.scheme, export_id };
      openLink(
        (await client.downloadReturnExport({ path, query: { redirect: "false" } })).location,
      );
    });
  const workingPaper = () =>
    run(async () => {
      const { bytes, fileName } = await client.getWorkingPaper({
        path: pathOf(which),
        query: underOf(which),
      });
      saveFile(bytes as Uint8Array<ArrayBuffer>, fileName);
    });
  const columns: Column<LockedExport>[] = [
    { head: say("files.file"), cell: ({ kind }) => say.code(kind) },
    {
      head: say("files.get"),
      cell: ({ id, kind, format: form }) => (
        <button type="button" disabled={busy} onClick={() => follow(id)}>
          {say("files.save")}
          <span class="unseen">
            {" "}
            {say.code(kind)} {form}
          </span>
        </button>
      ),
    },
    { head: say("files.form"), cell: ({ format: form }) => form.toUpperCase() },
    {
      head: say("files.bytes"),
      figure: true,
      cell: ({ size_bytes }) => fileSize(size_bytes, say.locale),
    },
  ];
  return (
    <>
      <DataTable
        caption={say("filing.files")}
        columns={columns}
        rows={lock?.exports ?? []}
        keyOf={({ id }) => id}
        empty={say("filing.noFiles")}
      />
      <p>
        <button type="button" disabled={busy} onClick={workingPaper}>
          {say("files.workingPaper")}
        </button>
      </p>
      <ActionFailure failure={failure} />
    </>
  );
}
