import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Board, BoardRow, VatClient } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Pager } from "../paging/pager.tsx";
import { Card } from "../parts/card.tsx";
import { ChooseAll } from "../parts/choose-all.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { BoardFilters, type BoardFiltersProps } from "./board-filters.tsx";
import { BoardTable } from "./board-table.tsx";
import {
  type BoardView,
  boardQuery,
  countsOf,
  intermediariesIn,
  isNarrowed,
  rowsInOrder,
} from "./board-view.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkOutcome } from "./bulk-outcome.tsx";
import { keyOfRow } from "./bulk-request.ts";
import { FilingsFile } from "./filings-file.tsx";
import { IntermediaryDue } from "./intermediary-due.tsx";
import { KeptViews } from "./kept-views.tsx";
import { useOrganisation } from "./people-context.ts";

/** Lists the returns of all clients, the next due day first, and acts on many of them at once. */
export function BoardPage() {
  const { say } = useReader();
  const [view, setView] = useState<BoardView>({});
  const { id: organisation } = useOrganisation();
  const [job, setJob] = useState(() => jobUnderWay(organisation));
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const board = useBoard(view);
  const rows = board.state === "ready" ? board.value.rows : [];
  const change = (view: BoardView) => {
    choose(new Set());
    setView(view);
  };
  const start = (id: string) => {
    choose(new Set());
    sessionStorage.setItem(JOB + organisation, id);
    setJob(id);
  };
  const end = () => {
    sessionStorage.removeItem(JOB + organisation);
    board.again();
  };
  const chosenRows = rows.filter((boardRow) => chosen.has(keyOfRow(boardRow)));
  return (
    <>
      <PageTitle>{say("nav.board")}</PageTitle>
      <div class="stack">
        {job && (
          <BulkOutcome
            key={job}
            job={job}
            rows={rows}
            onEnded={end}
            onJob={start}
            onShow={(standing) => change({ standing })}
          />
        )}
        <BoardCard {...{ board, view, chosen }} onView={change} onChoose={choose}>
          <BulkBar rows={chosenRows} onJob={start} onAsked={board.again} />
        </BoardCard>
        <div class="on-screen">
          <FilingsFile rows={chosenRows.length > 0 ? chosenRows : rows} onJob={start} />
        </div>
      </div>
    </>
  );
}

/** The item of this tab with the job that runs, so that a page that is loaded again shows its outcome. */
const JOB = "eu-vat-bulk ";

const jobUnderWay = (organisation: string): string | undefined =>
  sessionStorage.getItem(JOB + organisation) ?? undefined;

type BoardCardProps = BoardFiltersProps & {
  readonly board: ReturnType<typeof useBoard>;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
  readonly children: ComponentChildren;
};

/** Number of returns on a page: as many as a job takes. */
const PAGE = 500;

/** Number of rows that are drawn first: more than a window shows. */
const FIRST = 50;

/** Returns the first rows for the first drawing, and all of them as soon as those are seen. */
function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && rows.length > FIRST;
  useEffect(() => {
    if (!isCut) return;
    const soon = setTimeout(() => setWhole(true));
    return () => clearTimeout(soon);
  }, [isCut]);
  return isCut ? rows.slice(0, FIRST) : rows;
}

function BoardCard({ board, view, onView, chosen, onChoose, children }: BoardCardProps) {
  const { say } = useReader();
  const [page, turnTo] = useState({ view, number: 1 });
  // Another view begins at its first page.
  const number = page.view === view ? page.number : 1;
  const rows = board.state === "ready" ? board.value.rows : [];
  const all = useMemo(() => rowsInOrder(rows, view, say.locale), [rows, view, say.locale]);
  const shown = all.slice((number - 1) * PAGE, number * PAGE);
  const drawn = useFirstRows(shown);
  const turn = (by: number) => () => turnTo({ view, number: number + by });
  const earlier = number > 1 ? turn(-1) : undefined;
  return (
    <Card
      title={<Counts rows={rows} view={view} onView={onView} />}
      aside={<ChooseAll all={shown.map(keyOfRow)} onChoose={onChoose} />}
    >
      <div class="row filters on-screen">
        <BoardFilters {...{ view, onView }} intermediaries={intermediariesIn(rows)} />
        <KeptViews view={view} onView={onView} />
      </div>
      <Loaded of={board}>
        {({ names, due }) => (
          <>
            {view.intermediary && <IntermediaryDue of={view.intermediary} due={due} />}
            <BoardTable
              rows={drawn}
              group={view.group}
              isNarrowed={isNarrowed(view)}
              isDueList={view.intermediary !== undefined}
              {...{ names, chosen, onChoose }}
            />
            <Pager
              of={say("nav.board")}
              cursors={{ cursor: null, number, next: turn(1), earlier }}
              next={number * PAGE < all.length ? "next" : null}
            />
          </>
        )}
      </Loaded>
      {children}
    </Card>
  );
}

function useBoard(view: BoardView) {
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const query = boardQuery(view);
  return useLoad(`board ${organisation} ${JSON.stringify(query)}`, (signal) =>
    loadBoard(client, { organisation, query, signal }),
  );
}

type BoardPlace = {
  readonly organisation: string;
  readonly query: ReturnType<typeof boardQuery>;
  readonly signal: AbortSignal;
};

/** Number of rows of a call: eight returns of each of a thousand clients. */
const MOST_ROWS = 8_000;

/** Loads the whole board, so that its order, counts and groups are those of all clients. */
async function loadBoard(client: VatClient, { organisation, query, signal }: BoardPlace) {
  const rows: BoardRow[] = [];
  const names = new Map<string, string>();
  const due: Board["intermediaries"][number][] = [];
  let cursor: string | null = null;
  do {
    const paging: { limit: number; cursor?: string } = { limit: MOST_ROWS };
    if (cursor !== null) paging.cursor = cursor;
    const request = { path: { organisation }, query: { ...query, ...paging } };
    const page: Awaited<ReturnType<VatClient["getBoard"]>> = await client.getBoard(request, {
      signal,
    });
    rows.push(...page.items);
    due.push(...page.intermediaries);
    for (const { id, name } of page.people) names.set(id, name);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { rows, names, due };
}

/** Displays how many returns are to be checked, ready and so on; each number shows its returns alone. */
function Counts({
  rows,
  view,
  onView,
}: BoardFiltersProps & { readonly rows: readonly BoardRow[] }) {
  const { say } = useReader();
  const { standing: shown, ...others } = view;
  return (
    <>
      <span class="unseen">{say("nav.period")}</span>
      <span class="buttons">
        {countsOf(rows, shown).map(([standing, count]) => (
          <button
            key={standing}
            type="button"
            class="small"
            aria-pressed={standing === shown}
            onClick={() => onView(standing === shown ? others : { ...others, standing })}
          >
            {say.many(`board.count.${standing}`, count)}
          </button>
        ))}
      </span>
    </>
  );
}
