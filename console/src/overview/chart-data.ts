import type { OssThresholdCheck } from "../../../client/src/eu-vat-client.ts";

/** The turnover from the start of the year to a day, in EUR minor units. */
export type YearPoint = { readonly day: string; readonly turnover_minor: number };

/** Converts a calendar day to the chart's unit: seconds since 1970, UTC. */
export const secondsOf = (day: string): number => Date.parse(day) / 1000;

/**
 * Returns the series of the chart: days, cumulative turnover, and the threshold. Values are whole minor units; the
 * chart only positions them.
 */
export const chartData = (
  points: readonly YearPoint[],
  { threshold_minor }: Pick<OssThresholdCheck, "threshold_minor">,
): [number[], number[], number[]] => [
  points.map(({ day }) => secondsOf(day)),
  points.map(({ turnover_minor }) => turnover_minor),
  points.map(() => threshold_minor),
];
