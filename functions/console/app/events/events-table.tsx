import type { SupplyEvent } from "../../../../client/src/eu-vat-client.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";

/** Events as they were committed, in their own currency. What a caller wrote is text and nothing else. */
export function EventsTable({ events }: { readonly events: readonly SupplyEvent[] }) {
  const { say, format } = useReader();
  const columns: Column<SupplyEvent>[] = [
    { head: say("event.id"), cell: ({ event_id }) => <bdi class="mark">{event_id}</bdi> },
    { head: say("event.type"), cell: ({ event_type }) => say.code(event_type) },
    { head: say("event.day"), cell: ({ supply_date }) => format.day(supply_date) },
    {
      head: say("column.country"),
      cell: ({ consumption_country }) =>
        consumption_country ? format.country(consumption_country) : "",
    },
    {
      head: say("column.rate"),
      figure: true,
      cell: ({ vat_rate_bps }) => (vat_rate_bps === undefined ? "" : format.rate(vat_rate_bps)),
    },
    {
      head: say("event.net"),
      figure: true,
      cell: (one) => format.amount(one.taxable_amount_minor, one.currency),
    },
    {
      head: say("event.vat"),
      figure: true,
      cell: (one) => format.amount(one.vat_amount_minor, one.currency),
    },
    { head: say("event.status"), cell: (one) => <Status event={one} /> },
  ];
  return (
    <DataTable
      caption={say("events.title")}
      columns={columns}
      rows={events}
      keyOf={({ event_id }) => event_id}
    />
  );
}

/** What became of it, and why. */
function Status({ event }: { readonly event: SupplyEvent }) {
  const { say } = useReader();
  const why = [
    ...event.classification_reasons,
    ...(event.exclusion_code ? [event.exclusion_code] : []),
    ...event.checks.map(({ code }) => code),
  ];
  return (
    <>
      {say.code(event.classification_status)}
      {why.map((code) => (
        <small key={code} class="why">
          {say.code(code)}
        </small>
      ))}
      {event.description && <bdi class="mark why">{event.description}</bdi>}
    </>
  );
}
