import { useState } from "preact/hooks";
import type { RecordsJob } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { RecordsDialog } from "./records-dialog.tsx";
import { RecordsForm } from "./records-form.tsx";

/** Displays the records of supplies that Art. 63c CIR 282/2011 requires, as files. */
export function RecordsPage() {
  const { say } = useReader();
  const { client, may } = useSession();
  const jobs = useLoad("records", (signal) =>
    client.listRecords({ query: { limit: 50 } }, { signal }),
  );
  const [shown, show] = useState<string>();
  return (
    <>
      <PageTitle lead={say("records.lead")}>{say("nav.records")}</PageTitle>
      <div class="stack">
        {may("createRecords") && <RecordsForm onAsked={jobs.again} />}
        <Card
          title={say("records.jobs")}
          aside={
            <button type="button" onClick={jobs.again}>
              {say("records.refresh")}
            </button>
          }
        >
          <Loaded of={jobs}>{({ items }) => <Jobs jobs={items} onShow={show} />}</Loaded>
        </Card>
      </div>
      {shown && <RecordsDialog id={shown} onClose={() => show(undefined)} />}
    </>
  );
}

const LEVELS: Readonly<Record<RecordsJob["state"], Level>> = {
  waiting: "info",
  running: "info",
  done: "good",
  failed: "bad",
};

type JobsProps = { readonly jobs: readonly RecordsJob[]; readonly onShow: (id: string) => void };

function Jobs({ jobs, onShow }: JobsProps) {
  const { say, format } = useReader();
  const columns: Column<RecordsJob>[] = [
    {
      head: say("records.days"),
      cell: ({ from, to }) => `${format.day(from)} – ${format.day(to)}`,
    },
    {
      head: say("due.state"),
      cell: ({ state }) => <Badge level={LEVELS[state]}>{say(`job.${state}`)}</Badge>,
    },
    figureColumn(say("records.count"), ({ records }) => format.count(records)),
    {
      head: say("filing.files"),
      isAction: true,
      cell: ({ id, from }) => (
        <button type="button" class="small" onClick={() => onShow(id)}>
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
