import type { OssThresholdCheck } from "../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import type { YearPoint } from "./load-overview.ts";

type YearChartProps = { readonly points: readonly YearPoint[]; readonly check: OssThresholdCheck };

const WIDTH = 1000;
const HEIGHT = 240;

/** Displays the curve of the year's turnover, the threshold, and the day of crossing. */
export function YearChart({ points, check }: YearChartProps) {
  const { say, format } = useReader();
  const { threshold_minor, crossed_on, currency } = check;
  const [first, last] = [points[0]?.day ?? "", points.at(-1)?.day ?? ""];
  const span = Math.max(1, Date.parse(last) - Date.parse(first));
  const top = 1.1 * Math.max(threshold_minor, ...points.map((point) => point.turnover_minor));
  const x = (day: string) => (WIDTH * (Date.parse(day) - Date.parse(first))) / span;
  const y = (minor: number) => HEIGHT * (1 - minor / top);
  const line = points.map(({ day, turnover_minor }) => `${x(day)},${y(turnover_minor)}`).join(" ");
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={say("threshold.chart")}
      >
        <path class="chart-limit" d={`M0 ${y(threshold_minor)}H${WIDTH}`} />
        {crossed_on && <path class="chart-limit" d={`M${x(crossed_on)} 0V${HEIGHT}`} />}
        <polyline class="chart-line" points={line} />
      </svg>
      <figcaption>
        <span>{format.day(first)}</span>
        <span>
          {say("threshold.limit")}: {format.roundAmount(threshold_minor, currency)}
        </span>
        <span>{format.day(last)}</span>
      </figcaption>
    </figure>
  );
}
