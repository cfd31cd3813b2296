import { CfnOutput, Duration, Stack, TimeZone } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventBus } from "aws-cdk-lib/aws-events";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type { Construct } from "constructs";
import type { Job } from "../shared/schedule/job.ts";
import { jobs, queues } from "../shared/schedule/jobs.ts";
import { jobAlarms } from "./job-alarms.ts";
import { accountQueue, type QueuePair } from "./job-queue.ts";
import { lambdaFunction } from "./lambda-function.ts";
import { TABLE_ACTIONS } from "./table-actions.ts";

/** One Lambda function per row of the job table, what starts it, and what it hands its results to. */
export class ScheduleStack extends Stack {
  constructor(scope: Construct, id: string, table: TableV2) {
    super(scope, id, { description: "EU VAT compliance: scheduled monitoring and ECB rates" });
    const bus = new EventBus(this, "Events");
    const accounts = accountQueue(this, jobs.checkAccount.timeout_seconds);
    const functions = new Map<string, NodejsFunction>();
    for (const [name, job] of Object.entries<Job>(jobs)) {
      const lambda = this.functionOf(name, job, table);
      if (job.sends) sendTo(lambda, accounts);
      if (job.publishes) publishTo(lambda, bus);
      this.start(name, lambda, job, accounts);
      functions.set(name, lambda);
    }
    jobAlarms(this, functions, accounts.dead);
    new CfnOutput(this, "EventBusName", { value: bus.eventBusName });
  }

  private functionOf(name: string, job: Job, table: TableV2): NodejsFunction {
    const lambda = lambdaFunction(this, name, job, {
      memorySize: 1024,
      timeout: Duration.seconds(job.timeout_seconds),
      environment: { TABLE_NAME: table.tableName },
    });
    table.grant(lambda, ...TABLE_ACTIONS[job.table]);
    return lambda;
  }

  private start(name: string, lambda: NodejsFunction, { trigger }: Job, accounts: QueuePair): void {
    if ("queue" in trigger) {
      const { batch_size, max_concurrency } = queues[trigger.queue];
      const limits = { batchSize: batch_size, maxConcurrency: max_concurrency };
      const source = new SqsEventSource(accounts.live, {
        ...limits,
        reportBatchItemFailures: true,
      });
      lambda.addEventSource(source);
      return;
    }
    const zone = TimeZone.of(trigger.time_zone);
    new Schedule(this, `${name}Schedule`, {
      schedule: ScheduleExpression.expression(trigger.schedule, zone),
      target: new LambdaInvoke(lambda),
    });
  }
}

function sendTo(lambda: NodejsFunction, { live }: QueuePair): void {
  live.grantSendMessages(lambda);
  lambda.addEnvironment("ACCOUNT_QUEUE_URL", live.queueUrl);
}

function publishTo(lambda: NodejsFunction, bus: EventBus): void {
  bus.grantPutEventsTo(lambda);
  lambda.addEnvironment("EVENT_BUS_NAME", bus.eventBusName);
}
