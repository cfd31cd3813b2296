import type { Balance } from "../../../client/src/eu-vat-client.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import type { Asked } from "./figure-parts.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import { useFigure } from "./return-figure.tsx";
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

/** True for a balance below zero, which no other balance is set off against. */
const isNotSetOff = ({ included_in_grand_total, payable_vat_minor }: Balance): boolean =>
  !included_in_grand_total && payable_vat_minor < 0;

/** Displays the VAT due to each Member State of consumption, as figures and bars. */
export function Balances(props: PartProps) {
  const { say, format } = useReader();
  const { shown, today } = props.facts;
  const compared = compare(shown.balances, today?.balances, COMPARABLE);
  const nameOf = (row: Balance) => format.country(row.member_state_of_consumption);
  const figure = useBalanceFigure(props);
  const head = say("column.sinceBalance", { currency: shown.return_currency });
  const since = sinceColumns(compared, [
    {
      head,
      figureOf: (row) => row.payable_vat_minor,
      text: (change, row) =>
        figure(format.plainChange(change, shown.return_currency), head, row, {
          of: WHOLE,
          isSince: true,
        }),
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

type FigureColumn = {
  readonly head: string;
  readonly of: Asked["of"];
  readonly minorOf: (row: Balance) => number;
};

/** Returns what displays a figure of the balances, which opens the amounts that it adds up. */
function useBalanceFigure(props: PartProps) {
  const { say, format } = useReader();
  const open = useFigure(props);
  return (
    text: string,
    head: string,
    row: Balance | undefined,
    asked: Pick<Asked, "of" | "isSince">,
  ) => {
    const state = row?.member_state_of_consumption;
    const named = state === undefined ? {} : { member_state_of_consumption: state };
    const place = state === undefined ? say("table.total") : format.country(state);
    return open(text, `${place}, ${head}`, { ...asked, measure: "vat", named });
  };
}

const WHOLE = ["rows", "corrections", "late"] as const;

/** Returns the columns of figures; each figure opens the source events of the amounts that it adds up. */
function useFigures(props: PartProps): Column<Balance>[] {
  const { say, format } = useReader();
  const figure = useBalanceFigure(props);
  const { return_currency: currency, balances } = props.facts.shown;
  const column = ({ head, of, minorOf }: FigureColumn): Column<Balance> => ({
    head,
    figure: true,
    cell: (row) => figure(format.plainAmount(minorOf(row), currency), head, row, { of }),
    sortBy: minorOf,
    total: figure(format.plainAmount(sumOf(balances, minorOf), currency), head, undefined, { of }),
  });
  return [
    column({
      head: say("balances.current", { currency }),
      of: ["rows"],
      minorOf: (row) => row.current_vat_minor,
    }),
    column({
      head: say("balances.correction", { currency }),
      of: ["corrections", "late"],
      minorOf: (row) => row.correction_vat_minor,
    }),
    column({
      head: say("balances.payable", { currency }),
      of: WHOLE,
      minorOf: (row) => row.payable_vat_minor,
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
    ...(balances.some(isNotSetOff)
      ? [
          {
            head: say("balances.counts"),
            cell: (row: Balance) => (isNotSetOff(row) ? say("balances.notCounted") : ""),
          },
        ]
      : []),
  ];
}
