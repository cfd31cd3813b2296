import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { saveFile } from "../downloads/save.ts";
import { shownCells } from "../downloads/shown-cells.ts";
import { csvOf } from "../downloads/table-csv.ts";
import { breakable } from "../format/breakable.ts";
import { useReader } from "../session/console-context.ts";
import { Icon } from "./icon.tsx";
import { type Sorting, useSorted } from "./use-sorted.ts";

/** A column: its head, and the content of its cells. */
export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** True for figures, which are aligned at the end of the column. */
  readonly figure?: boolean;
  /** True for content that must not wrap, such as days. */
  readonly inOneLine?: boolean;
  /** True for buttons, which need no head in sight and are not saved. */
  readonly isAction?: boolean;
  /** The value that the column is sorted by; without it the column cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number;
  /** The content of the row of totals. */
  readonly total?: ComponentChildren;
};

/** Returns a column of figures that cannot be sorted and have no total. */
export const figureColumn = <Row,>(head: string, cell: Column<Row>["cell"]): Column<Row> => ({
  head,
  figure: true,
  cell,
});

type DataTableProps<Row> = {
  /** The subject of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The text displayed instead of a table without rows. */
  readonly empty?: string;
  /** False for a table that cannot be saved as CSV. */
  readonly isSaved?: boolean;
  /** Note about a row, shown while the pointer rests on it. */
  readonly titleOf?: (row: Row) => string;
  /** The heading under which a row stands. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  /** True for long tables of short texts, whose rows are low. */
  readonly isCompact?: boolean;
};

/**
 * Displays a table. Its first column with a text names the row. On a narrow screen each row is a card with its heads; a table that
 * is wider than its place scrolls, also by keyboard.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    keyOf,
    empty,
    isSaved = true,
    titleOf,
    groupOf,
    isCompact,
  } = props;
  const { say } = useReader();
  const scrolling = useScrolling();
  const sorting = useSorted(rows, columns);
  if (rows.length === 0) return <p class="muted">{empty ?? say("table.empty")}</p>;
  return (
    <div ref={scrolling} class={isCompact ? "scrolls by-card compact" : "scrolls by-card"}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(sorting.rows, groupOf ?? (() => ""))].map(([group, rows]) => (
          <tbody key={group}>
            {group && <GroupRow name={group} columns={columns.length} />}
            {rows.map((row) => (
              <TableRow key={keyOf(row)} row={row} columns={columns} title={titleOf?.(row)} />
            ))}
          </tbody>
        ))}
        {columns.some(({ total }) => total !== undefined) && <Totals columns={columns} />}
      </table>
      {isSaved && <SaveTable scrolling={scrolling} name={caption} />}
    </div>
  );
}

type HeadProps<Row> = { readonly column: Column<Row>; readonly sorting: Sorting<Row> };

function Head<Row>({ column, sorting }: HeadProps<Row>) {
  const { head, figure, isAction, sortBy } = column;
  const isSorted = sorting.by === head;
  const direction = sorting.isDescending ? "descending" : "ascending";
  if (isAction) {
    return (
      <th scope="col" class="action">
        <span class="unseen">{head}</span>
      </th>
    );
  }
  return (
    <th scope="col" class={figure ? "figure" : ""} aria-sort={isSorted ? direction : undefined}>
      {sortBy ? (
        <button type="button" onClick={() => sorting.sortBy(head)}>
          {breakable(head)}
          {isSorted && <Icon name={sorting.isDescending ? "chevron-down" : "chevron-up"} />}
        </button>
      ) : (
        breakable(head)
      )}
    </th>
  );
}

type GroupRowProps = { readonly name: string; readonly columns: number };

const GroupRow = ({ name, columns }: GroupRowProps) => (
  <tr class="group">
    <th scope="rowgroup" colSpan={columns}>
      <bdi>{name}</bdi>
    </th>
  </tr>
);

type TableRowProps<Row> = {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly title?: string | undefined;
};

function TableRow<Row>({ row, columns, title }: TableRowProps<Row>) {
  const naming = namingColumn(columns);
  return (
    <tr title={title}>
      {columns.map((column) =>
        column === naming ? (
          <th key={column.head} scope="row" class={classOf(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.head} class={classOf(column)} data-head={column.head}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Returns the column that names the row: the first with a text. */
const namingColumn = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ isAction }) => !isAction);

const classOf = ({
  figure,
  inOneLine,
  isAction,
}: Pick<Column<never>, "figure" | "inOneLine" | "isAction">): string =>
  isAction ? "action" : figure ? "figure" : inOneLine ? "in-one-line" : "";

function Totals<Row>({ columns }: Pick<TableRowProps<Row>, "columns">) {
  const { say } = useReader();
  const naming = namingColumn(columns);
  return (
    <tfoot>
      <tr>
        {columns.map((column) =>
          column === naming ? (
            <th key={column.head} scope="row">
              {column.total ?? say("table.total")}
            </th>
          ) : (
            <td
              key={column.head}
              class={classOf(column)}
              data-head={column.total === undefined ? undefined : column.head}
            >
              {column.total}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}

type SaveTableProps = {
  readonly scrolling: { readonly current: HTMLDivElement | null };
  readonly name: string;
};

function SaveTable({ scrolling, name }: SaveTableProps) {
  const { say } = useReader();
  function save() {
    const table = scrolling.current?.querySelector("table");
    if (table) saveFile(csvOf(shownCells(table), say.locale), `${name}.csv`);
  }
  return (
    <button type="button" class="save" onClick={save}>
      {say("table.save")}
      <span class="unseen"> {name}</span>
    </button>
  );
}

/** Makes the table focusable by keyboard while its content is wider than its container. */
function useScrolling() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const look = () => {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    if (element.firstElementChild) resized.observe(element.firstElementChild);
    return () => resized.disconnect();
  });
  return place;
}
