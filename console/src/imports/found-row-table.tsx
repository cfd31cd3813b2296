import type { ComponentChildren } from "preact";
import type { ImportRow, ImportRowList } from "../../../client/src/eu-vat-client.ts";
import type { SelectedRows } from "../events/opened-figure.ts";
import { fullPage } from "../paging/full-page.ts";
import { Paged } from "../paging/paged.tsx";
import { type Pages, usePages } from "../paging/use-pages.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { rowName } from "./finding-groups.ts";

/** Loads the rows page by page; again when a check of the file has become its import. */
export function useFoundRows({ id, query }: SelectedRows, isCheck = false): Pages<ImportRowList> {
  const { client } = useSession();
  return usePages(`rows ${id} ${isCheck} ${JSON.stringify(query)}`, ({ cursor }, signal) =>
    fullPage(
      (paging) =>
        client.listImportRows({ path: { id }, query: { ...query, ...paging } }, { signal }),
      cursor,
    ),
  );
}

type FoundRowTableProps = {
  readonly caption: string;
  readonly page: Pages<ImportRowList>;
  /** Further columns of the rows of a page. */
  readonly more?: (items: readonly ImportRow[]) => readonly Column<FoundRow>[];
  /** Content above the rows of a page. */
  readonly above?: (page: ImportRowList) => ComponentChildren;
};

/** Displays the rows page by page, with the fields that any of them has. */
export function FoundRowTable({ caption, page, more, above }: FoundRowTableProps) {
  const reader = useReader();
  return (
    <Paged name={caption} of={page}>
      {(value) => (
        <>
          {above?.(value)}
          <DataTable
            caption={caption}
            columns={[...columnsOf(value.items, reader), ...(more?.(value.items) ?? [])]}
            rows={value.items.map((row, at) => ({ ...row, at }))}
            keyOf={({ at }) => String(at)}
            empty={reader.say("found.noRows")}
            isSaved={false}
          />
        </>
      )}
    </Paged>
  );
}

export type FoundRow = ImportRow & { readonly at: number };

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
