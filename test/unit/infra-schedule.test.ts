import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { DataStack } from "../../infra/data-stack.ts";
import { ScheduleStack } from "../../infra/schedule-stack.ts";
import type { Job } from "../../shared/schedule/job.ts";
import { jobs, queues } from "../../shared/schedule/jobs.ts";

type Statement = { Effect: string; Action: string | string[]; Resource: unknown };
type Properties = Record<string, unknown>;

const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
const data = new DataStack(app, "Data");
const stack = Template.fromStack(new ScheduleStack(app, "Schedule", data.table));

const resources: Record<string, { Type: string; Properties: Properties }> =
  stack.toJSON().Resources;
const ofType = (type: string) =>
  Object.entries(resources).filter(([, resource]) => resource.Type === type);
const rows = Object.entries<Job>(jobs);

/** The logical id that a property refers to. */
const target = (property: unknown): string =>
  /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(property))?.[1] ?? "";

function functionOf(name: string): { id: string; properties: Properties } {
  const form = new RegExp(`^${name}[0-9A-F]{8}$`);
  const [found] = ofType("AWS::Lambda::Function").filter(([id]) => form.test(id));
  if (!found) throw new Error(`no function ${name}`);
  return { id: found[0], properties: found[1].Properties };
}

const environmentOf = (name: string): string[] => {
  const environment = functionOf(name).properties["Environment"] as { Variables: object };
  return Object.keys(environment.Variables).sort();
};

function statementsOf(name: string): Statement[] {
  const role = target(functionOf(name).properties["Role"]);
  return ofType("AWS::IAM::Policy")
    .filter(([, { Properties }]) => (Properties["Roles"] as unknown[]).map(target).includes(role))
    .flatMap(
      ([, { Properties }]) =>
        (Properties["PolicyDocument"] as { Statement: Statement[] }).Statement,
    );
}

const actionsOf = (name: string, service: string): string[] =>
  statementsOf(name)
    .flatMap(({ Action }) => Action)
    .filter((action) => action.startsWith(`${service}:`))
    .sort();

describe("the functions", () => {
  it("are the rows of the job table", () => {
    expect(ofType("AWS::Lambda::Function")).toHaveLength(rows.length);
  });

  it.for(rows)("%s runs Node 24 on arm64, as long as its row allows", ([name, job]) => {
    expect(functionOf(name).properties).toMatchObject({
      Architectures: ["arm64"],
      Description: job.summary,
      Runtime: "nodejs24.x",
      Timeout: job.timeout_seconds,
    });
  });

  it.for(rows)("%s may use table, queue and bus as its row says, and no more", ([name, job]) => {
    const reads = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
    const writes = ["dynamodb:ConditionCheckItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
    const table = job.table === "write" ? [...reads, ...writes] : reads;
    expect(actionsOf(name, "dynamodb")).toEqual(table.sort());
    expect(actionsOf(name, "events")).toEqual(job.publishes ? ["events:PutEvents"] : []);
    expect(actionsOf(name, "sqs").includes("sqs:SendMessage")).toBe(job.sends !== undefined);
    expect(actionsOf(name, "sqs").includes("sqs:ReceiveMessage")).toBe("queue" in job.trigger);
    expect(environmentOf(name)).toEqual(
      [
        "TABLE_NAME",
        ...(job.sends ? ["ACCOUNT_QUEUE_URL"] : []),
        ...(job.publishes ? ["EVENT_BUS_NAME"] : []),
      ].sort(),
    );
  });

  it("may do nothing by wildcard but reach the table's own indexes", () => {
    const statements = rows.flatMap(([name]) => statementsOf(name));
    expect(statements.flatMap(({ Action }) => Action).filter((one) => one.includes("*"))).toEqual(
      [],
    );
    const wild = statements
      .flatMap(({ Resource }) => Resource)
      .map((one) => JSON.stringify(one))
      .filter((text) => text.includes("*"));
    for (const resource of wild) expect(resource).toMatch(/Table\w*Arn.*"\/index\/\*"/);
  });
});

describe("what starts them", () => {
  it.for(rows.filter(([, { trigger }]) => "schedule" in trigger))(
    "%s: the clock of its row",
    ([name, { trigger }]) => {
      const [found] = ofType("AWS::Scheduler::Schedule").filter(
        ([, { Properties }]) =>
          target((Properties["Target"] as Properties)["Arn"]) === functionOf(name).id,
      );
      expect(found?.[1].Properties).toMatchObject({
        ScheduleExpression: (trigger as { schedule: string }).schedule,
        ScheduleExpressionTimezone: (trigger as { time_zone: string }).time_zone,
        State: "ENABLED",
      });
    },
  );

  it("has no schedule besides", () => {
    const scheduled = rows.filter(([, { trigger }]) => "schedule" in trigger);
    expect(ofType("AWS::Scheduler::Schedule")).toHaveLength(scheduled.length);
  });

  it("the worker takes single failures out of a batch, and not the whole table's capacity", () => {
    const { batch_size, max_concurrency } = queues.accounts;
    stack.resourceCountIs("AWS::Lambda::EventSourceMapping", 1);
    stack.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      BatchSize: batch_size,
      FunctionName: { Ref: functionOf("checkAccount").id },
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: max_concurrency },
    });
  });

  it("the queue waits for the worker, and hands what keeps failing to the dead letters", () => {
    stack.resourceCountIs("AWS::SQS::Queue", 2);
    stack.hasResourceProperties("AWS::SQS::Queue", {
      VisibilityTimeout: jobs.checkAccount.timeout_seconds * 6,
      RedrivePolicy: {
        maxReceiveCount: queues.accounts.max_receives,
        deadLetterTargetArn: { "Fn::GetAtt": [Match.stringLikeRegexp("^DeadAccounts"), "Arn"] },
      },
      SqsManagedSseEnabled: true,
    });
    stack.hasResourceProperties("AWS::SQS::Queue", { MessageRetentionPeriod: 14 * 86_400 });
  });
});

describe("what operators are told", () => {
  const alarms = ofType("AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);

  it("every job that fails, dead letters and missing rates", () => {
    expect(alarms).toHaveLength(rows.length + 2);
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        Threshold: 1,
        ComparisonOperator: "GreaterThanOrEqualToThreshold",
        TreatMissingData: "ignore",
      });
      expect(target(alarm["AlarmActions"])).toMatch(/^Alarms/);
    }
    const failing = alarms.filter(({ MetricName }) => MetricName === "Errors");
    const watched = failing.map(({ Dimensions }) => target(Dimensions)).sort();
    expect(watched).toEqual(rows.map(([name]) => functionOf(name).id).sort());
  });

  it("missing rates by the metric that the refresh writes", () => {
    expect(alarms).toContainEqual(
      expect.objectContaining({
        Namespace: "EuVatCompliance",
        MetricName: "EcbDaysMissing",
        Dimensions: [{ Name: "FunctionName", Value: { Ref: functionOf("refreshRates").id } }],
        Statistic: "Maximum",
      }),
    );
  });

  it("and where to subscribe", () => {
    stack.hasOutput("AlarmTopic", {});
    stack.hasOutput("EventBusName", {});
  });
});
