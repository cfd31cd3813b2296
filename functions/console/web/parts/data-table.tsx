import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { saveFile } from "../downloads/save.ts";
import { shownCells } from "../downloads/shown-cells.ts";
import { csvOf } from "../downloads/table-csv.ts";
import { useReader } from "../session/console-context.ts";

/** A column: its head, and the content of its cells. */
export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** True for figures, which are aligned at the end of the column. */
  readonly figure?: boolean;
  /** True for content that must not wrap, such as days. */
  readonly inOneLine?: boolean;
};

type DataTableProps<Row> = {
  /** The subject of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The text displayed instead of a table without rows. */
  readonly empty?: string;
};

/** Displays a table that scrolls on a narrow screen, also by keyboard. Its first column names the row. */
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

/** Saves the displayed table as CSV. */
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
