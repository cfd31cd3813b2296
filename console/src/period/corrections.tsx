import type {
  CorrectionBelowZero,
  CorrectionRow,
  LateChange,
} from "../../../client/src/eu-vat-client.ts";
import type { Measure } from "../events/opened-figure.ts";
import type { Formatter } from "../format/formatter.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { Help } from "../parts/help.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import { type Asked, measured } from "./figure-parts.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import { useFigure } from "./return-figure.tsx";
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

type Declaring<Row> = {
  readonly countHead: string;
  readonly of: Asked["of"];
  readonly rows: readonly Row[];
};

type DeclaredFigure = {
  readonly head: string;
  readonly measure: Measure;
  readonly isSince?: boolean;
};

/** Returns what displays a figure of an entry or of all, which opens its source events. */
function useDeclaredFigure(props: PartProps, of: Asked["of"]) {
  const { say, format } = useReader();
  const open = useFigure(props);
  return (text: string, row: Declared | undefined, { head, ...asked }: DeclaredFigure) => {
    const place = row
      ? `${format.country(row.member_state_of_consumption)}, ${format.period(row.original_period)}`
      : say("table.total");
    const named = row && {
      member_state_of_consumption: row.member_state_of_consumption,
      original_period: row.original_period,
    };
    return open(text, `${place}, ${head}`, { ...asked, of, ...(named ? { named } : {}) });
  };
}

/** Returns the columns for period, Member State and figures, each of which opens its source events. */
function useDeclaredColumns<Row extends CorrectionRow | LateChange>(
  props: PartProps,
  { countHead, of, rows }: Declaring<Row>,
): Column<Row>[] {
  const { say, format } = useReader();
  const currency = props.facts.shown.return_currency;
  const figure = useDeclaredFigure(props, of);
  const amount = (head: string, measure: Measure): Column<Row> => {
    const total = sumOf(rows, (row) => measured(row, measure));
    return {
      head,
      figure: true,
      sortBy: (row) => measured(row, measure),
      total: figure(format.plainAmount(total, currency), undefined, { head, measure }),
      cell: (row) =>
        figure(format.plainAmount(measured(row, measure), currency), row, { head, measure }),
    };
  };
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
    amount(say("column.taxable", { currency }), "taxable"),
    amount(say("column.vat", { currency }), "vat"),
    figureColumn(countHead, (row) =>
      figure(format.count(measured(row, "count")), row, { head: countHead, measure: "count" }),
    ),
  ];
}

const CORRECTED = ["corrections", "late"] as const;

/** Lists the corrections of earlier declared periods. */
export function Corrections(props: PartProps) {
  const { say, format } = useReader();
  const { shown, today } = props.facts;
  const empty = withoutFigures<CorrectionRow>;
  const stateOf = placeInOrder(format);
  const compared = compare(shown.corrections, today?.corrections, { keyOf, empty });
  const columns = useDeclaredColumns<CorrectionRow>(props, {
    countHead: say("events.title"),
    of: CORRECTED,
    rows: shown.corrections,
  });
  const figure = useDeclaredFigure(props, CORRECTED);
  return (
    <Card title={say("corrections.title")} aside={<Help of="correction" />}>
      <p class="muted">{say("corrections.lead")}</p>
      <DataTable
        caption={say("corrections.title")}
        columns={[
          ...columns,
          ...changedAmountColumns(
            compared,
            shown.return_currency,
            { say, format },
            (text, row, column) => figure(text, row, { ...column, isSince: true }),
          ),
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
    countHead: say("column.moreEvents"),
    of: ["late"],
    rows,
  });
  if (rows.length === 0) return null;
  return (
    <Card title={say("lateChanges.title")} aside={<Help of="lateChange" />}>
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
