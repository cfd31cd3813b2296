import type { ReturnRow } from "../../../client/src/eu-vat-client.ts";
import { sourceEventsOfRow } from "../events/source-events.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import { changedAmountColumns, withoutFigures } from "./since-columns.ts";
import { type Comparison, compare } from "./since-lock.ts";

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

function SectionTable(props: SectionTableProps) {
  const { say, format } = useReader();
  const { section, compared } = props;
  const stateOf = (row: ReturnRow) => format.country(row.member_state_of_consumption);
  const caption = section ? say(`section.${section}`) : say("sections.title");
  const rows = sorted(compared.rows, stateOf, say);
  return <DataTable caption={caption} columns={useColumns(props)} rows={rows} keyOf={keyOf} />;
}

function useColumns(props: SectionTableProps): Column<ReturnRow>[] {
  const { say, format } = useReader();
  const { section, compared, facts } = props;
  const currency = facts.shown.return_currency;
  const stateOf = (row: ReturnRow) => format.country(row.member_state_of_consumption);
  const isOf = (part: "kind" | "origin") => columnsOf(section, compared.rows).includes(part);
  const opening = useOpening(props);
  const amount = (head: string, minorOf: (row: ReturnRow) => number): Column<ReturnRow> => ({
    head,
    figure: true,
    cell: (row) => opening(format.plainAmount(minorOf(row), currency), row),
    sortBy: minorOf,
    total: format.plainAmount(sumOf(compared.rows, minorOf), currency),
  });
  return [
    { head: say("column.country"), cell: stateOf, sortBy: stateOf },
    ...only(isOf("kind"), {
      head: say("column.kind"),
      cell: (row: ReturnRow) => say(`kind.${row.supply_kind}`),
    }),
    ...only(isOf("origin"), {
      head: say("column.origin"),
      cell: (row: ReturnRow) =>
        row.from_member_state ? format.country(row.from_member_state) : say("registrations.state"),
    }),
    {
      head: say("column.rate"),
      figure: true,
      cell: (row) => `${format.rate(row.vat_rate_bps)} ${say.code(row.rate_category)}`,
      sortBy: (row) => row.vat_rate_bps,
    },
    amount(say("column.taxable", { currency }), (row) => row.taxable_amount_minor),
    amount(say("column.vat", { currency }), (row) => row.vat_amount_minor),
    ...changedAmountColumns(compared, currency, { say, format }),
    figureColumn(say("events.title"), (row) => opening(format.count(row.event_count), row)),
  ];
}

/** Returns what displays a figure of a row, which opens its events. */
function useOpening({ identity, onOpen }: SectionTableProps) {
  const { say, format } = useReader();
  return (text: string, row: ReturnRow) => {
    const state = format.country(row.member_state_of_consumption);
    const title = `${state}, ${format.rate(row.vat_rate_bps)} ${say.code(row.rate_category)}`;
    const sourceEvents = sourceEventsOfRow(identity, row);
    return (
      <OpeningFigure onOpen={() => onOpen({ sourceEvents, title, figure: text })}>
        {text}
      </OpeningFigure>
    );
  };
}

/** Returns the columns that the heading of a section does not say already. */
function columnsOf(
  section: ReturnRow["section"],
  rows: readonly ReturnRow[],
): readonly ("kind" | "origin")[] {
  const hasOrigins = rows.some(({ from_member_state }) => from_member_state !== null);
  if (section === null || section === undefined) return hasOrigins ? ["kind", "origin"] : ["kind"];
  return hasOrigins ? ["origin"] : [];
}

const only = <One,>(isShown: boolean, one: One): One[] => (isShown ? [one] : []);
