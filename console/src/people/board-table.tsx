import type { BoardRow } from "../../../client/src/eu-vat-client.ts";
import { ReturnState } from "../overview/return-state.tsx";
import { ChooseAll } from "../parts/choose-all.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import { slugOf } from "../shell/page.ts";
import { keyOfRow } from "./bulk-request.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

type BoardTableProps = {
  readonly rows: readonly BoardRow[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
};

/** Displays the returns of clients with their progress, each with a box to choose it. */
export function BoardTable({ rows, chosen, onChoose }: BoardTableProps) {
  const { say } = useReader();
  const choosing = useChoosing(chosen, onChoose);
  const columns = useColumns();
  const northern = rows.filter(
    ({ scheme_type, member_state_identification: state }) =>
      state === "XI" && scheme_type === "union_oss",
  );
  const clients = [...new Set(northern.map(({ client_name }) => client_name))].join(", ");
  return (
    <>
      {clients && <p class="muted">{say("board.noAgent", { clients })}</p>}
      <ChooseAll all={rows.map(keyOfRow)} onChoose={onChoose} />
      <DataTable
        caption={say("nav.board")}
        columns={[choosing, ...columns]}
        rows={rows}
        keyOf={keyOfRow}
        empty={say("board.none")}
      />
    </>
  );
}

function useChoosing(
  chosen: ReadonlySet<string>,
  onChoose: BoardTableProps["onChoose"],
): Column<BoardRow> {
  const { say, format } = useReader();
  return {
    head: say("review.choose"),
    isAction: true,
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={`${row.client_name} ${say.code(row.scheme_type)} ${format.period(row.period_key)}`}
        checked={chosen.has(keyOfRow(row))}
        onChange={({ currentTarget: { checked } }) => {
          const key = keyOfRow(row);
          const others = [...chosen].filter((chosenKey) => chosenKey !== key);
          onChoose(new Set(checked ? [...others, key] : others));
        }}
      />
    ),
  };
}

function useColumns(): Column<BoardRow>[] {
  const { say, format } = useReader();
  const instant = (at: string | null) => (at ? format.instant(at) : "");
  return [
    {
      head: say("clients.name"),
      sortBy: ({ client_name }) => client_name,
      cell: (boardRow) => <OpenReturn of={boardRow} />,
    },
    {
      head: say("due.return"),
      cell: ({ scheme_type, period_key }) =>
        `${say.code(scheme_type)}, ${format.period(period_key)}`,
    },
    {
      head: say("due.day"),
      inOneLine: true,
      sortBy: ({ filing_due_date }) => filing_due_date,
      cell: ({ filing_due_date }) => format.day(filing_due_date),
    },
    figureColumn(say("due.questions"), ({ open_questions }) =>
      open_questions === null ? "" : format.count(open_questions),
    ),
    {
      head: say("checks.title"),
      cell: ({ filing_status }) => (filing_status ? say.code(filing_status) : ""),
    },
    { head: say("board.prepared.true"), cell: ({ prepared_at }) => instant(prepared_at) },
    { head: say("due.state"), cell: (boardRow) => <ReturnState one={boardRow} /> },
    { head: say("board.file"), cell: ({ file_made_at }) => instant(file_made_at) },
    { head: say("board.asOf"), cell: ({ as_of }) => format.instant(as_of) },
  ];
}

/** Opens the filing steps of a row in the account of its client. */
function OpenReturn({ of }: { readonly of: BoardRow }) {
  const { say, format } = useReader();
  const { id: organisation } = useOrganisation();
  const { open } = usePeople();
  const { account, client_name: name, client_reference: reference, period_key: period } = of;
  return (
    <button
      type="button"
      class="opens"
      onClick={() =>
        open(
          { account, name, reference, organisation },
          { name: "filing", scheme: slugOf(of.scheme_type), period },
        )
      }
    >
      <bdi>{name}</bdi>
      <span class="unseen">
        {" "}
        {say.code(of.scheme_type)} {format.period(period)}
      </span>
    </button>
  );
}
