import { metricMath, type Value } from "./metric-math.ts";
import type { Properties } from "./templates.ts";

/*
 * In which state an alarm of a template is after made-up measurements. As CloudWatch has it: a period
 * without a value is taken as `TreatMissingData` says, and an alarm on a metric of DynamoDB ignores
 * it, whatever is said.
 */

/** A metric that an alarm looks at. What is a reference in the template is its JSON here. */
export type Seen = {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly statistic: string;
};

type State = "OK" | "ALARM";

/** The value of a metric in each period, undefined where nothing was measured. */
export type Measured = (metric: Seen) => readonly Value[];

type Dimension = { readonly Name: string; readonly Value: unknown };
type Metric = {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly Dimension[];
};
type Part = {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: Metric; readonly Stat: string };
};

/** The metrics that an alarm looks at. */
export const metricsOf = (alarm: Properties): Seen[] => [...partsOf(alarm).metrics.values()];

/** @param begun the state before; it stays where nothing that is measured says otherwise. */
export function stateAfter(
  alarm: Properties,
  periods: number,
  measured: Measured,
  begun: State = "OK",
): State {
  const { metrics, expression } = partsOf(alarm);
  const valueAt = (at: number): Value => {
    const values = [...metrics].map(([id, metric]) => [id, measured(metric)[at]] as const);
    return expression(Object.fromEntries(values));
  };
  const results = Array.from({ length: periods }, (_, at) => valueAt(at));
  const window = alarm["EvaluationPeriods"] as number;
  let state = begun;
  for (let end = 1; end <= periods; end += 1) {
    const looked = Array.from({ length: window }, (_, back) => results[end - 1 - back]);
    state = judged(alarm, looked, state, isOfDynamo(metrics));
  }
  return state;
}

const isOfDynamo = (metrics: ReadonlyMap<string, Seen>): boolean =>
  [...metrics.values()].some(({ namespace }) => namespace === "AWS/DynamoDB");

function judged(
  alarm: Properties,
  looked: readonly Value[],
  state: State,
  ignoresMissing: boolean,
): State {
  const missing = ignoresMissing ? "ignore" : alarm["TreatMissingData"];
  if (alarm["DatapointsToAlarm"] !== undefined) throw new Error("M out of N is not known here");
  if (looked.includes(undefined) && missing === "ignore") {
    if (looked.length > 1) throw new Error("ignored gaps in a longer window are not known here");
    return state;
  }
  if (missing !== "breaching" && missing !== "notBreaching" && missing !== "ignore") {
    throw new Error(`how missing data is treated is not known here: ${String(missing)}`);
  }
  const isBreaching = (value: Value): boolean =>
    value === undefined ? missing === "breaching" : breaches(alarm, value);
  return looked.every(isBreaching) ? "ALARM" : "OK";
}

function breaches(alarm: Properties, value: number): boolean {
  const threshold = alarm["Threshold"] as number;
  if (alarm["ComparisonOperator"] === "GreaterThanOrEqualToThreshold") return value >= threshold;
  if (alarm["ComparisonOperator"] === "LessThanThreshold") return value < threshold;
  throw new Error(`a comparison that is not known here: ${String(alarm["ComparisonOperator"])}`);
}

function partsOf(alarm: Properties) {
  const parts = alarm["Metrics"] as readonly Part[] | undefined;
  if (!parts) {
    const statistic = (alarm["Statistic"] ?? alarm["ExtendedStatistic"]) as string;
    const only = seen(alarm as unknown as Metric, statistic);
    return { metrics: new Map([["only", only]]), expression: metricMath("only") };
  }
  const [expression, ...more] = parts.flatMap((part) => part.Expression ?? []);
  if (expression === undefined || more.length > 0) throw new Error("one expression, not several");
  const metrics = parts.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, seen(MetricStat.Metric, MetricStat.Stat)] as const] : [],
  );
  return { metrics: new Map(metrics), expression: metricMath(expression) };
}

const seen = ({ Namespace, MetricName, Dimensions = [] }: Metric, statistic: string): Seen => ({
  namespace: Namespace,
  name: MetricName,
  dimensions: Object.fromEntries(
    Dimensions.map(({ Name, Value }) => [
      Name,
      typeof Value === "string" ? Value : JSON.stringify(Value),
    ]),
  ),
  statistic,
});
