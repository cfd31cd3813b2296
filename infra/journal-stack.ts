import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type Function as LambdaFunction, MetricType } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { JOURNALED_PREFIXES } from "../shared/operations/journal/journal-file.ts";
import { topicOf } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import { guardFiles } from "./artifact-policy.ts";
import { copiedBucket } from "./copies.ts";
import type { Stores } from "./data-stack.ts";
import { journalWatches } from "./journal-alarms.ts";
import { checkpointPath, functionNameOf, journalPath, lambdaFunction } from "./lambda-function.ts";
import { logsOf } from "./logs.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";
import { lostChanges, passChanges } from "./table-changes.ts";

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

/** The journal of all changes of the table (docs/decisions/0153): a bucket and the only function that may write its files. */
export class JournalStack extends Stack {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: Settings, { table }: Stores) {
    super(scope, id, stackProps(id, settings, "journal of all changes"));
    const topic = topicOf(this, settings);
    const journal = copiedBucket(this, "Journal", settings, topic);
    this.bucket = journal;
    // In a small account the check of evidence, which stores checkpoints, shares a worker that also stores other files.
    const writers = [
      journalPath(settings),
      ...(settings.smallAccount ? [checkpointPath(settings)] : []),
    ];
    guardFiles(journal, settings, writers, "OnlyTheJournalWrites");
    const lost = lostChanges(this);
    const mapping = passChanges(this, this.writer(settings, journal), {
      streamArn: table.streamArn,
      lost,
      prefixes: JOURNALED_PREFIXES,
      batchSize: BATCH_SIZE,
      maxBatchingWindow: Duration.seconds(settings.journalSeconds),
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
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
    if (!writer.role) return writer;
    Validations.of(writer.role).acknowledge({
      id: "AwsSolutions-IAM5[Resource::<JournalAE8C44B2.Arn>/*]",
      reason: "Files are named by account and change, none of which is known beforehand",
    });
    return writer;
  }
}
