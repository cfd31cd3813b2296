import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { type Job, jobs, queues, queueVariable } from "../../shared/platform/jobs/jobs.ts";
import { type Properties, Resources, scheduleTemplate, target } from "../synth/templates.ts";

const template = scheduleTemplate();
const stack = new Resources(template);
const rows = Object.entries<Job>(jobs);

const environmentOf = (name: string): string[] => {
  const environment = stack.functionOf(name).properties["Environment"] as { Variables: object };
  return Object.keys(environment.Variables).sort();
};

describe("the functions", () => {
  it("are the rows of the job table", () => {
    expect(stack.ofType("AWS::Lambda::Function")).toHaveLength(rows.length);
  });

  it.for(rows)("%s runs Node 24 on arm64, as long as its row allows", ([name, job]) => {
    expect(stack.functionOf(name).properties).toMatchObject({
      Architectures: ["arm64"],
      Description: job.summary,
      Runtime: "nodejs24.x",
      Timeout: job.timeout_seconds,
    });
    expect(stack.functionOf(name).properties).not.toHaveProperty("TracingConfig");
  });

  it.for(rows)("%s knows table, queue and bus as its row says", ([name, job]) => {
    expect(environmentOf(name)).toEqual(
      [
        "POWERTOOLS_SERVICE_NAME",
        "TABLE_NAME",
        ...(job.sends ? [queueVariable(job.sends)] : []),
        ...(job.artifacts ? ["BUCKET_NAME", "TRIAL_LOCK_DAYS"] : []),
        ...(job.imports ? ["IMPORT_BUCKET_NAME"] : []),
        ...(job.publishes ? ["EVENT_BUS_NAME"] : []),
      ].sort(),
    );
  });
});

it("lets the jobs alone start themselves that send on parts of their work", () => {
  const own = rows.filter(
    ([name]) => stack.functionOf(name).properties["RecursiveLoop"] === "Allow",
  );
  expect(own.map(([name]) => name)).toEqual([
    "auditAccount",
    "recountAccount",
    "writeRecords",
    "commitImportPart",
    "removeSandbox",
    "deliverWebhook",
  ]);
});

describe("concurrency", () => {
  it.for(["dev", "prod"])("of %s is nobody's own: a new account has none to give", (stage) => {
    const functions = new Resources(scheduleTemplate({ stage })).ofType("AWS::Lambda::Function");
    expect(functions).toHaveLength(rows.length);
    for (const [, properties] of functions) {
      expect(properties).not.toHaveProperty("ReservedConcurrentExecutions");
    }
  });
});

describe("what starts them", () => {
  const scheduled = rows.flatMap(([name, { trigger }]) =>
    "schedule" in trigger ? [{ name, trigger }] : [],
  );

  const schedules = stack.ofType("AWS::Scheduler::Schedule").map(([, properties]) => properties);
  const targetOf = ({ Target }: Properties) => Target as { Arn: unknown; RoleArn: unknown };

  it.for(scheduled)("$name: the clock of its row", ({ name, trigger }) => {
    const id = stack.functionOf(name).id;
    const found = schedules.find((one) => target(targetOf(one).Arn) === id);
    expect(found).toMatchObject({
      ScheduleExpression: trigger.schedule,
      ScheduleExpressionTimezone: trigger.time_zone,
      State: "ENABLED",
    });
  });

  it.for(scheduled)("$name: by a role that may start it alone", ({ name }) => {
    const id = stack.functionOf(name).id;
    const starter = schedules.find((one) => target(targetOf(one).Arn) === id);
    const role = target(starter && targetOf(starter).RoleArn);
    const policies = stack
      .ofType("AWS::IAM::Policy")
      .filter(([, { Roles }]) => target(Roles) === role);
    expect(policies.map(([, { PolicyDocument }]) => PolicyDocument)).toMatchObject([
      {
        Statement: [{ Action: "lambda:InvokeFunction", Resource: { "Fn::GetAtt": [id, "Arn"] } }],
      },
    ]);
  });

  it("has no schedule besides", () => expect(schedules).toHaveLength(scheduled.length));

  it.for(Object.entries(queues))(
    "%s: single failures are taken out of a batch, and not the whole table's capacity",
    ([queue, { batch_size, max_concurrency }]) => {
      const [worker = ""] = rows.find(
        ([, { trigger }]) => "queue" in trigger && trigger.queue === queue,
      ) ?? [""];
      template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
        BatchSize: batch_size,
        FunctionName: { Ref: stack.functionOf(worker).id },
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        ScalingConfig: { MaximumConcurrency: max_concurrency },
      });
    },
  );

  it("the queues wait for their workers, and hand what keeps failing to the dead letters", () => {
    template.resourceCountIs("AWS::SQS::Queue", 16);
    template.allResourcesProperties("AWS::SQS::Queue", { SqsManagedSseEnabled: true });
    template.hasResourceProperties("AWS::SQS::Queue", {
      VisibilityTimeout: jobs.checkAccount.timeout_seconds * 6,
      RedrivePolicy: {
        maxReceiveCount: queues.accounts.max_receives,
        deadLetterTargetArn: { "Fn::GetAtt": [Match.stringLikeRegexp("^DeadAccounts"), "Arn"] },
      },
    });
    // What is dropped for its age leaves no dead letter.
    template.allResourcesProperties("AWS::SQS::Queue", { MessageRetentionPeriod: 14 * 86_400 });
  });
});

it("operators are told where to look", () => {
  for (const output of ["EventBusName", "AccountsQueueUrl", "DeadAccountsQueueArn"]) {
    template.hasOutput(output, {});
  }
});
