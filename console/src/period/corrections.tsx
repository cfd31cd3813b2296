import type {
  CorrectionBelowZero,
  CorrectionRow,
  LateChange,
} from "../../../client/src/eu-vat-client.ts";
import {
  type SourceEvents,
  sourceEventsOfCorrection,
  sourceEventsOfLateChange,
} from "../events/source-events.ts";
import type { Formatter } from "../format/formatter.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import type { ReturnIdentity } from "./return-identity.ts";
import { changedAmountColumns, withoutFigures } from "./since-columns.ts";
import { compare } from "./since-lock.ts";

/** The common fields of corrections and late changes: a declared period, and a Member State. */
type Declared = Pick<
  CorrectionRow,
  "original_period" | "member_state_of_consumption" | "taxable_amount_minor" | "vat_amount_minor"
>;

const keyOf = ({ original_period, member_state_of_consumption }: Declared): string =>
  `${original_period} ${member_state_of_consumption}`;

/** Returns the value by which rows are sorted: the period, and in it the names of the Member States. */
const placeInOrder =
  (format: Formatter) =>
  ({ original_period, member_state_of_consumption }: Declared): string =>
    `${original_period} ${format.country(member_state_of_consumption)}`;

type EventCount<Row> = {
  readonly head: string;
  readonly countOf: (row: Row) => number;
  readonly sourceEvents: (identity: ReturnIdentity, row: Row) => SourceEvents;
  readonly rows: readonly Row[];
};

/** Returns the columns for period, Member State and figures, each of which opens its source events. */
function useDeclaredColumns<Row extends Declared>(
  { facts, identity, onOpen }: PartProps,
  { head, countOf, sourceEvents, rows }: EventCount<Row>,
): Column<Row>[] {
  const { say, format } = useReader();
  const currency = facts.shown.return_currency;
  const placeOf = (row: Row) =>
    `${format.country(row.member_state_of_consumption)}, ${format.period(row.original_period)}`;
  const opening = (text: string, row: Row) => (
    <OpeningFigure
      onOpen={() =>
        onOpen({ sourceEvents: sourceEvents(identity, row), title: placeOf(row), figure: text })
      }
    >
      {text}
    </OpeningFigure>
  );
  const amount = (head: string, minorOf: (row: Row) => number): Column<Row> => ({
    head,
    figure: true,
    sortBy: minorOf,
    total: format.plainAmount(sumOf(rows, minorOf), currency),
    cell: (row) => opening(format.plainAmount(minorOf(row), currency), row),
  });
  return [
    {
      head: say("period.label"),
      cell: (row) => format.period(row.original_period),
      sortBy: (row) => row.original_period,
    },
    {
      head: say("column.country"),
      cell: (row) => format.country(row.member_state_of_consumption),
      sortBy: (row) => format.country(row.member_state_of_consumption),
    },
    amount(say("column.taxable", { currency }), (row) => row.taxable_amount_minor),
    amount(say("column.vat", { currency }), (row) => row.vat_amount_minor),
    { head, figure: true, cell: (row) => opening(format.count(countOf(row)), row) },
  ];
}

/** Lists the corrections of earlier declared periods. */
export function Corrections(props: PartProps) {
  const { say, format } = useReader();
  const { shown, today } = props.facts;
  const empty = withoutFigures<CorrectionRow>;
  const stateOf = placeInOrder(format);
  const compared = compare(shown.corrections, today?.corrections, { keyOf, empty });
  const columns = useDeclaredColumns<CorrectionRow>(props, {
    head: say("events.title"),
    countOf: (row) => row.event_count,
    sourceEvents: sourceEventsOfCorrection,
    rows: shown.corrections,
  });
  return (
    <Card title={say("corrections.title")}>
      <p class="muted">{say("corrections.lead")}</p>
      <DataTable
        caption={say("corrections.title")}
        columns={[
          ...columns,
          ...changedAmountColumns(compared, shown.return_currency, { say, format }),
        ]}
        rows={sorted(compared.rows, stateOf, say)}
        keyOf={keyOf}
        empty={say("corrections.none")}
      />
    </Card>
  );
}

/** Lists the part of the corrections that results from changes in locked periods. */
export function LateChanges(props: PartProps) {
  const { say, format } = useReader();
  const rows = props.facts.shown.late_changes;
  const stateOf = placeInOrder(format);
  const columns = useDeclaredColumns<LateChange>(props, {
    head: say("column.moreEvents"),
    countOf: (row) => row.event_count_difference,
    sourceEvents: sourceEventsOfLateChange,
    rows,
  });
  if (rows.length === 0) return null;
  return (
    <Card title={say("lateChanges.title")}>
      <p class="muted">{say("lateChanges.lead")}</p>
      <DataTable
        caption={say("lateChanges.title")}
        columns={columns}
        rows={sorted(rows, stateOf, say)}
        keyOf={keyOf}
      />
    </Card>
  );
}

/** Lists corrections of an open return that reverse more than was declared, which no portal accepts. */
export function BelowZero({ facts: { shown, readiness, lock } }: PartProps) {
  const { say, format } = useReader();
  const rows = lock ? [] : (readiness?.corrections_below_zero ?? []);
  if (rows.length === 0) return null;
  const amount = (minor: number) => format.amount(minor, shown.return_currency);
  const columns: Column<CorrectionBelowZero>[] = [
    { head: say("period.label"), cell: (row) => format.period(row.original_period) },
    { head: say("column.country"), cell: (row) => format.country(row.member_state_of_consumption) },
    figureColumn(say("belowZero.declared"), (row) => amount(row.declared_vat_minor)),
    figureColumn(say("belowZero.correction"), (row) => amount(row.correction_vat_minor)),
    figureColumn(say("bulk.result"), (row) => amount(row.resulting_vat_minor)),
  ];
  return (
    <Card title={say("belowZero.title")}>
      <DataTable
        caption={say("belowZero.title")}
        columns={columns}
        rows={rows}
        keyOf={(row) => `${row.original_period} ${row.member_state_of_consumption}`}
      />
    </Card>
  );
}
