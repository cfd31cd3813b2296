import { useState } from "preact/hooks";
import type { Import, ImportRow } from "../../../client/src/eu-vat-client.ts";
import { isEnterable, isRefundRow, RowEntry } from "../entries/row-entry.tsx";
import { Badge } from "../parts/badge.tsx";
import type { Column } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { type FindingGroup, needsHelp, reasonText, rowName } from "./finding-groups.ts";
import { type FoundRow, FoundRowTable, useFoundRows } from "./found-row-table.tsx";
import { isUnsettled } from "./import-state.tsx";

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
        <span class="finding-reason">{reasonText(group.reason, say)}</span>
        {needsHelp(group) && (
          <Badge level={isUnsettled(of) ? LEVELS[group.outcome] : "info"}>
            {say(`outcome.${isUnsettled(of) ? group.outcome : "settled"}`)}
          </Badge>
        )}
      </summary>
      {remedy && <p class="remedy">{remedy}</p>}
      {isOpen && <GroupTable of={of} group={group} onChanged={onChanged} />}
    </details>
  );
}

function GroupTable({ of, group, onChanged }: FindingGroupProps) {
  const { reason } = group;
  const reader = useReader();
  const { say } = reader;
  const { may } = useSession();
  const [entering, enter] = useState<ImportRow>();
  const { id, dry_run } = of;
  const page = useFoundRows({ id, query: { reason } }, dry_run);
  const caption = reasonText(reason, say);
  const mayEnter = of.status === "completed" && !of.open_rows_settled_at && may("settleImportRow");
  function close() {
    enter(undefined);
    page.again();
    onChanged();
  }
  return (
    <>
      <FoundRowTable
        caption={caption}
        page={page}
        more={(items) => [
          ...(of.open_rows_settled_at && needsHelp(group) ? [fateColumn(reader)] : []),
          ...(items.some(isEnterable) && mayEnter ? [enterColumn(reader, enter)] : []),
        ]}
      />
      {entering && <RowEntry of={of} row={entering} onClose={close} />}
    </>
  );
}

/** Returns the column with the outcome of settled rows. */
const fateColumn = ({ say }: ReturnType<typeof useReader>): Column<FoundRow> => ({
  head: say("due.state"),
  cell: ({ settled_event_id }) => say(settled_event_id ? "outcome.settled" : "outcome.leftOut"),
});

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
