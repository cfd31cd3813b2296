import type { ReturnRow } from "../../../client/src/eu-vat-client.ts";
import type { Measure } from "../events/opened-figure.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import { fieldsOfRow, measured } from "./figure-parts.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import { useFigure } from "./return-figure.tsx";
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
  const total = useSectionTotal(props);
  const amount = (head: string, measure: Measure): Column<ReturnRow> => ({
    head,
    figure: true,
    cell: (row) =>
      opening(format.plainAmount(measured(row, measure), currency), row, { head, measure }),
    sortBy: (row) => measured(row, measure),
    total: total(head, measure),
  });
  const events = say("events.title");
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
    amount(say("column.taxable", { currency }), "taxable"),
    amount(say("column.vat", { currency }), "vat"),
    ...changedAmountColumns(compared, currency, { say, format }, (text, row, column) =>
      opening(text, row, { ...column, isSince: true }),
    ),
    figureColumn(events, (row) =>
      opening(format.count(row.event_count), row, { head: events, measure: "count" }),
    ),
  ];
}

/** Returns what displays the total of a column, which opens the events of the section. */
function useSectionTotal(props: SectionTableProps) {
  const { section, compared, facts } = props;
  const { say, format } = useReader();
  const open = useFigure(props);
  return (head: string, measure: Measure) => {
    const value = sumOf(compared.rows, (row) => measured(row, measure));
    const title = [section ? say(`section.${section}`) : say("table.total"), head].join(", ");
    const named = section ? { section } : {};
    const text = format.plainAmount(value, facts.shown.return_currency);
    return open(text, title, { of: ["rows"], measure, named });
  };
}

type RowFigure = { readonly head: string; readonly measure: Measure; readonly isSince?: boolean };

/** Returns what displays a figure of a row, which opens its events. */
function useOpening(props: SectionTableProps) {
  const { say, format } = useReader();
  const open = useFigure(props);
  const { section } = props;
  return (text: string, row: ReturnRow, { head, ...asked }: RowFigure) => {
    const state = format.country(row.member_state_of_consumption);
    const rate = `${format.rate(row.vat_rate_bps)} ${say.code(row.rate_category)}`;
    const place = [...(section ? [say(`section.${section}`)] : []), state, rate, head];
    return open(text, place.join(", "), { ...asked, of: ["rows"], named: fieldsOfRow(row) });
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
