import type { SelectedRows, ShownFigure } from "../events/opened-figure.ts";
import { useReader } from "../session/console-context.ts";
import { FoundRowTable, useFoundRows } from "./found-row-table.tsx";

type RowsOfLineProps = {
  readonly rows: SelectedRows;
  /** The subject of the list, for screen readers. */
  readonly of: string;
  readonly shown: ShownFigure | undefined;
};

/** Displays the rows that an import has left out, and whether they are the line. */
export function RowsOfLine({ rows, of, shown }: RowsOfLineProps) {
  const { say } = useReader();
  const page = useFoundRows(rows);
  const reasonColumn = {
    head: say("leftOut.reason"),
    cell: ({ reason }: { readonly reason: string }) => say.code(`finding.${reason}`),
  };
  return (
    <FoundRowTable
      caption={of}
      page={page}
      more={() => [reasonColumn]}
      above={({ items, next_cursor }) => {
        // A row with several faults is listed with each of them.
        const count = new Set(items.map(({ row }) => row)).size;
        const isWhole = page.cursors.cursor === null && next_cursor === null;
        return (
          <p role="status">
            {!isWhole && `${say("events.thisPage")}: `}
            {say.many("bridge.rows", count)}
            {isWhole && count === shown?.value && ` ${say("bridge.equals")}`}
          </p>
        );
      }}
    />
  );
}
