import type { SupplyEvent } from "../../../../client/src/eu-vat-client.ts";
import { eventColumns } from "../events/event-columns.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";

type ReviewTableProps = {
  readonly events: readonly SupplyEvent[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
};

/** Displays the review queue: each event with its reason, and a checkbox. */
export function ReviewTable({ events, chosen, onChoose }: ReviewTableProps) {
  const reader = useReader();
  const { say } = reader;
  const { mayWrite } = useSession();
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const choosing: Column<SupplyEvent> = {
    head: say("review.choose"),
    cell: ({ event_id }) => (
      <input
        type="checkbox"
        aria-label={say("review.chooseOne", { id: event_id })}
        checked={chosen.has(event_id)}
        onChange={() => toggle(event_id)}
      />
    ),
  };
  const [id, ...others] = eventColumns(reader);
  const columns = id ? [id, ...(mayWrite ? [choosing] : []), ...others] : [];
  const all = events.map(({ event_id }) => event_id);
  return (
    <>
      {mayWrite && events.length > 0 && (
        <p>
          <button type="button" onClick={() => onChoose(new Set(all))}>
            {say("review.chooseAll")}
          </button>{" "}
          <button type="button" onClick={() => onChoose(new Set())}>
            {say("review.chooseNone")}
          </button>
        </p>
      )}
      <DataTable
        caption={say("review.queue")}
        columns={columns}
        rows={events}
        keyOf={({ event_id }) => event_id}
        empty={say("review.empty")}
      />
    </>
  );
}
