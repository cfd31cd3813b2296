import { useState } from "preact/hooks";
import type { RecordsJob, RecordsJobDetail } from "../../../../client/src/eu-vat-client.ts";
import { openLink } from "../downloads/save.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { RecordsForm } from "./records-form.tsx";

/** Displays the records of supplies that Art. 63c CIR 282/2011 requires, as files. */
export function RecordsPage() {
  const { say } = useReader();
  const { client, mayWrite } = useSession();
  const jobs = useLoad("records", (signal) =>
    client.listRecords({ query: { limit: 50 } }, { signal }),
  );
  const [shown, show] = useState<string>();
  const again = jobs.state === "ready" ? jobs.again : () => {};
  return (
    <>
      <PageTitle>{say("nav.records")}</PageTitle>
      <p>{say("records.lead")}</p>
      <div class="stack">
        {mayWrite && <RecordsForm onAsked={again} />}
        <Card
          title={say("records.jobs")}
          aside={
            <button type="button" onClick={again}>
              {say("records.refresh")}
            </button>
          }
        >
          <Loaded of={jobs}>{({ items }) => <Jobs jobs={items} onShow={show} />}</Loaded>
        </Card>
      </div>
      {shown && <RecordsFiles id={shown} onClose={() => show(undefined)} />}
    </>
  );
}

type JobsProps = { readonly jobs: readonly RecordsJob[]; readonly onShow: (id: string) => void };

function Jobs({ jobs, onShow }: JobsProps) {
  const { say, format } = useReader();
  const columns: Column<RecordsJob>[] = [
    {
      head: say("records.days"),
      cell: ({ from, to }) => `${format.day(from)} – ${format.day(to)}`,
    },
    { head: say("due.state"), cell: ({ state }) => say(`job.${state}`) },
    { head: say("records.count"), figure: true, cell: ({ records }) => format.count(records) },
    {
      head: say("filing.files"),
      cell: ({ id, from }) => (
        <button type="button" onClick={() => onShow(id)}>
          {say("records.files")}
          <span class="unseen"> {format.day(from)}</span>
        </button>
      ),
    },
  ];
  return (
    <DataTable
      caption={say("records.jobs")}
      columns={columns}
      rows={jobs}
      keyOf={({ id }) => id}
      empty={say("records.none")}
    />
  );
}

/** Lists the files of one records job, each with a link that is valid for five minutes. */
function RecordsFiles({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { say } = useReader();
  const { client } = useSession();
  const job = useLoad(`records ${id}`, (signal) => client.getRecords({ path: { id } }, { signal }));
  return (
    <Dialog title={say("records.files")} onClose={onClose}>
      <Loaded of={job}>{(value) => <Files job={value} />}</Loaded>
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
          {
            head: say("records.count"),
            figure: true,
            cell: ({ records }) => format.count(records),
          },
          {
            head: say("files.get"),
            cell: ({ file, file_name }) => (
              <button type="button" disabled={busy} onClick={() => follow(file)}>
                {say("files.save")}
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
