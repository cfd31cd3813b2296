import { count, label, note } from "../../core/files/cell.ts";
import type { Sheet } from "../../core/files/xlsx.ts";
import type { Covered } from "../compute/compute.ts";

type Query = Readonly<Record<string, string | number | null>>;

/**
 * How many events are behind each figure, and the request that lists them. The events themselves
 * are no part of a return and may be millions (docs/decisions/0129).
 */
export function eventSheet(drawn: Covered): Sheet {
  const { scheme, period, registration, report, warnings } = drawn;
  const path = `/v1/returns/${scheme.slug}/${period.key}/events`;
  const line = (figure: string, events: number, query: Query) => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, registration_id: registration.id })) {
      if (value !== null) asked.set(name, String(value));
    }
    return [label(figure), count(events), note(`GET ${path}?${asked}`)];
  };
  return {
    name: "Events",
    columns: [
      { head: "Figure", width: 34 },
      { head: "Events", width: 10 },
      { head: "What lists them", width: 100 },
    ],
    lines: [
      line("All events of the return", drawn.total_source_event_count, {}),
      ...report.rows.map((row) => line(rowName(row), row.event_count, rowQuery(row))),
      ...report.corrections.map((row) =>
        line(
          `correction of ${row.original_period}, ${row.member_state_of_consumption}`,
          row.event_count,
          { original_period: row.original_period, country: row.member_state_of_consumption },
        ),
      ),
      ...warnings.map((one) => line(one.code, one.count, { warning: one.code })),
    ],
  };
}

type Row = Covered["report"]["rows"][number];

const rowName = (row: Row): string =>
  [row.section, row.member_state_of_consumption, row.supply_kind, row.from_member_state]
    .filter((part) => part !== null)
    .concat(`${row.vat_rate_bps / 100} %`)
    .join(", ");

/** The names that the list of events has for the parts of a row. */
const rowQuery = (row: Row): Query => ({
  section: row.section,
  country: row.member_state_of_consumption,
  rate_bps: row.vat_rate_bps,
  supply_kind: row.supply_kind,
  from_member_state: row.from_member_state,
  rate_category: row.rate_category,
});
