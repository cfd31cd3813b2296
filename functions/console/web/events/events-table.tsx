import type { SupplyEvent } from "../../../../client/src/eu-vat-client.ts";
import { DataTable } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import { eventColumns } from "./event-columns.tsx";

/** Displays committed events in their own currency. */
export function EventsTable({ events }: { readonly events: readonly SupplyEvent[] }) {
  const reader = useReader();
  return (
    <DataTable
      caption={reader.say("events.title")}
      columns={eventColumns(reader)}
      rows={events}
      keyOf={({ event_id }) => event_id}
    />
  );
}
