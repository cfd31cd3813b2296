import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { OssThresholdCheck } from "../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import { colour, onNewColours } from "../style/colour.ts";
import { chartData, secondsOf, type YearPoint } from "./chart-data.ts";

type YearChartProps = { readonly points: readonly YearPoint[]; readonly check: OssThresholdCheck };

const HEIGHT = 240;

/** Displays the curve of the year's turnover, the threshold, and the day of crossing. */
export function YearChart({ points, check }: YearChartProps) {
  const { say, format } = useReader();
  const place = useRef<HTMLDivElement>(null);
  const label = say("threshold.chart");
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let chart: uPlot | undefined;
    const draw = () => {
      chart?.destroy();
      chart = new uPlot(
        optionsFor(element, check, { say, format }),
        chartData(points, check),
        element,
      );
    };
    draw();
    const resized = new ResizeObserver(() =>
      chart?.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    resized.observe(element);
    const forget = onNewColours(draw);
    return () => {
      resized.disconnect();
      forget();
      chart?.destroy();
    };
  }, [points, check, say, format]);
  return <div class="chart" ref={place} role="img" aria-label={label} />;
}

function optionsFor(
  element: HTMLElement,
  check: OssThresholdCheck,
  { say, format }: ReturnType<typeof useReader>,
): uPlot.Options {
  const amount = (_: uPlot, minor: number | null) =>
    minor === null ? "" : format.amount(Math.round(minor), check.currency);
  const axis = { stroke: colour("text"), grid: { stroke: colour("line"), width: 1 } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    // The legend names the lines only; the figures are in the table.
    legend: { live: false },
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, max * 1.1] } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
    series: [
      { label: say("threshold.upTo"), value: (_, at) => (at ? format.day(dayAt(at)) : "") },
      { label: say("threshold.turnover"), stroke: colour("accent"), width: 2, value: amount },
      {
        label: say("threshold.limit"),
        stroke: colour("bad"),
        width: 1,
        dash: [6, 4],
        points: { show: false },
        value: amount,
      },
    ],
    axes: [
      { ...axis, values: (_, ticks) => ticks.map((at) => format.day(dayAt(at))), space: 110 },
      {
        ...axis,
        size: 90,
        values: (_, ticks) => ticks.map((minor) => format.roundAmount(minor, check.currency)),
      },
    ],
    hooks: { draw: [(chart) => markCrossing(chart, check)] },
  };
}

const dayAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Draws a vertical line on the day on which the turnover first exceeded the threshold. */
function markCrossing(chart: uPlot, { crossed_on }: OssThresholdCheck): void {
  if (!crossed_on) return;
  const { ctx, bbox } = chart;
  const x = chart.valToPos(secondsOf(crossed_on), "x", true);
  ctx.save();
  ctx.strokeStyle = colour("bad");
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
