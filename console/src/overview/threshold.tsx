import type { OssThresholdCheck } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import type { YearPoint } from "./load-overview.ts";
import { YearChart } from "./year-chart.tsx";

type ThresholdProps = {
  readonly year: readonly YearPoint[];
  readonly check: OssThresholdCheck;
};

/** Displays the year's turnover compared with the EUR 10,000 of Art. 59c, as a curve, as a table, and as text. */
export function Threshold({ year, check }: ThresholdProps) {
  const { say } = useReader();
  return (
    <Card title={say("threshold.title", { year: year[0]?.day.slice(0, 4) ?? "" })}>
      <ThresholdStatus check={check} />
      <YearChart points={year} check={check} />
      <details>
        <summary>{say("threshold.asTable")}</summary>
        <YearTable points={year} />
      </details>
    </Card>
  );
}

function ThresholdStatus({ check }: { readonly check: OssThresholdCheck }) {
  const { say, format } = useReader();
  const { currency, decision } = check;
  const values = {
    current: format.amount(check.current_minor, currency),
    threshold: format.amount(check.threshold_minor, currency),
    percent: format.percent(check.percentage_used),
  };
  return (
    <>
      <p>
        <strong>{say("threshold.standing", values)}</strong>
      </p>
      {check.crossed_on && <p>{say("threshold.crossed", { day: format.day(check.crossed_on) })}</p>}
      {decision.currency !== "EUR" && check.crossed_on_eur && (
        <p>{say("threshold.crossedInEuro", { day: format.day(check.crossed_on_eur) })}</p>
      )}
      <p>
        {say(check.destination_taxation_applies ? "threshold.destination" : "threshold.origin")}
      </p>
      {!decision.certain && <p>{say("threshold.uncertain")}</p>}
      {decision.reasons.length > 0 && (
        <ul>
          {decision.reasons.map(({ code }) => (
            <li key={code}>{say.code(code)}</li>
          ))}
        </ul>
      )}
      {check.unconverted_currencies.length > 0 && (
        <p>
          {say("threshold.unconverted", { currencies: check.unconverted_currencies.join(", ") })}
        </p>
      )}
    </>
  );
}

function YearTable({ points }: { readonly points: readonly YearPoint[] }) {
  const { say, format } = useReader();
  return (
    <DataTable
      caption={say("threshold.chart")}
      columns={[
        { head: say("threshold.upTo"), cell: ({ day }: YearPoint) => format.day(day) },
        figureColumn(say("threshold.turnover"), ({ turnover_minor }: YearPoint) =>
          format.amount(turnover_minor, "EUR"),
        ),
      ]}
      rows={points}
      keyOf={({ day }) => day}
    />
  );
}
