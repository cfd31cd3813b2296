import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { type RateSum, vatByRate } from "./rate-sums.ts";

/** Displays the VAT rates of the rows, as figures and bars. */
export function VatByRate({ facts: { shown } }: PartProps) {
  const { say, format } = useReader();
  const currency = shown.return_currency;
  const sums = vatByRate(shown.rows);
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
          figureColumn(say("column.taxable", { currency }), ({ taxable_minor }: RateSum) =>
            format.plainAmount(taxable_minor, currency),
          ),
          figureColumn(say("column.vat", { currency }), ({ vat_minor }: RateSum) =>
            format.plainAmount(vat_minor, currency),
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
