import type { Balance } from "../../../../client/src/eu-vat-client.ts";
import { behindCountry } from "../events/events-behind.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./period-page.tsx";
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

function useColumns(
  { facts: { shown }, identity, onOpen }: PartProps,
  since: readonly Column<Balance>[],
): Column<Balance>[] {
  const { say, format } = useReader();
  const currency = shown.return_currency;
  const nameOf = (row: Balance) => format.country(row.member_state_of_consumption);
  const largest = Math.max(1, ...shown.balances.map((one) => one.payable_vat_minor));
  const figure = (head: string, minorOf: (row: Balance) => number): Column<Balance> => ({
    head,
    figure: true,
    cell: (row) => {
      const text = format.plainAmount(minorOf(row), currency);
      const behind = behindCountry(identity, row.member_state_of_consumption);
      const title = `${nameOf(row)}, ${head}`;
      return (
        <OpeningFigure onOpen={() => onOpen({ behind, title, figure: text })}>{text}</OpeningFigure>
      );
    },
    sortBy: minorOf,
    total: format.plainAmount(sumOf(shown.balances, minorOf), currency),
  });
  return [
    { head: say("column.country"), cell: nameOf, sortBy: nameOf },
    figure(say("balances.current", { currency }), (row) => row.current_vat_minor),
    figure(say("balances.correction", { currency }), (row) => row.correction_vat_minor),
    figure(say("balances.payable", { currency }), (row) => row.payable_vat_minor),
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
