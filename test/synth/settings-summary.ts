import type { Template } from "aws-cdk-lib/assertions";
import { Resources } from "./templates.ts";

type Stack = { readonly name: string; readonly template: Template };
type Metric = {
  readonly Metric: { readonly MetricName: string };
  readonly Period: number;
  readonly Stat: string;
};
type Alarm = {
  readonly ComparisonOperator: string;
  readonly EvaluationPeriods: number;
  readonly Metrics?: readonly { readonly Expression?: string; readonly MetricStat?: Metric }[];
  readonly MetricName?: string;
  readonly Period?: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Threshold: number;
  readonly TreatMissingData: string;
};

/** Types whose properties are listed: a wrong value loses data, or nobody notices that work is not done. */
const LISTED = [
  "DynamoDB::GlobalTable",
  "KMS::Key",
  "Backup::BackupVault",
  "Backup::BackupPlan",
  "S3::Bucket",
  "S3::BucketPolicy",
  "SQS::Queue",
  "Scheduler::Schedule",
  "Lambda::EventSourceMapping",
];

/** A statement of every bucket's policy (test/infra/data.ts). */
const TLS_ONLY = /"aws:SecureTransport":"false"/;

/** The id of the row or resource in the code: CDK appends a hash, and the project the type. */
export const nameOf = (id: string): string =>
  id.replace(/(?:Alarm|Role|SqsEventSource\w+)?[0-9A-F]{8}$/, "");

/** Lists the properties of tables, buckets, queues and schedules, one resource a line. */
export const settingLines = (stacks: readonly Stack[]): string[] =>
  LISTED.flatMap((type) =>
    stacks.flatMap(({ template }) =>
      new Resources(template)
        .ofType(`AWS::${type}`)
        .map(([id, properties]) => `${type} ${nameOf(id)}: ${propertiesOf(properties)}`),
    ),
  );

const propertiesOf = (properties: Readonly<Record<string, unknown>>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name} ${JSON.stringify(plain(value)).replaceAll('"', "")}`)
    .join("; ");

/** Lists the condition of each alarm in the form `name: metric >= threshold`. */
export const alarmLines = (stacks: readonly Stack[]): string[] =>
  stacks.flatMap(({ template }) =>
    new Resources(template)
      .ofType("AWS::CloudWatch::Alarm")
      .map(([id, alarm]) => `${nameOf(id)}: ${conditionOf(alarm as unknown as Alarm)}`),
  );

const OPERATORS: Readonly<Record<string, string>> = {
  GreaterThanOrEqualToThreshold: ">=",
  LessThanThreshold: "<",
};

function conditionOf(alarm: Alarm): string {
  const { ComparisonOperator, EvaluationPeriods, Threshold, TreatMissingData } = alarm;
  const { metric, period } = alarm.Metrics ? expressionOf(alarm.Metrics) : metricOf(alarm);
  const operator = OPERATORS[ComparisonOperator] ?? ComparisonOperator;
  const time = `${EvaluationPeriods} × ${period} s`;
  return `${metric} ${operator} ${Threshold}, ${time}, missing data is ${TreatMissingData}`;
}

const metricOf = ({ MetricName, Period, Statistic, ExtendedStatistic }: Alarm) => ({
  metric: `${Statistic ?? ExtendedStatistic} of ${MetricName}`,
  period: Period,
});

function expressionOf(metrics: NonNullable<Alarm["Metrics"]>) {
  const measured = metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
  const names = measured.map(({ Stat, Metric }) => `${Stat} of ${Metric.MetricName}`);
  const expression = metrics.flatMap(({ Expression }) => Expression ?? []).join();
  return {
    metric: `${expression} (${[...new Set(names)].join(", ")})`,
    period: measured[0]?.Period,
  };
}

/** Replaces references by the names of what they refer to. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isUsual(one)).map(plain);
  if (typeof value !== "object" || value === null) return value;
  return (
    referenceIn(value) ??
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
  );
}

const isUsual = (statement: unknown): boolean => TLS_ONLY.test(JSON.stringify(statement));

function referenceIn(value: object): string | undefined {
  const { Ref, ...other } = value as Readonly<Record<string, unknown>>;
  if (typeof Ref === "string") return `<${nameOf(Ref)}>`;
  const attribute = other["Fn::GetAtt"] as readonly [string, string] | undefined;
  if (attribute) return `<${nameOf(attribute[0])}>`;
  const imported = other["Fn::ImportValue"] as string | undefined;
  if (imported) return `<${imported.replace(/.*(?:GetAtt|Ref)(\w+?)[0-9A-F]{8}.*/, "$1")}>`;
  const part = other["Fn::Select"] as readonly [number, unknown] | undefined;
  if (part) return `<part ${part[0]} of ${JSON.stringify(plain(part[1]))}>`;
  const join = other["Fn::Join"] as readonly [string, readonly unknown[]] | undefined;
  return join?.[1].map(plain).join(join[0]);
}
