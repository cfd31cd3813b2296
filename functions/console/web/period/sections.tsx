import type { ReturnRow } from "../../../../client/src/eu-vat-client.ts";
import { behindRow } from "../events/events-behind.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./period-page.tsx";
import { amountsSince, withoutFigures } from "./since-columns.ts";
import { type Comparison, compare } from "./since-lock.ts";

/** Lists the rows of the return by section. */
export function Sections(props: PartProps) {
  const { say } = useReader();
  const { shown, today } = props.facts;
  const { rows, changeOf } = compare(shown.rows, today?.rows, { keyOf, empty: withoutFigures });
  const sections = [...Map.groupBy(rows, ({ section }) => section)];
  return (
    <Card title={say("sections.title")}>
      {rows.length === 0 && <p class="muted">{say("sections.none")}</p>}
      {sections.map(([section, own]) => (
        <section key={section}>
          {section && <h3>{say(`section.${section}`)}</h3>}
          <SectionTable {...props} section={section} compared={{ rows: own, changeOf }} />
        </section>
      ))}
    </Card>
  );
}

type SectionTableProps = PartProps & {
  readonly section: ReturnRow["section"];
  readonly compared: Comparison<ReturnRow>;
};

const keyOf = (row: ReturnRow): string =>
  [
    row.section,
    row.member_state_of_consumption,
    row.supply_kind,
    row.from_member_state,
    row.rate_category,
    row.vat_rate_bps,
  ].join(" ");

function SectionTable({ section, compared, which, facts, onOpen }: SectionTableProps) {
  const { say, format } = useReader();
  const currency = facts.shown.return_currency;
  const opening = (text: string, row: ReturnRow) => (
    <OpeningFigure onOpen={() => onOpen(behindRow(which, row))}>{text}</OpeningFigure>
  );
  const columns: Column<ReturnRow>[] = [
    {
      head: say("column.country"),
      cell: (row) => format.country(row.member_state_of_consumption),
    },
    { head: say("column.kind"), cell: (row) => say(`kind.${row.supply_kind}`) },
    {
      head: say("column.origin"),
      cell: (row) =>
        row.from_member_state ? format.country(row.from_member_state) : say("column.originHome"),
    },
    {
      head: say("column.rate"),
      figure: true,
      cell: (row) => `${format.rate(row.vat_rate_bps)} ${say.code(row.rate_category)}`,
    },
    {
      head: say("column.taxable", { currency }),
      figure: true,
      cell: (row) => opening(format.plainAmount(row.taxable_amount_minor, currency), row),
    },
    {
      head: say("column.vat", { currency }),
      figure: true,
      cell: (row) => opening(format.plainAmount(row.vat_amount_minor, currency), row),
    },
    ...amountsSince(compared, currency, { say, format }),
    {
      head: say("column.events"),
      figure: true,
      cell: (row) => opening(format.count(row.event_count), row),
    },
  ];
  const caption = section ? say(`section.${section}`) : say("sections.title");
  return <DataTable caption={caption} columns={columns} rows={compared.rows} keyOf={keyOf} />;
}
