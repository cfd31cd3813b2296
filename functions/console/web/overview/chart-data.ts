import type { OssThresholdCheck } from "../../../../client/src/eu-vat-client.ts";

/** The turnover of the year up to a day, EUR minor units. */
export type YearPoint = { readonly day: string; readonly turnover_minor: number };

/** A calendar day as the chart counts: seconds since 1970, UTC. */
export const secondsOf = (day: string): number => Date.parse(day) / 1000;

/**
 * What the chart draws: days, the turnover up to each, and the threshold. Whole minor units: a chart makes
 * places of them, no amounts.
 */
export const chartData = (
  points: readonly YearPoint[],
  { threshold_minor }: Pick<OssThresholdCheck, "threshold_minor">,
): [number[], number[], number[]] => [
  points.map(({ day }) => secondsOf(day)),
  points.map(({ turnover_minor }) => turnover_minor),
  points.map(() => threshold_minor),
];
