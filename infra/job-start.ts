import { Aws, TimeZone } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke, SqsSendMessage } from "aws-cdk-lib/aws-scheduler-targets";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Trigger } from "../shared/api/job.ts";
import { LEAST_WORKERS, type QueueName, queues } from "../shared/platform/queues/queue-table.ts";

/** Subscribes the worker of a queue. */
export function startByQueue(lambda: LambdaFunction, name: QueueName, queue: Queue): void {
  const { batch_size, max_concurrency } = queues[name];
  subscribe(lambda, queue, batch_size, max_concurrency);
}

/** Subscribes the worker of a shared queue. A message names its job, so the worker takes one at a time. */
export const startByShared = (lambda: LambdaFunction, queue: Queue): void =>
  subscribe(lambda, queue, 1, LEAST_WORKERS);

function subscribe(
  lambda: LambdaFunction,
  queue: Queue,
  batchSize: number,
  maxConcurrency: number,
): void {
  const reportBatchItemFailures = true;
  lambda.addEventSource(
    new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures }),
  );
}

type Scheduled = Pick<Extract<Trigger, { readonly schedule: string }>, "schedule" | "time_zone">;

/** Creates the schedule that invokes the function of a job. */
export function scheduleOf(name: string, lambda: LambdaFunction, trigger: Scheduled): void {
  const role = starterOf(lambda.stack, name, "lambda:InvokeFunction", lambda.functionArn);
  addSchedule(lambda.stack, name, trigger, new LambdaInvoke(lambda, { role }));
}

/** Creates the schedule of a job that shares a worker: its message names the job. */
export function scheduleInQueue(name: string, queue: Queue, trigger: Scheduled): void {
  const role = starterOf(queue.stack, name, "sqs:SendMessage", queue.queueArn);
  const input = ScheduleTargetInput.fromObject({ job: name });
  addSchedule(queue.stack, name, trigger, new SqsSendMessage(queue, { role, input }));
}

function addSchedule(
  scope: Construct,
  name: string,
  { schedule, time_zone }: Scheduled,
  target: LambdaInvoke | SqsSendMessage,
): void {
  const expression = ScheduleExpression.expression(schedule, TimeZone.of(time_zone ?? "Etc/UTC"));
  new Schedule(scope, `${name}Schedule`, { schedule: expression, target });
}

/** Creates a role that may start one job only. The role that CDK creates may invoke every version of a function. */
function starterOf(scope: Construct, name: string, action: string, resource: string) {
  const role = new Role(scope, `${name}Starter`, {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  });
  role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  return role.withoutPolicyUpdates();
}
