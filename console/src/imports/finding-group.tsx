import { useState } from "preact/hooks";
import type { Import, ImportRow } from "../../../client/src/eu-vat-client.ts";
import { isEnterable, isRefundRow, RowEntry } from "../entries/row-entry.tsx";
import { fullPage } from "../paging/full-page.ts";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Badge } from "../parts/badge.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { type FindingGroup, needsHelp, rowName } from "./finding-groups.ts";

type FindingGroupProps = {
  readonly of: Import;
  readonly group: FindingGroup;
  /** Called once an event was entered for a row. */
  readonly onChanged: () => void;
};

const LEVELS = {
  unresolved: "warn",
  rejected: "bad",
  conflict: "warn",
} as const satisfies Partial<Record<FindingGroup["outcome"], Level>>;

/** Displays the findings with one reason: their number, the reason, what to do, and the rows when it is opened. */
export function FindingGroupRows({
  of,
  group,
  onChanged,
  isOpenAtFirst,
}: FindingGroupProps & { readonly isOpenAtFirst: boolean }) {
  const { say, format } = useReader();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const remedy = say.known(`remedy.${group.reason}`);
  return (
    <details
      class="finding-group"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong class="finding-count">{format.count(group.count)}</strong>
        <span class="finding-reason">{say.code(`finding.${group.reason}`)}</span>
        {needsHelp(group) && (
          <Badge level={LEVELS[group.outcome]}>{say(`outcome.${group.outcome}`)}</Badge>
        )}
      </summary>
      {remedy && <p class="remedy">{remedy}</p>}
      {isOpen && <GroupTable of={of} group={group} onChanged={onChanged} />}
    </details>
  );
}

function GroupTable({ of, group: { reason }, onChanged }: FindingGroupProps) {
  const reader = useReader();
  const { say } = reader;
  const { client, may } = useSession();
  const [entering, enter] = useState<ImportRow>();
  const { id, dry_run } = of;
  const page = usePages(`rows ${id} ${dry_run} ${reason}`, ({ cursor }, signal) =>
    fullPage(
      (paging) => client.listImportRows({ path: { id }, query: { reason, ...paging } }, { signal }),
      cursor,
    ),
  );
  const caption = say.code(`finding.${reason}`);
  const mayEnter = of.status === "completed" && !of.open_rows_settled_at && may("settleImportRow");
  function close() {
    enter(undefined);
    page.again();
    onChanged();
  }
  return (
    <>
      <Paged name={caption} of={page}>
        {({ items }) => (
          <DataTable
            caption={caption}
            columns={[
              ...columnsOf(items, reader),
              ...(items.some(isEnterable) && mayEnter ? [enterColumn(reader, enter)] : []),
            ]}
            rows={items.map((row, at) => ({ ...row, at }))}
            keyOf={({ at }) => String(at)}
            empty={say("found.noRows")}
            isSaved={false}
          />
        )}
      </Paged>
      {entering && <RowEntry of={of} row={entering} onClose={close} />}
    </>
  );
}

/** Returns the column with the button that enters what a row lacks. */
const enterColumn = (
  { say }: ReturnType<typeof useReader>,
  onEnter: (row: ImportRow) => void,
): Column<FoundRow> => ({
  head: say("entry.complete"),
  isAction: true,
  cell: (row) =>
    isEnterable(row) && (
      <button type="button" class="small" onClick={() => onEnter(row)}>
        {say(isRefundRow(row) ? "entry.refund" : "entry.completeRow")}
        <span class="unseen"> {row.order_id ?? rowName(row.row)}</span>
      </button>
    ),
});

type FoundRow = ImportRow & { readonly at: number };

/** Reasons of which only the service's own words say what is wrong. */
const SAID_BY_SERVICE: readonly string[] = ["invalid_value", "refused_by_ledger"];

/** Returns the columns of the fields that any row has. */
function columnsOf(
  items: readonly ImportRow[],
  { say, format }: ReturnType<typeof useReader>,
): Column<FoundRow>[] {
  const has = (isThere: (row: ImportRow) => unknown, column: Column<FoundRow>) =>
    items.some((row) => isThere(row)) ? [column] : [];
  const isGross = ({ currency, gross_amount_minor }: ImportRow) =>
    currency !== null && gross_amount_minor !== null;
  return [
    ...has(({ order_id }) => order_id, {
      head: say("found.order"),
      cell: ({ order_id }) => <bdi class="mark">{order_id}</bdi>,
    }),
    { head: say("found.row"), cell: ({ row }) => rowName(row), inOneLine: true },
    ...has(({ supply_date }) => supply_date, {
      head: say("event.day"),
      cell: ({ supply_date }) => (supply_date ? format.day(supply_date) : ""),
      inOneLine: true,
    }),
    ...has(({ country }) => country, {
      head: say.code("field.country"),
      cell: ({ country }) => (country ? format.country(country) : ""),
    }),
    ...has(isGross, {
      head: say("found.gross"),
      figure: true,
      cell: (row) =>
        isGross(row) ? format.amount(row.gross_amount_minor ?? 0, row.currency ?? "") : "",
    }),
    ...has(({ settled_event_id }) => settled_event_id, {
      head: say("entry.enteredAs"),
      cell: ({ settled_event_id }) => <bdi class="mark">{settled_event_id}</bdi>,
    }),
    ...has(({ column }) => column, {
      head: say("found.column"),
      cell: (row) => <Cell row={row} />,
    }),
  ];
}

/** Displays the cell of the file that a finding is about. */
function Cell({ row: { column, value, reason, message } }: { readonly row: ImportRow }) {
  return (
    <>
      <bdi class="mark">{value === null ? column : `${column}: ${value}`}</bdi>
      {SAID_BY_SERVICE.includes(reason) && <bdi class="mark why">{message}</bdi>}
    </>
  );
}
