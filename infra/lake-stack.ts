import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import { CfnDatabase, CfnTable } from "aws-cdk-lib/aws-glue";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { type ColumnType, LAKE_PREFIXES, LAKE_TABLES } from "../shared/operations/lake/tables.ts";
import { topicOf } from "./alarm-topic.ts";
import { FIVE_MINUTES, watch } from "./alarms.ts";
import type { Stores } from "./data-stack.ts";
import { scheduleOf } from "./job-start.ts";
import { lambdaFunction } from "./lambda-function.ts";
import { logsOf } from "./logs.ts";
import { PRIVATE } from "./private-bucket.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";
import { lostChanges, passChanges } from "./table-changes.ts";

export const LAKE_WRITER = {
  handler: "lake/write-lake",
  summary: "Writes changes of events, movements and locks into the lake",
} as const;

export const LAKE_TENDER = {
  handler: "lake/tend-lake",
  summary: "Removes erased texts from the lake, and merges its small files",
} as const;

/** The largest batch that Lambda passes on, and the longest wait for it: few files cost less. */
const BATCH_SIZE = 10_000;
const WINDOW = Duration.minutes(5);

/** The lake: Parquet files of events, movements and locks, and a Glue table for each kind (docs/lake.md). */
export class LakeStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, { table }: Stores) {
    super(scope, id, stackProps(id, settings, "lake of events, movements and locks"));
    const lake = new Bucket(this, "Lake", PRIVATE);
    Validations.of(lake).acknowledge({
      id: "AwsSolutions-S1",
      reason: "It is a copy for queries; the records themselves are in locked buckets with logs",
    });
    const lost = lostChanges(this);
    const logGroup = logsOf(this, "Lake", settings);
    const made = (name: string, row: typeof LAKE_WRITER | typeof LAKE_TENDER, minutes: number) =>
      lambdaFunction(this, name, row, settings, {
        service: this.stackName,
        logGroup,
        memorySize: 1769,
        timeout: Duration.minutes(minutes),
        environment: { LAKE_BUCKET_NAME: lake.bucketName },
      });
    const writer = made("writeLake", LAKE_WRITER, 3);
    letUse(writer, lake, ["s3:PutObject"]);
    passChanges(this, writer, {
      streamArn: table.streamArn,
      lost,
      prefixes: LAKE_PREFIXES,
      batchSize: BATCH_SIZE,
      maxBatchingWindow: WINDOW,
    });
    const tender = made("tendLake", LAKE_TENDER, 15);
    letUse(tender, lake, ["s3:DeleteObject", "s3:GetObject", "s3:PutObject"]);
    tender.addToRolePolicy(
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [lake.bucketArn] }),
    );
    scheduleOf("tendLake", tender, { schedule: "cron(30 1 * * ? *)" });
    watch(this, topicOf(this, settings), {
      name: "LakeLost",
      metric: lost.metricApproximateNumberOfMessagesVisible({
        period: FIVE_MINUTES,
        statistic: "Maximum",
      }),
      description:
        "Changes could not be written into the lake; the stream holds them for some hours",
    });
    addTables(this, lake, settings);
    new CfnOutput(this, "BucketName", { value: lake.bucketName });
  }
}

function letUse(lambda: LambdaFunction, lake: Bucket, actions: string[]): void {
  lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [lake.arnForObjects("*")] }));
  if (!lambda.role) return;
  Validations.of(lambda.role).acknowledge({
    id: "AwsSolutions-IAM5[Resource::<Lake5F1B88EA.Arn>/*]",
    reason: "Files are named by day and change, none of which is known beforehand",
  });
}

const GLUE_TYPES: Readonly<Record<ColumnType, string>> = {
  text: "string",
  json: "string",
  integer: "bigint",
  flag: "boolean",
};

/** Adds the Glue tables. Athena computes the partitions, so that no crawler has to find them. */
function addTables(scope: Stack, lake: Bucket, { stage }: Settings): void {
  const database = `eu_vat_${stage}`;
  const parent = new CfnDatabase(scope, "Database", {
    catalogId: scope.account,
    databaseInput: { name: database },
  });
  for (const [name, columns] of Object.entries(LAKE_TABLES)) {
    const location = `s3://${lake.bucketName}/${name}/`;
    const table = new CfnTable(scope, `Table${name}`, {
      catalogId: scope.account,
      databaseName: database,
      tableInput: {
        name,
        tableType: "EXTERNAL_TABLE",
        partitionKeys: [{ name: "day", type: "string" }],
        parameters: {
          classification: "parquet",
          "projection.enabled": "true",
          "projection.day.type": "date",
          "projection.day.format": "yyyy-MM-dd",
          "projection.day.range": "2021-07-01,NOW+1DAYS",
          "storage.location.template": `${location}day=\${day}/`,
        },
        storageDescriptor: {
          location,
          inputFormat: "org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat",
          outputFormat: "org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat",
          serdeInfo: {
            serializationLibrary: "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe",
          },
          columns: Object.entries<ColumnType>(columns).map(([column, type]) => ({
            name: column,
            type: GLUE_TYPES[type],
          })),
        },
      },
    });
    table.addResourceDependency(parent);
  }
}
