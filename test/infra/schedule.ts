import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { accessOf } from "../../infra/function-access.ts";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import {
  type JobQueue,
  queues,
  queuesOf,
  queueVariable,
} from "../../shared/platform/queues/queue-table.ts";
import {
  EVERY_JOB,
  MOST,
  type Properties,
  Resources,
  scheduleTemplate,
  target,
} from "../synth/templates.ts";

const template = scheduleTemplate(MOST);
const stack = new Resources(template);
const rows = Object.entries<Job>(jobs);

type Variables = { readonly Variables: object };

const environmentOf = (name: string, resources = stack): string[] => {
  const environment = resources.functionOf(name).properties["Environment"] as Variables;
  return Object.keys(environment.Variables).sort();
};

describe("the functions", () => {
  it("are the rows of the job table", () => {
    expect(stack.ofType("AWS::Lambda::Function")).toHaveLength(rows.length);
  });

  it("run Node 24 on arm64, as long as their rows allow", () => {
    const expected = rows.map(([name, { summary, timeout_seconds }]) => ({
      FunctionName: `VatSchedule-prod-${name}`,
      Architectures: ["arm64"],
      Description: summary,
      Runtime: "nodejs24.x",
      Timeout: timeout_seconds,
      TracingConfig: { Mode: "Active" },
    }));
    const found = rows.map(([name]) => {
      const { properties } = stack.functionOf(name);
      return Object.fromEntries(
        Object.keys(expected[0] ?? {}).map((key) => [key, properties[key]]),
      );
    });
    expect(found).toEqual(expected);
  });

  it("know table, queue and bus as their rows say", () => {
    const expected = rows.map(([name, job]) => [
      name,
      ...[
        "POWERTOOLS_SERVICE_NAME",
        "TABLE_NAME",
        ...queuesOf(job).map(queueVariable),
        (job.artifacts ?? job.evidence) && "BUCKET_NAME",
        ...(job.evidence ? ["JOURNAL_BUCKET_NAME", "JOURNAL_SECONDS", "STREAM_ARN"] : []),
        accessOf(job).uses.includes("PutItem rights") ? "KEY_PROOF_SECRETS" : undefined,
        job.seals && "SEALING_KEY_ID",
        job.imports && "IMPORT_BUCKET_NAME",
        job.publishes && "EVENT_BUS_NAME",
      ]
        .filter((one) => one !== undefined)
        .sort(),
    ]);
    // The tests of mails check the variables of mails.
    const ofMails = /^(?:MAIL_FROM|MAIL_CONFIGURATION_SET|PUBLIC_URL)$/;
    const found = rows.map(([name]) => [
      name,
      ...environmentOf(name).filter((one) => !ofMails.test(one)),
    ]);
    expect(found).toEqual(expected);
  });

  it("know in a stage for trials how many days files are locked, when they store files", () => {
    const trial = new Resources(scheduleTemplate(EVERY_JOB));
    const found = rows.filter(([name]) => environmentOf(name, trial).includes("TRIAL_LOCK_DAYS"));
    expect(found).toEqual(rows.filter(([, job]) => job.artifacts ?? job.evidence));
  });
});

it("lets the jobs alone start themselves that send on parts of their work", () => {
  const own = rows.filter(
    ([name]) => stack.functionOf(name).properties["RecursiveLoop"] === "Allow",
  );
  expect(own.map(([name]) => name)).toEqual([
    "checkAccount",
    "auditAccount",
    "recountAccount",
    "runBulkJob",
    "writeRecords",
    "readImportFile",
    "readLargeFile",
    "commitImportPart",
    "bookMessage",
    "catchUp",
    "removeSandbox",
    "deliverWebhook",
    "sendMail",
  ]);
});

it("no function reserves concurrency: a new account has none to give", () => {
  for (const changes of [EVERY_JOB, MOST]) {
    const functions = new Resources(scheduleTemplate(changes)).ofType("AWS::Lambda::Function");
    expect(functions).toHaveLength(rows.length);
    for (const [, properties] of functions) {
      expect(properties).not.toHaveProperty("ReservedConcurrentExecutions");
    }
  }
});

describe("what starts them", () => {
  const scheduled = rows.flatMap(([name, { trigger }]) =>
    "schedule" in trigger ? [{ name, trigger }] : [],
  );

  const schedules = stack.ofType("AWS::Scheduler::Schedule").map(([, properties]) => properties);
  const targetOf = ({ Target }: Properties) => Target as { Arn: unknown; RoleArn: unknown };

  const starterOf = (name: string) =>
    schedules.find((schedule) => target(targetOf(schedule).Arn) === stack.functionOf(name).id);

  it("is the clock of each row", () => {
    const found = scheduled.map(({ name }) => {
      const { ScheduleExpression, ScheduleExpressionTimezone, State } = starterOf(name) ?? {};
      return [name, ScheduleExpression, ScheduleExpressionTimezone, State];
    });
    expect(found).toEqual(
      scheduled.map(({ name, trigger: { schedule, time_zone = "Etc/UTC" } }) => [
        ...[name, schedule, time_zone],
        "ENABLED",
      ]),
    );
  });

  it("has a role for each function that may start this function alone", () => {
    const found = scheduled.map(({ name }) => {
      const starter = starterOf(name);
      const role = target(starter && targetOf(starter).RoleArn);
      const policies = stack
        .ofType("AWS::IAM::Policy")
        .filter(([, { Roles }]) => target(Roles) === role);
      return policies.flatMap(
        ([, { PolicyDocument }]) => (PolicyDocument as { Statement: unknown[] }).Statement,
      );
    });
    expect(found).toMatchObject(
      scheduled.map(({ name }) => [
        {
          Effect: "Allow",
          Action: "lambda:InvokeFunction",
          Resource: { "Fn::GetAtt": [stack.functionOf(name).id, "Arn"] },
        },
      ]),
    );
  });

  it("has no schedule besides", () => expect(schedules).toHaveLength(scheduled.length));

  it("takes single failures out of a batch, and leaves capacity of the table to others", () => {
    for (const [queue, { batch_size, max_concurrency }] of Object.entries(queues)) {
      const [worker = ""] = rows.find(
        ([, { trigger }]) => "queue" in trigger && trigger.queue === queue,
      ) ?? [""];
      template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
        BatchSize: batch_size,
        FunctionName: { Ref: stack.functionOf(worker).id },
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        ScalingConfig: { MaximumConcurrency: max_concurrency },
      });
    }
  });

  it("lets leases of fair queues end with the timeout of their workers", () => {
    for (const [, { trigger, timeout_seconds }] of rows) {
      const { lease_seconds } = "queue" in trigger ? (queues[trigger.queue] as JobQueue) : {};
      if (lease_seconds !== undefined) expect(lease_seconds).toBe(timeout_seconds);
    }
  });

  it("the queues wait for their workers, and hand what keeps failing to the dead letters", () => {
    template.resourceCountIs("AWS::SQS::Queue", 30);
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

it("files that are put into the drop folder become messages, and no other files", () => {
  template.hasResourceProperties("AWS::Events::Rule", {
    EventPattern: {
      source: ["aws.s3"],
      "detail-type": ["Object Created"],
      detail: { bucket: { name: Match.anyValue() }, object: { key: [{ prefix: "drop/" }] } },
    },
    Targets: [
      Match.objectLike({ Arn: { "Fn::GetAtt": [Match.stringLikeRegexp("^Drops"), "Arn"] } }),
    ],
  });
});

it("operators are told where to look", () => {
  for (const output of ["EventBusName", "AccountsQueueUrl", "DeadAccountsQueueArn"]) {
    template.hasOutput(output, {});
  }
});
