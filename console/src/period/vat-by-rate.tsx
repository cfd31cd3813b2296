import type { Measure } from "../events/opened-figure.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { type RateSum, vatByRate } from "./rate-sums.ts";
import { useFigure } from "./return-figure.tsx";

/** Displays the VAT rates of the rows, as figures and bars. */
export function VatByRate(props: PartProps) {
  const { say, format } = useReader();
  const open = useFigure(props);
  const { shown } = props.facts;
  const currency = shown.return_currency;
  const sums = vatByRate(shown.rows);
  const figure = (head: string, minor: number, vat_rate_bps: number, measure: Measure) =>
    open(format.plainAmount(minor, currency), `${format.rate(vat_rate_bps)}, ${head}`, {
      of: ["rows"],
      measure,
      named: { vat_rate_bps },
    });
  const taxable = say("column.taxable", { currency });
  const vat = say("column.vat", { currency });
  const largest = Math.max(1, ...sums.map(({ vat_minor }) => vat_minor));
  return (
    <Card title={say("vatRates.title")}>
      <DataTable
        caption={say("vatRates.title")}
        columns={[
          {
            head: say("column.rate"),
            cell: ({ vat_rate_bps }: RateSum) => format.rate(vat_rate_bps),
          },
          figureColumn(say("vatRates.states"), ({ states }: RateSum) => format.count(states)),
          figureColumn(taxable, ({ taxable_minor, vat_rate_bps }: RateSum) =>
            figure(taxable, taxable_minor, vat_rate_bps, "taxable"),
          ),
          figureColumn(vat, ({ vat_minor, vat_rate_bps }: RateSum) =>
            figure(vat, vat_minor, vat_rate_bps, "vat"),
          ),
          {
            head: say("quarters.bar"),
            cell: ({ vat_minor }: RateSum) => <Bar share={(vat_minor / largest) * 100} />,
          },
        ]}
        rows={sums}
        keyOf={({ vat_rate_bps }) => String(vat_rate_bps)}
        empty={say("sections.none")}
      />
    </Card>
  );
}
