import type { Balance } from "../../../client/src/eu-vat-client.ts";
import type { FigurePart } from "../events/opened-figure.ts";
import {
  type SourceEvents,
  sourceEventsOfCountry,
  sourceEventsOfLateChanges,
} from "../events/source-events.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import { sinceColumns } from "./since-columns.ts";
import { compare } from "./since-lock.ts";

const COMPARABLE = {
  keyOf: (row: Balance): string => row.member_state_of_consumption,
  empty: (row: Balance): Balance => ({
    ...row,
    current_vat_minor: 0,
    correction_vat_minor: 0,
    payable_vat_minor: 0,
    included_in_grand_total: false,
  }),
};

/** Displays the VAT due to each Member State of consumption, as figures and bars. */
export function Balances(props: PartProps) {
  const { say, format } = useReader();
  const { shown, today } = props.facts;
  const compared = compare(shown.balances, today?.balances, COMPARABLE);
  const nameOf = (row: Balance) => format.country(row.member_state_of_consumption);
  const since = sinceColumns(compared, [
    {
      head: say("column.sinceBalance", { currency: shown.return_currency }),
      figureOf: (row) => row.payable_vat_minor,
      text: (change) => format.plainChange(change, shown.return_currency),
    },
  ]);
  return (
    <Card title={say("balances.title")}>
      <p class="muted">{say("balances.lead")}</p>
      <DataTable
        caption={say("balances.title")}
        columns={useColumns(props, since)}
        rows={sorted(compared.rows, nameOf, say)}
        keyOf={COMPARABLE.keyOf}
        empty={say("sections.none")}
      />
    </Card>
  );
}

/** Returns the amounts that a balance adds up, each with its source events. */
function useParts({ facts: { shown }, identity }: PartProps) {
  const { say, format } = useReader();
  const part = (title: string, minor: number, sourceEvents: SourceEvents): FigurePart => ({
    heading: `${title}: ${format.amount(minor, shown.return_currency)}`,
    sourceEvents,
  });
  const rowsOf = ({ member_state_of_consumption: state, current_vat_minor }: Balance) => [
    part(say("sections.title"), current_vat_minor, sourceEventsOfCountry(identity, state, "rows")),
  ];
  const correctionsOf = (row: Balance): FigurePart[] => {
    const state = row.member_state_of_consumption;
    const isOfState = (row: { readonly member_state_of_consumption: string }) =>
      row.member_state_of_consumption === state;
    if (!shown.corrections.some(isOfState)) return [];
    const late = shown.late_changes.filter(isOfState);
    const late_minor = sumOf(late, ({ vat_amount_minor }) => vat_amount_minor);
    const linked_minor = row.correction_vat_minor - late_minor;
    const linked = sourceEventsOfCountry(identity, state, "corrections");
    return [
      part(say("corrections.title"), linked_minor, linked),
      ...(late.length > 0
        ? [part(say("lateChanges.title"), late_minor, sourceEventsOfLateChanges(identity, state))]
        : []),
    ];
  };
  return { rowsOf, correctionsOf };
}

type FigureColumn = {
  readonly head: string;
  readonly minorOf: (row: Balance) => number;
  readonly partsOf: (row: Balance) => readonly FigurePart[];
};

/** Returns the columns of figures; each figure opens the source events of the amounts that it adds up. */
function useFigures(props: PartProps): Column<Balance>[] {
  const { say, format } = useReader();
  const { facts, onOpen } = props;
  const { return_currency: currency, balances } = facts.shown;
  const { rowsOf, correctionsOf } = useParts(props);
  const column = ({ head, minorOf, partsOf }: FigureColumn): Column<Balance> => ({
    head,
    figure: true,
    cell: (row) => {
      const text = format.plainAmount(minorOf(row), currency);
      const title = `${format.country(row.member_state_of_consumption)}, ${head}`;
      const parts = partsOf(row);
      const [only] = parts;
      if (!only) return text;
      const events = parts.length > 1 ? { parts } : { sourceEvents: only.sourceEvents };
      return (
        <OpeningFigure onOpen={() => onOpen({ title, figure: text, ...events })}>
          {text}
        </OpeningFigure>
      );
    },
    sortBy: minorOf,
    total: format.plainAmount(sumOf(balances, minorOf), currency),
  });
  return [
    column({
      head: say("balances.current", { currency }),
      minorOf: (row) => row.current_vat_minor,
      partsOf: rowsOf,
    }),
    column({
      head: say("balances.correction", { currency }),
      minorOf: (row) => row.correction_vat_minor,
      partsOf: correctionsOf,
    }),
    column({
      head: say("balances.payable", { currency }),
      minorOf: (row) => row.payable_vat_minor,
      partsOf: (row) => [...rowsOf(row), ...correctionsOf(row)],
    }),
  ];
}

function useColumns(props: PartProps, since: readonly Column<Balance>[]): Column<Balance>[] {
  const { say, format } = useReader();
  const figures = useFigures(props);
  const { balances } = props.facts.shown;
  const nameOf = (row: Balance) => format.country(row.member_state_of_consumption);
  const largest = Math.max(1, ...balances.map((balance) => balance.payable_vat_minor));
  return [
    { head: say("column.country"), cell: nameOf, sortBy: nameOf },
    ...figures,
    ...since,
    {
      head: say("quarters.bar"),
      cell: (row) => <Bar share={(row.payable_vat_minor / largest) * 100} />,
    },
    {
      head: say("balances.counts"),
      cell: (row) => {
        if (row.included_in_grand_total) return say("balances.counted");
        return row.payable_vat_minor < 0 ? say("balances.notCounted") : "";
      },
    },
  ];
}
