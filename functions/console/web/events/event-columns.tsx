import type { SupplyEvent } from "../../../../client/src/eu-vat-client.ts";
import type { Formatter } from "../format/formatter.ts";
import type { Column } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import type { Say } from "../texts/say.ts";

/** Returns the columns of committed events. Text from callers is rendered as text only. */
export function eventColumns({
  say,
  format,
}: {
  readonly say: Say;
  readonly format: Formatter;
}): Column<SupplyEvent>[] {
  return [
    { head: say("event.id"), cell: ({ event_id }) => <bdi class="mark">{event_id}</bdi> },
    { head: say("event.type"), cell: ({ event_type }) => say.code(event_type) },
    {
      head: say("event.day"),
      inOneLine: true,
      cell: ({ supply_date }) => format.day(supply_date),
    },
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
}

/** Exclusion codes that add nothing to the classification. */
const SAID: readonly string[] = ["needs_review_excluded", "classification_excluded"];

/** Displays the classification of an event and its reasons. */
function Status({ event }: { readonly event: SupplyEvent }) {
  const { say } = useReader();
  const why = [
    ...event.classification_reasons,
    ...(event.exclusion_code && !SAID.includes(event.exclusion_code) ? [event.exclusion_code] : []),
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
