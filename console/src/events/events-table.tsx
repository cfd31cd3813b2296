import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { DataTable } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import { eventColumns } from "./event-columns.tsx";
import { eventSums } from "./event-sums.ts";

type EventsTableProps = {
  readonly events: readonly SupplyEvent[];
  readonly onOpen: (id: string) => void;
  /** True if the events are one page of several. */
  readonly isPage: boolean;
};

/** Displays committed events in their own currency, with their sum where they have one currency. */
export function EventsTable({ events, onOpen, isPage }: EventsTableProps) {
  const reader = useReader();
  return (
    <DataTable
      caption={reader.say("events.title")}
      columns={eventColumns(reader, { onOpen, sums: eventSums(events), isPage })}
      rows={events}
      keyOf={({ event_id }) => event_id}
    />
  );
}
