import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { saveFile } from "../downloads/save.ts";
import { shownCells } from "../downloads/shown-cells.ts";
import { csvOf } from "../downloads/table-csv.ts";
import { useReader } from "../session/console-context.ts";

/** A column: its head, and what a row shows in it. */
export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures stand at the end of their column. */
  readonly figure?: boolean;
  /** Days stay in one line. */
  readonly inOneLine?: boolean;
};

type DataTableProps<Row> = {
  /** What the table is of, for who does not see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Said instead of a table without rows. */
  readonly empty?: string;
};

/** A table that scrolls by itself on a narrow screen, by keyboard too. Its first column names the row. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  const { say } = useReader();
  const scrolling = useScrolling();
  if (rows.length === 0) return <p class="muted">{empty ?? say("table.empty")}</p>;
  return (
    <div ref={scrolling} class="scrolls">
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, figure }) => (
              <th key={head} scope="col" class={figure ? "figure" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      <SaveTable scrolling={scrolling} name={caption} />
    </div>
  );
}

type SaveTableProps = {
  readonly scrolling: { readonly current: HTMLDivElement | null };
  readonly name: string;
};

/** Saves the table as CSV, as it is shown. */
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

/** Reached by keyboard while it is too narrow for what is in it. */
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

type TableRowProps<Row> = { readonly row: Row; readonly columns: readonly Column<Row>[] };

function TableRow<Row>({ row, columns: [first, ...others] }: TableRowProps<Row>) {
  return (
    <tr>
      {first && <th scope="row">{first.cell(row)}</th>}
      {others.map(({ head, cell, figure, inOneLine }) => (
        <td key={head} class={figure ? "figure" : inOneLine ? "in-one-line" : ""}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
