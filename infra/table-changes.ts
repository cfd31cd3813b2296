import { Duration, type Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  EventSourceMapping,
  type EventSourceMappingOptions,
  FilterCriteria,
  type Function as LambdaFunction,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { KEPT } from "./job-queue.ts";

/**
 * Age at which a batch goes to the queue of lost changes, so that later batches proceed. A stream stores a change for
 * 24 hours, which leaves twelve hours to write the batch by hand.
 */
const MOST_AGE = Duration.hours(12);

/** Creates the queue with the positions of changes that could not be written. */
export function lostChanges(scope: Construct): Queue {
  const lost = new Queue(scope, "Lost", KEPT);
  Validations.of(lost).acknowledge({
    id: "AwsSolutions-SQS3",
    reason: "It is the dead letters of the stream, read by people",
  });
  return lost;
}

type Passed = EventSourceMappingOptions & {
  readonly streamArn: string;
  readonly lost: Queue;
  /** The prefixes of the partitions whose changes are passed; others cost neither an invocation nor a file. */
  readonly prefixes: readonly string[];
};

/** Passes the changes of the table's stream to a function that writes them. */
export function passChanges(
  scope: Stack,
  writer: LambdaFunction,
  { streamArn, lost, prefixes, ...options }: Passed,
): EventSourceMapping {
  letRead(writer, streamArn);
  return new EventSourceMapping(scope, "Changes", {
    ...options,
    target: writer,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    // One batch of a shard at a time keeps up: a shard receives a thousand changes a second, a batch holds a thousand.
    parallelizationFactor: 1,
    bisectBatchOnError: true,
    maxRecordAge: MOST_AGE,
    onFailure: new SqsDlq(lost),
    filters: [
      FilterCriteria.filter({
        dynamodb: { Keys: { pk: { S: prefixes.map((prefix) => ({ prefix })) } } },
      }),
    ],
  });
}

function letRead(writer: LambdaFunction, streamArn: string): void {
  writer.addToRolePolicy(
    new PolicyStatement({
      actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
      resources: [streamArn],
    }),
  );
  writer.addToRolePolicy(
    new PolicyStatement({ actions: ["dynamodb:ListStreams"], resources: ["*"] }),
  );
  if (!writer.role) return;
  Validations.of(writer.role).acknowledge({
    id: "AwsSolutions-IAM5[Resource::*]",
    reason: "dynamodb:ListStreams, and X-Ray where traces are sent, know no resources",
  });
}
