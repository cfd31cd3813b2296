import type { ExchangeRate } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";

/** Lists the ECB rates that converted the amounts, with all published digits. */
export function Rates({ facts: { shown } }: PartProps) {
  const { say, format } = useReader();
  return (
    <Card title={say("rates.title")}>
      <DataTable
        caption={say("rates.title")}
        columns={[
          { head: say("rates.currency"), cell: ({ currency }: ExchangeRate) => currency },
          figureColumn(say("rates.rate"), ({ rate }: ExchangeRate) => format.decimal(rate)),
          { head: say("rates.day"), cell: ({ date }: ExchangeRate) => format.day(date) },
          { head: say("rates.for"), cell: ({ period }: ExchangeRate) => format.period(period) },
        ]}
        rows={shown.exchange_rates}
        keyOf={({ currency, period }) => `${currency} ${period}`}
        empty={say("rates.none")}
      />
    </Card>
  );
}
