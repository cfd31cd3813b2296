import type { Balance } from "../../../../client/src/eu-vat-client.ts";
import { behindCountry } from "../events/events-behind.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./period-page.tsx";
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
export function Balances({ facts: { shown, today }, which, onOpen }: PartProps) {
  const { say, format } = useReader();
  const currency = shown.return_currency;
  const compared = compare(shown.balances, today?.balances, COMPARABLE);
  const largest = Math.max(1, ...shown.balances.map((one) => one.payable_vat_minor));
  const figure = (head: string, minorOf: (row: Balance) => number): Column<Balance> => ({
    head,
    figure: true,
    cell: (row) => (
      <OpeningFigure onOpen={() => onOpen(behindCountry(which, row.member_state_of_consumption))}>
        {format.plainAmount(minorOf(row), currency)}
      </OpeningFigure>
    ),
  });
  const columns: Column<Balance>[] = [
    { head: say("column.country"), cell: (row) => format.country(row.member_state_of_consumption) },
    figure(say("balances.current", { currency }), (row) => row.current_vat_minor),
    figure(say("balances.correction", { currency }), (row) => row.correction_vat_minor),
    figure(say("balances.payable", { currency }), (row) => row.payable_vat_minor),
    ...sinceColumns(compared, [
      {
        head: say("column.sinceBalance", { currency }),
        figureOf: (row) => row.payable_vat_minor,
        text: (change) => format.plainChange(change, currency),
      },
    ]),
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
  return (
    <Card title={say("balances.title")}>
      <p class="muted">{say("balances.lead")}</p>
      <DataTable
        caption={say("balances.title")}
        columns={columns}
        rows={compared.rows}
        keyOf={COMPARABLE.keyOf}
        empty={say("sections.none")}
      />
    </Card>
  );
}
