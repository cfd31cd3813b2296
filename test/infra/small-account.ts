import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { executionsOf } from "../../infra/executions.ts";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import { sharedQueueOf } from "../../shared/api/shared-workers.ts";
import {
  apiTemplate,
  type Changes,
  EVERY_JOB,
  jobsTemplate,
  journalTemplate,
  Resources,
  SMALL,
  scheduleTemplate,
  settingsWith,
  target,
} from "../synth/templates.ts";

/* A stage of a new AWS account, which runs ten functions at once. */
const everyJob: Template = jobsTemplate({ ...EVERY_JOB, smallAccount: true });
const every = new Resources(everyJob);
const idle = new Resources(scheduleTemplate(SMALL));
const rows = Object.entries<Job>(jobs);

describe("a small account", () => {
  it("has one function for the jobs that open secrets, one for the others, and one for operators", () => {
    const names = every.ofType("AWS::Lambda::Function").map(([, { FunctionName }]) => FunctionName);
    expect(names.map((name) => String(name).replace("VatSchedule-dev-", ""))).toEqual([
      "operateAccounts",
      "runSecretJobs",
      "runOtherJobs",
    ]);
  });

  it("has two queues with two workers each, which take one message at a time", () => {
    everyJob.resourceCountIs("AWS::SQS::Queue", 4);
    everyJob.resourceCountIs("AWS::Lambda::EventSourceMapping", 2);
    everyJob.allResourcesProperties("AWS::Lambda::EventSourceMapping", {
      BatchSize: 1,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
  });

  it("starts each scheduled job by a message that names it, in the queue of its worker", () => {
    const found = every.ofType("AWS::Scheduler::Schedule").map(([, { Target }]) => {
      const { Arn, Input = "{}" } = Target as { Arn: unknown; Input?: string };
      return [JSON.parse(Input).job, target(Arn).slice(0, -8)];
    });
    const expected = rows
      .filter(([, { trigger }]) => "schedule" in trigger)
      .map(([name, job]) => {
        const queue = sharedQueueOf(job);
        if (!queue) return [undefined, name];
        return [name, `${queue.charAt(0).toUpperCase()}${queue.slice(1)}`];
      });
    expect(found.sort()).toEqual(expected.sort());
  });

  it("needs eight of ten executions at most: workers and shards of the journal", () => {
    const workers = every
      .ofType("AWS::Lambda::EventSourceMapping")
      .map(([, { ScalingConfig }]) => ScalingConfig as { MaximumConcurrency: number })
      .reduce((sum, { MaximumConcurrency }) => sum + MaximumConcurrency, 0);
    const invoked = every
      .ofType("AWS::Scheduler::Schedule")
      .filter(([, { Target }]) => !("Input" in (Target as object)));
    const streams = new Resources(journalTemplate(SMALL)).ofType("AWS::Lambda::EventSourceMapping");
    expect(streams).toMatchObject([[expect.anything(), { ParallelizationFactor: 1 }]]);
    expect(workers + 4 * streams.length + invoked.length).toBe(8);
    expect(executionsOf(settingsWith(SMALL))).toBe(8);
  });

  it("lets the shared worker store checkpoints of the journal, by a path that the bucket of the journal allows", () => {
    const [[, role] = []] = every
      .ofType("AWS::IAM::Role")
      .filter(([id]) => id.startsWith("runOtherJobsRole"));
    expect(role?.Path).toBe("/eu-vat/dev/puts-files/puts-checkpoints/");
    const policies = (changes: Changes) =>
      JSON.stringify(new Resources(journalTemplate(changes)).ofType("AWS::S3::BucketPolicy"));
    expect(policies(SMALL)).toContain("role/eu-vat/dev/puts-files/puts-checkpoints/*");
    expect(policies({})).not.toContain("puts-files");
    expect(policies({})).toContain("role/eu-vat/dev/writes-journal/*");
  });

  it("keeps the policy of a worker within the size that IAM allows", () => {
    const sizes = every
      .ofType("AWS::IAM::Policy")
      .map(([, { PolicyDocument }]) => JSON.stringify(PolicyDocument).replace(/\s/g, "").length);
    expect(Math.max(...sizes)).toBeLessThan(10_240);
  });

  it("lets functions of the API send by the name of the queue, so that no export is in the way", () => {
    const text = JSON.stringify(apiTemplate(SMALL).toJSON());
    expect(text).toContain(":VatSchedule-dev-otherJobs");
    expect(text).not.toContain('Fn::ImportValue":"VatSchedule');
  });
});

describe("a stage without connected shops and mails", () => {
  it("has no schedule and no alarm for them", () => {
    expect(JSON.stringify(idle.all)).not.toMatch(
      /dispatch(?:CatchUps|Mails)|\\"CONNECTION_SECRETS#\*|MAIL_FROM|MAILS_QUEUE/,
    );
  });

  it("tells the routes that start their work", () => {
    const off = new Resources(apiTemplate(SMALL))
      .ofType("AWS::Lambda::Function")
      .filter(([, { Environment }]) => JSON.stringify(Environment)?.includes("NOT_ENABLED"));
    expect(off.map(([id]) => id.slice(0, -8)).sort()).toEqual([
      "bookOpenOrder",
      "createConnection",
      "receiveMessage",
      "startCatchUp",
    ]);
  });
});
