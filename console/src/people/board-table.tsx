import type { BoardRow } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { isPaymentLate } from "../overview/due-day.ts";
import { PaymentBadge } from "../overview/return-state.tsx";
import { Badge } from "../parts/badge.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";
import { slugOf } from "../shell/page.ts";
import {
  type BoardView,
  intermediaryOf,
  STANDINGS,
  type Standing,
  standingOf,
} from "./board-view.ts";
import { keyOfRow } from "./bulk-request.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

type BoardTableProps = {
  readonly rows: readonly BoardRow[];
  /** The names of persons by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly group: BoardView["group"];
  /** True if the view may leave returns out. */
  readonly isNarrowed: boolean;
  /** True for the list of what an intermediary owes: with corrections, references and totals. */
  readonly isDueList: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
};

/** Displays the returns of clients with their progress, each with a box to choose it. */
export function BoardTable(props: BoardTableProps) {
  const { rows, group, chosen, onChoose } = props;
  const { say, format } = useReader();
  const choosing = useChoosing(chosen, onChoose);
  const columns = useShownColumns(props);
  const northern = rows.filter(
    ({ scheme_type, member_state_identification: state }) =>
      state === "XI" && scheme_type === "union_oss",
  );
  const clients = [...new Set(northern.map(({ client_name }) => client_name))].join(", ");
  const made = ({ as_of, file_made_at }: BoardRow) =>
    [say("board.asOf", { at: format.instant(as_of) })].concat(
      file_made_at ? say("board.file", { at: format.instant(file_made_at) }) : [],
    );
  return (
    <>
      {clients && <p class="muted">{say("board.noAgent", { clients })}</p>}
      <DataTable
        caption={say("nav.board")}
        columns={[choosing, ...columns]}
        rows={rows}
        keyOf={keyOfRow}
        titleOf={(row) => made(row).join(" ")}
        groupOf={
          group &&
          ((row) =>
            group === "client"
              ? row.client_name
              : group === "period"
                ? format.period(row.period_key)
                : intermediaryOf(row) || say("board.noIntermediary"))
        }
        isCompact
        empty={say(props.isNarrowed ? "board.noneInView" : "board.none")}
      />
    </>
  );
}

/** Returns the columns of the deadlines, or of the list of what an intermediary owes. */
function useShownColumns({ rows, names, isDueList }: BoardTableProps): Column<BoardRow>[] {
  const { say, format } = useReader();
  const { returns, signed, payment } = useColumns(names);
  const amounts = useDueAmounts(rows);
  // The due day of a month is in the text above the list, which is wide enough without it.
  const due = returns
    .filter(({ head }) => head !== say("board.due"))
    .map((column) => ({ ...column, inOneLine: false }));
  // Clients that were not asked have no number.
  const files = figureColumn<BoardRow>(say("board.files"), ({ files_asked, files_received }) =>
    files_asked > 0 ? format.count(files_received) : "",
  );
  const isAsked = rows.some(({ files_asked, state }) => files_asked > 0 && !DECLARED.has(state));
  const later = [payment, ...signed, ...(isAsked ? [files] : [])];
  return isDueList ? [...due, ...amounts, payment] : [...returns, ...filled(later, rows)];
}

/** Returns the columns with content in any row: empty ones would push others out of a laptop's window. */
const filled = (columns: readonly Column<BoardRow>[], rows: readonly BoardRow[]) =>
  columns.filter(({ cell }) => rows.some(cell));

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

/** Returns the columns of what is due: the corrections in a return, and the reference and the amount to pay. */
function useDueAmounts(rows: readonly BoardRow[]): Column<BoardRow>[] {
  const { say, format } = useReader();
  const currencies = [...new Set(rows.flatMap(({ return_currency }) => return_currency ?? []))];
  const [only] = currencies;
  const figure = (head: string, amountOf: (row: BoardRow) => number | null): Column<BoardRow> => {
    const sum = rows.reduce((total, row) => total + (amountOf(row) ?? 0), 0);
    return {
      ...figureColumn(head, (row) => {
        const amount = amountOf(row);
        return amount === null || row.return_currency === null
          ? ""
          : format.amount(amount, row.return_currency);
      }),
      ...(only && currencies.length === 1 ? { total: format.amount(sum, only) } : {}),
    };
  };
  return [
    figure(say("corrections.title"), (row) => row.correction_vat_minor),
    figure(say("payment.outstanding"), stillToPay),
    {
      head: say("board.reference"),
      inOneLine: true,
      cell: ({ payment_reference: reference }) => reference && <bdi>{reference}</bdi>,
    },
  ];
}

/** Returns what is still to be paid of a return: what is outstanding of a locked one, else its amount. */
const stillToPay = ({ outstanding_minor, payable_vat_minor }: BoardRow): number | null =>
  outstanding_minor ?? payable_vat_minor;

function useColumns(names: ReadonlyMap<string, string>) {
  const { say } = useReader();
  const payment: Column<BoardRow> = {
    head: say("board.payment"),
    inOneLine: true,
    cell: (row) => row.payment_status && <Payment of={row} status={row.payment_status} />,
  };
  return { returns: useReturnColumns(), signed: useSignedColumns(names), payment };
}

function useReturnColumns(): Column<BoardRow>[] {
  const { say, format } = useReader();
  return [
    {
      head: say("clients.name"),
      inOneLine: true,
      sortBy: ({ client_name }) => client_name,
      cell: (boardRow) => <OpenReturn of={boardRow} />,
    },
    {
      head: say("due.return"),
      inOneLine: true,
      cell: ({ scheme_type, period_key, registration_number_masked: number }) =>
        [
          format.period(period_key),
          // The IOSS number tells the seller from others of its intermediary (Art. 369q(3) VAT Directive).
          (scheme_type === "ioss" && number) || say(`board.scheme.${scheme_type}`),
        ].join(" · "),
    },
    {
      head: say("board.due"),
      inOneLine: true,
      sortBy: ({ filing_due_date }) => filing_due_date,
      cell: ({ filing_due_date }) => format.day(filing_due_date),
    },
    {
      head: say("standing.payable"),
      figure: true,
      sortBy: ({ payable_vat_minor }) => payable_vat_minor ?? 0,
      cell: ({ payable_vat_minor: vat, return_currency: currency }) =>
        vat === null || currency === null ? "" : format.amount(vat, currency),
    },
    {
      head: say("due.state"),
      inOneLine: true,
      sortBy: (row) => STANDINGS.indexOf(standingOf(row)),
      cell: (row) => <StandingBadges of={row} />,
    },
  ];
}

function useSignedColumns(names: ReadonlyMap<string, string>): Column<BoardRow>[] {
  const { say, format } = useReader();
  const person = (head: string, of: "prepared_by" | "locked_by"): Column<BoardRow> => {
    const name = ({ [of]: id }: BoardRow) =>
      id === null ? "" : (names.get(id) ?? say(`board.unnamed.${of}`));
    return {
      head,
      inOneLine: true,
      sortBy: name,
      cell: (row) => name(row) && <bdi>{name(row)}</bdi>,
    };
  };
  return [
    figureColumn(say("board.questions"), ({ open_questions }) =>
      open_questions ? format.count(open_questions) : "",
    ),
    person(say("board.prepared_by"), "prepared_by"),
    person(say("board.locked_by"), "locked_by"),
  ];
}

/** The states in which files of a client come too late for the return. */
const DECLARED: ReadonlySet<BoardRow["state"]> = new Set(["locked", "filed", "filed_elsewhere"]);

const LEVELS: Readonly<Record<Standing, Level>> = {
  review_required: "warn",
  ready: "info",
  nil_return: "info",
  running: "info",
  locked: "warn",
  filed: "good",
};

/** Displays what is to do about a return and, once it is past its due day, that no filing is recorded. */
function StandingBadges({ of }: { readonly of: BoardRow }) {
  const { say } = useReader();
  const standing = standingOf(of);
  const isOpen = standing !== "running" && standing !== "locked" && standing !== "filed";
  const text = isOpen ? say(`board.is.${standing}`) : say(`state.${of.state}`);
  return (
    <>
      <Badge level={LEVELS[standing]}>{text}</Badge>
      {of.overdue && (
        <>
          {" "}
          <Badge level="bad">{say("board.late")}</Badge>
        </>
      )}
    </>
  );
}

type PaymentProps = {
  readonly of: BoardRow;
  readonly status: NonNullable<BoardRow["payment_status"]>;
};

/** Displays what was paid of a return and, once a filed one is past its due day, that it is late. */
function Payment({ of, status }: PaymentProps) {
  const { say } = useReader();
  return (
    <>
      <PaymentBadge status={status} />
      {isPaymentLate(of, dayOf(new Date())) && (
        <>
          {" "}
          <Badge level="bad">{say("board.late")}</Badge>
        </>
      )}
    </>
  );
}

/** Opens the filing steps of a row in the account of its client. */
function OpenReturn({ of }: { readonly of: BoardRow }) {
  const { say, format } = useReader();
  const { id: organisation } = useOrganisation();
  const { open } = usePeople();
  const { account, client_name: name, client_reference: reference, period_key: period } = of;
  return (
    <>
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
      {reference && <bdi class="muted"> {reference}</bdi>}
    </>
  );
}
