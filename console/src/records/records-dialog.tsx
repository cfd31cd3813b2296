import type { RecordsJobDetail } from "../../../client/src/eu-vat-client.ts";
import { openLink } from "../downloads/save.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { useReader, useSession } from "../session/console-context.ts";

/**
 * Displays what of Art. 63c the records of one job have, and its files, each with a link that is valid for five minutes.
 */
export function RecordsDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  const { say } = useReader();
  const { client } = useSession();
  const job = useLoad(`records ${id}`, (signal) => client.getRecords({ path: { id } }, { signal }));
  return (
    <Dialog title={say("records.files")} onClose={onClose}>
      <Loaded of={job}>
        {(value) => (
          <>
            <Points job={value} />
            <Files job={value} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function Files({ job }: { readonly job: RecordsJobDetail }) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const follow = (file: string) =>
    run(async () => {
      const path = { id: job.id, file };
      openLink((await client.downloadRecords({ path, query: { redirect: "false" } })).location);
    });
  return (
    <>
      <DataTable
        caption={say("records.files")}
        columns={[
          { head: say("files.file"), cell: ({ file_name }) => file_name },
          figureColumn(say("records.count"), ({ records }: RecordsFile) => format.count(records)),
          {
            head: say("files.get"),
            isAction: true,
            cell: ({ file, file_name }) => (
              <button type="button" class="small" disabled={busy} onClick={() => follow(file)}>
                {say("files.get")}
                <span class="unseen"> {file_name}</span>
              </button>
            ),
          },
        ]}
        rows={job.files}
        keyOf={({ file }) => file}
        empty={say("records.notDone")}
      />
      <ActionFailure failure={failure} />
    </>
  );
}

type RecordsFile = RecordsJobDetail["files"][number];

type Point = RecordsJobDetail["points"][number];

/** Lists the points of Art. 63c with the number of records that lack them, the most first. */
function Points({ job }: { readonly job: RecordsJobDetail }) {
  const { say, format } = useReader();
  const rows = job.points.filter(({ asked }) => asked > 0);
  const columns: Column<Point>[] = [
    { head: say("records.point"), cell: ({ point }) => say.code(`point.${point}`) },
    figureColumn(say("records.asked"), ({ asked }) => format.count(asked)),
    {
      head: say("records.notKnown"),
      figure: true,
      sortBy: ({ not_known }) => not_known,
      cell: ({ not_known }) => format.count(not_known),
    },
  ];
  return (
    <>
      <h3>{say("records.points")}</h3>
      <DataTable
        caption={say("records.points")}
        columns={columns}
        rows={rows.toSorted((a, b) => b.not_known - a.not_known)}
        keyOf={({ point }) => point}
        empty={say("records.notDone")}
      />
      <h3>{say("records.files")}</h3>
    </>
  );
}
