import { useState } from "preact/hooks";
import type { BoardRow } from "../../../../client/src/eu-vat-client.ts";
import { dayOf, plusDays } from "../../../../shared/core/calendar/iso-date.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { ReturnState } from "../overview/return-state.tsx";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Field } from "../parts/field.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { slugOf } from "../shell/page.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

/** Numbers of days within which returns of the board are due. */
const WITHIN = [10, 30, 100] as const;

/** Lists the returns of all clients, the next due day first, and how far each of them is. */
export function BoardPage() {
  const { say } = useReader();
  const [days, setDays] = useState<number>();
  return (
    <>
      <PageTitle lead={say("board.lead")}>{say("nav.board")}</PageTitle>
      <Card title={say("due.title")}>
        <Field label={say("board.due")} width="narrow">
          <select onChange={({ currentTarget: { value } }) => setDays(Number(value) || undefined)}>
            <option value="">{say("board.always")}</option>
            {WITHIN.map((one) => (
              <option key={one} value={one}>
                {say.many("board.within", one)}
              </option>
            ))}
          </select>
        </Field>
        <BoardRows key={days} days={days} />
      </Card>
    </>
  );
}

function BoardRows({ days }: { readonly days: number | undefined }) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const cursors = useCursors();
  const { cursor } = cursors;
  const query = {
    limit: 100,
    ...(cursor ? { cursor } : {}),
    ...(days === undefined ? {} : { due_before: plusDays(dayOf(new Date()), days + 1) }),
  };
  const board = useLoad(`board ${organisation} ${days} ${cursor}`, (signal) =>
    client.getBoard({ path: { organisation }, query }, { signal }),
  );
  const columns = useColumns();
  return (
    <Loaded of={board}>
      {({ items, next_cursor }) => (
        <>
          <DataTable
            caption={say("nav.board")}
            columns={columns}
            rows={items}
            keyOf={(one) => `${one.account} ${one.registration_id} ${one.period_key}`}
            empty={say("board.none")}
          />
          <Pager of={say("nav.board")} cursors={cursors} next={next_cursor} />
        </>
      )}
    </Loaded>
  );
}

function useColumns(): Column<BoardRow>[] {
  const { say, format } = useReader();
  const checked = ({ filing_status }: BoardRow) => (filing_status ? say.code(filing_status) : "");
  return [
    {
      head: say("clients.name"),
      sortBy: ({ client_name }) => client_name,
      cell: (one) => <OpenReturn of={one} />,
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
    {
      head: say("due.questions"),
      figure: true,
      cell: ({ open_questions }) => (open_questions === null ? "" : format.count(open_questions)),
    },
    { head: say("board.checks"), cell: checked },
    { head: say("due.state"), cell: (one) => <ReturnState one={one} /> },
    {
      head: say("board.file"),
      cell: ({ file_made_at }) => (file_made_at ? format.instant(file_made_at) : ""),
    },
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
