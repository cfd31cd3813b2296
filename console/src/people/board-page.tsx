import { useState } from "preact/hooks";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Card } from "../parts/card.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { BoardFilters } from "./board-filters.tsx";
import { BoardTable } from "./board-table.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkOutcome } from "./bulk-outcome.tsx";
import { type BoardFilter, boardQuery, keyOfRow } from "./bulk-request.ts";
import { FilingsFile } from "./filings-file.tsx";
import { useOrganisation } from "./people-context.ts";

/** Lists the returns of all clients, the next due day first, and acts on many of them at once. */
export function BoardPage() {
  const { say } = useReader();
  const [filter, setFilter] = useState<BoardFilter>({});
  const [job, setJob] = useState<string>();
  const [round, setRound] = useState(0);
  return (
    <>
      <PageTitle lead={say("board.lead")}>{say("nav.board")}</PageTitle>
      <div class="stack">
        {job && <BulkOutcome key={job} job={job} onEnded={() => setRound((round) => round + 1)} />}
        <Card title={say("nav.period")}>
          <BoardFilters filter={filter} onFilter={setFilter} />
          <BoardRows key={JSON.stringify(filter)} filter={filter} round={round} onJob={setJob} />
        </Card>
        <FilingsFile onJob={setJob} />
      </div>
    </>
  );
}

type BoardRowsProps = {
  readonly filter: BoardFilter;
  /** Number of the jobs that have ended; each may have changed the board. */
  readonly round: number;
  readonly onJob: (job: string) => void;
};

/** Number of returns on a page: as many as a job takes. */
const PAGE = 500;

function BoardRows({ filter, round, onJob }: BoardRowsProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const board = usePages(
    `board ${organisation} ${round}`,
    (paging, signal) =>
      client.getBoard(
        { path: { organisation }, query: { ...paging, ...boardQuery(filter) } },
        { signal },
      ),
    PAGE,
  );
  const start = (id: string) => {
    choose(new Set());
    onJob(id);
  };
  return (
    <>
      <Paged name={say("nav.board")} of={board}>
        {({ items }) => <BoardTable rows={items} chosen={chosen} onChoose={choose} />}
      </Paged>
      {board.state === "ready" && (
        <BulkBar
          rows={board.value.items.filter((boardRow) => chosen.has(keyOfRow(boardRow)))}
          onJob={start}
        />
      )}
    </>
  );
}
