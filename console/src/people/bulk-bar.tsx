import { useState } from "preact/hooks";
import type { BoardRow } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { type BulkAction, bulkRequest, mayActOn, rowsFor, takes } from "./bulk-request.ts";
import { useOrganisation } from "./people-context.ts";

type BulkBarProps = {
  readonly rows: readonly BoardRow[];
  readonly onJob: (job: string) => void;
};

const ACTIONS: readonly BulkAction[] = ["check", "prepare", "lock", "download", "file", "pay"];

/** Displays the actions on the chosen returns, each with the number of returns that it applies to. */
export function BulkBar({ rows, onJob }: BulkBarProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const { busy, failure, run } = useAction();
  const [day, setDay] = useState(() => dayOf(new Date()) as string);
  if (rows.length === 0) return null;
  const start = (action: BulkAction) => {
    const { length } = rowsFor(action, rows);
    const isFinal = action === "lock" || action === "file" || action === "pay";
    if (isFinal && !confirm(say.many(`bulk.sure.${action}`, length))) return;
    run(async () => {
      const body = bulkRequest(action, rows, day);
      onJob((await client.createBulkJob({ path: { organisation }, body })).id);
    });
  };
  return (
    <div class="sticky-bar at-end">
      <strong>{say.many("bulk.chosen", rows.length)}</strong>
      <span class="buttons">
        {ACTIONS.filter((action) => rows.some((row) => mayActOn(action, row))).map((action) => {
          const { length } = rowsFor(action, rows);
          return (
            <button
              key={action}
              type="button"
              disabled={busy || !takes(action, length)}
              onClick={() => start(action)}
            >
              {say(`bulk.${action}`)} ({format.count(length)})
            </button>
          );
        })}
      </span>
      {rowsFor("file", rows).length + rowsFor("pay", rows).length > 0 && (
        <label class="field narrow">
          <span>{say("bulk.day")}</span>
          <input
            type="date"
            value={day}
            onInput={({ currentTarget: { value } }) => setDay(value)}
          />
        </label>
      )}
      <ActionFailure failure={failure} />
    </div>
  );
}
