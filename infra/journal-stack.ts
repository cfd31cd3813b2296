import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import {
  EventSourceMapping,
  FilterCriteria,
  MetricType,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { CHECKPOINT_DAYS } from "../shared/operations/checks/checkpoint.ts";
import { CHECKPOINTS, JOURNALED_PREFIXES } from "../shared/operations/journal/journal-file.ts";
import { topicOf } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import { guardFiles } from "./artifact-policy.ts";
import type { Stores } from "./data-stack.ts";
import { KEPT } from "./job-queue.ts";
import { journalWatches } from "./journal-alarms.ts";
import { functionNameOf, journalPath, lambdaFunction } from "./lambda-function.ts";
import { lockedBucket } from "./locked-bucket.ts";
import { logsOf } from "./logs.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";

const WRITER = "writeJournal";

export const JOURNAL_WRITER = {
  handler: "journal/write-journal",
  summary: "Writes every change of the table into files that nobody can take away",
  journal: true,
} as const;

/** Timeout of the journal writer. A batch of a thousand changes becomes a few files and needs far less. */
const TIMEOUT = Duration.seconds(60);

/** Maximum size of a batch. Large batches cost less, because S3 charges for each file. */
const BATCH_SIZE = 1000;

/**
 * Age at which a batch goes to the queue of lost changes, so that later batches proceed. A stream stores a change for
 * 24 hours, which leaves twelve hours to write the batch by hand.
 */
const MOST_AGE = Duration.hours(12);

/** The journal of all changes of the table (docs/decisions/0153): a bucket and the only function that may write its files. */
export class JournalStack extends Stack {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: Settings, { table }: Stores) {
    super(scope, id, stackProps(id, settings, "journal of all changes"));
    const journal = lockedBucket(this, "Journal", settings);
    // Deleted some time after their lock has ended. Files of the journal stay.
    journal.addLifecycleRule({
      prefix: `${CHECKPOINTS}/`,
      expiration: Duration.days(CHECKPOINT_DAYS + 30),
      noncurrentVersionExpiration: Duration.days(1),
    });
    this.bucket = journal;
    guardFiles(journal, settings, journalPath(settings), "OnlyTheJournalWrites");
    const lost = new Queue(this, "Lost", KEPT);
    Validations.of(lost).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "It is the dead letters of the stream, read by people",
    });
    const writer = this.writer(settings, journal);
    const mapping = mapChanges(this, writer, { streamArn: table.streamArn, lost, settings });
    const topic = topicOf(this, settings);
    const watched = {
      functionName: functionNameOf(this.stackName, WRITER),
      mappingId: mapping.eventSourceMappingId,
      tableName: table.tableName,
      lost,
    };
    for (const journalWatch of journalWatches(watched)) watch(this, topic, journalWatch);
    new CfnOutput(this, "BucketName", { value: journal.bucketName });
    new CfnOutput(this, "LostQueueUrl", { value: lost.queueUrl });
  }

  private writer(settings: Settings, journal: Bucket): LambdaFunction {
    const writer = lambdaFunction(this, WRITER, JOURNAL_WRITER, settings, {
      service: this.stackName,
      logGroup: logsOf(this, "Journal", settings),
      memorySize: 512,
      timeout: TIMEOUT,
      environment: { JOURNAL_BUCKET_NAME: journal.bucketName },
    });
    writer.addToRolePolicy(
      new PolicyStatement({
        actions: ["s3:PutObject", "s3:PutObjectRetention"],
        resources: [journal.arnForObjects("*")],
      }),
    );
    return writer;
  }
}

type Source = { readonly streamArn: string; readonly lost: Queue; readonly settings: Settings };

function mapChanges(
  scope: Stack,
  writer: LambdaFunction,
  { streamArn, lost, settings }: Source,
): EventSourceMapping {
  readStream(writer, streamArn);
  return new EventSourceMapping(scope, "Changes", {
    batchSize: BATCH_SIZE,
    maxBatchingWindow: Duration.seconds(settings.journalSeconds),
    target: writer,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    // One batch of a shard at a time keeps up: a shard receives a thousand changes a second, a batch holds a thousand.
    parallelizationFactor: 1,
    bisectBatchOnError: true,
    maxRecordAge: MOST_AGE,
    onFailure: new SqsDlq(lost),
    // Changes that the filter excludes cost neither an invocation nor a file.
    filters: [
      FilterCriteria.filter({
        dynamodb: { Keys: { pk: { S: JOURNALED_PREFIXES.map((prefix) => ({ prefix })) } } },
      }),
    ],
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
  });
}

function readStream(writer: LambdaFunction, streamArn: string): void {
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
  Validations.of(writer.role).acknowledge(
    {
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "dynamodb:ListStreams, and X-Ray where traces are sent, know no resources",
    },
    {
      id: "AwsSolutions-IAM5[Resource::<JournalAE8C44B2.Arn>/*]",
      reason: "Files are named by account and change, none of which is known beforehand",
    },
  );
}
