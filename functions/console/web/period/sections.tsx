import type { ReturnRow } from "../../../../client/src/eu-vat-client.ts";
import { behindRow } from "../events/events-behind.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./period-page.tsx";

/** Lists the rows of the return by section. */
export function Sections(props: PartProps) {
  const { say } = useReader();
  const { rows } = props.facts.drawn;
  const sections = [...Map.groupBy(rows, ({ section }) => section)];
  return (
    <Card title={say("sections.title")}>
      {rows.length === 0 && <p class="muted">{say("sections.none")}</p>}
      {sections.map(([section, own]) => (
        <section key={section}>
          {section && <h3>{say(`section.${section}`)}</h3>}
          <SectionTable {...props} section={section} rows={own} />
        </section>
      ))}
    </Card>
  );
}

type SectionTableProps = PartProps & {
  readonly section: ReturnRow["section"];
  readonly rows: readonly ReturnRow[];
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

function SectionTable({ section, rows, which, facts, onOpen }: SectionTableProps) {
  const { say, format } = useReader();
  const currency = facts.drawn.return_currency;
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
    {
      head: say("column.events"),
      figure: true,
      cell: (row) => opening(format.count(row.event_count), row),
    },
  ];
  const caption = section ? say(`section.${section}`) : say("sections.title");
  return <DataTable caption={caption} columns={columns} rows={rows} keyOf={keyOf} />;
}
