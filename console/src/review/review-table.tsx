import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { eventColumns } from "../events/event-columns.tsx";
import { ChooseAll } from "../parts/choose-all.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { Decided } from "./decide.ts";
import { RepairForm } from "./repair-form.tsx";

type ReviewTableProps = {
  readonly events: readonly SupplyEvent[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
  readonly onOpen: (id: string) => void;
  readonly onDecided: (decided: Decided) => void;
};

/** Displays the review queue: each event with its reason, a checkbox, and a form for a fact that is missing. */
export function ReviewTable({ events, chosen, onChoose, onOpen, onDecided }: ReviewTableProps) {
  const reader = useReader();
  const { say } = reader;
  const { may } = useSession();
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
  const below = (event: SupplyEvent) =>
    may("classifySupplyEvent") && <RepairForm event={event} onDecided={onDecided} />;
  const columns = [
    ...(may("classifySupplyEvent") ? [choosing] : []),
    ...eventColumns(reader, { onOpen, below }),
  ];
  return (
    <>
      {may("classifySupplyEvent") && (
        <ChooseAll all={events.map(({ event_id }) => event_id)} onChoose={onChoose} />
      )}
      <DataTable
        caption={say("events.title")}
        columns={columns}
        rows={events}
        keyOf={({ event_id }) => event_id}
        empty={say("review.empty")}
        isSaved={false}
      />
    </>
  );
}
