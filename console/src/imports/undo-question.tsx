import type { Import } from "../../../client/src/eu-vat-client.ts";
import { DataTable, figureColumn } from "../parts/data-table.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { useReader } from "../session/console-context.ts";
import { type UndoneQuarter, undoneQuarters } from "./undone-quarters.ts";

type UndoQuestionProps = {
  readonly of: Import;
  readonly onClose: () => void;
  readonly onSure: () => void;
};

/** Explains the effects of an undo before it is confirmed: the rows, the quarters and the VAT. */
export function UndoQuestion({ of, onClose, onSure }: UndoQuestionProps) {
  const { say } = useReader();
  return (
    <Dialog title={say("undo.title")} onClose={onClose}>
      <p>{say.many("undo.rows", of.counts.committed)}</p>
      <UndoneTable quarters={undoneQuarters(of)} />
      <ul>
        <li>{say("undo.locked")}</li>
        <li>{say("undo.refunds")}</li>
        <li>{say("undo.words")}</li>
      </ul>
      <p class="buttons">
        <button type="button" class="danger" onClick={onSure}>
          {say("undo.sure")}
        </button>
        <button type="button" onClick={onClose}>
          {say("undo.cancel")}
        </button>
      </p>
    </Dialog>
  );
}

/** Displays what leaves each quarter; nothing for an import of an earlier version, whose quarters are not known. */
function UndoneTable({ quarters }: { readonly quarters: readonly UndoneQuarter[] }) {
  const { say, format } = useReader();
  if (quarters.length === 0) return null;
  return (
    <DataTable
      caption={say("undo.quarters")}
      columns={[
        {
          head: say("quarters.quarter"),
          cell: ({ quarter }: UndoneQuarter) => format.period(quarter),
        },
        figureColumn(say("events.title"), ({ events }: UndoneQuarter) => format.count(events)),
        figureColumn(say("event.vat"), (undoneQuarter: UndoneQuarter) =>
          format.amount(-undoneQuarter.vat_amount_minor, undoneQuarter.currency),
        ),
      ]}
      rows={quarters}
      keyOf={({ quarter, currency }) => `${quarter} ${currency}`}
      isSaved={false}
    />
  );
}
