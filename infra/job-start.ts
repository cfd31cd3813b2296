import { Aws, TimeZone } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Trigger } from "../shared/api/job.ts";
import { type QueueName, queues, workersOf } from "../shared/platform/queues/queue-table.ts";

/** Creates the schedule or the queue subscription that starts the function of a job. */
export function startJob(
  name: string,
  lambda: LambdaFunction,
  { trigger, smallAccount }: { readonly trigger: Trigger; readonly smallAccount: boolean },
  queueOf: (name: QueueName) => Queue,
): void {
  if ("invoked_by" in trigger) return;
  if ("queue" in trigger) {
    const source = new SqsEventSource(queueOf(trigger.queue), {
      batchSize: queues[trigger.queue].batch_size,
      maxConcurrency: workersOf(trigger.queue, smallAccount),
      reportBatchItemFailures: true,
    });
    lambda.addEventSource(source);
    return;
  }
  scheduleOf(name, lambda, trigger);
}

export function scheduleOf(
  name: string,
  lambda: LambdaFunction,
  trigger: Pick<Extract<Trigger, { readonly schedule: string }>, "schedule" | "time_zone">,
): void {
  const zone = TimeZone.of(trigger.time_zone ?? "Etc/UTC");
  new Schedule(lambda.stack, `${name}Schedule`, {
    schedule: ScheduleExpression.expression(trigger.schedule, zone),
    target: new LambdaInvoke(lambda, { role: starterOf(name, lambda) }),
  });
}

/** Creates a role that may invoke one function only. The role that CDK creates may invoke every version of it. */
function starterOf(name: string, lambda: LambdaFunction) {
  const role = new Role(lambda.stack, `${name}Starter`, {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [lambda.functionArn] }),
  );
  return role.withoutPolicyUpdates();
}
