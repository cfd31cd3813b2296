import { CfnOutput, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { INDEX, INDEX_ATTRIBUTES } from "../shared/platform/table/keys.ts";
import { topicOf } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import { guardFiles } from "./artifact-policy.ts";
import { copiedBucket } from "./copies.ts";
import { importBucket } from "./import-bucket.ts";
import { keyProofSecrets } from "./key-proofs.ts";
import { putterPath } from "./lambda-function.ts";
import { sealingKey } from "./sealing-key.ts";
import type { Settings } from "./settings.ts";
import { issuerOf } from "./sign-in.ts";
import { stackProps } from "./stack-props.ts";
import type { Issuer } from "./stage-settings.ts";
import { tableWatches } from "./table-alarms.ts";
import { backUp } from "./table-backup.ts";
import { tableEncryption } from "./table-key.ts";

/** The attributes of the table that functions and permissions need. */
export type Table = Pick<ITableV2, "tableName" | "tableArn"> & {
  /** ARN of the table's change stream. */
  readonly streamArn: string;
};

/** The stores of the functions: the single table, the bucket for files of locked returns, the bucket for imports. */
export type Stores = {
  readonly table: Table;
  readonly artifacts: Bucket;
  readonly imports: Bucket;
  /** The key that seals secrets of users. */
  readonly sealing: Key;
  /** The secrets that prove the accounts of keys. */
  readonly keyProofs: Secret;
  /** The issuer that persons sign in with; undefined for a stage that takes keys only. */
  readonly issuer: Issuer | undefined;
};

/**
 * The stack of the stores that outlive every deployment in every stage: the single table and the bucket for files of
 * locked returns. Their names are generated, so that two deployments in one AWS account do not collide.
 */
export class DataStack extends Stack implements Stores {
  readonly table: Table;
  readonly artifacts: Bucket;
  readonly imports: Bucket;
  readonly sealing: Key;
  readonly keyProofs: Secret;
  readonly issuer: Issuer | undefined;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, stackProps(id, settings, "supply ledger and locked returns"));
    const own = this.ledgerTable(settings);
    // Keeps these exports even without users. Otherwise a switch to a restored table would remove exports still in use.
    const ownStream = own.tableStreamArn ?? "";
    for (const value of [own.tableArn, own.tableName, ownStream]) this.exportValue(value);
    this.table = this.restoredTable(settings) ?? {
      tableArn: own.tableArn,
      tableName: own.tableName,
      streamArn: ownStream,
    };
    const topic = topicOf(this, settings);
    this.artifacts = copiedBucket(this, "Artifacts", settings, topic);
    guardFiles(this.artifacts, settings, [putterPath(settings)], "OnlyLocksStoreFiles");
    this.imports = importBucket(this, settings);
    this.sealing = sealingKey(this);
    this.keyProofs = keyProofSecrets(this, settings);
    this.issuer = issuerOf(this, settings);
    for (const tableWatch of tableWatches(this.table.tableName)) watch(this, topic, tableWatch);
    if (settings.backup) backUp(this, this.table.tableArn, settings.backup);
    new CfnOutput(this, "TableName", { value: this.table.tableName });
    new CfnOutput(this, "ImportBucketName", { value: this.imports.bucketName });
    new CfnOutput(this, "BucketName", { value: this.artifacts.bucketName });
    // Commands that change keys sign with its value (docs/operations.md); an output has the name alone.
    new CfnOutput(this, "KeyProofsArn", { value: this.keyProofs.secretArn });
  }

  private restoredTable({ restoredTable: restored }: Settings): Table | undefined {
    if (!restored) return undefined;
    const { tableArn, tableName } = TableV2.fromTableName(this, "RestoredTable", restored.name);
    return { tableArn, tableName, streamArn: restored.streamArn };
  }

  private ledgerTable({ tableKey, warmThroughput }: Settings): TableV2 {
    return new TableV2(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEX,
          partitionKey: { name: "gsi1pk", type: AttributeType.STRING },
          sortKey: { name: "gsi1sk", type: AttributeType.STRING },
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: [...INDEX_ATTRIBUTES],
          ...(warmThroughput ? { warmThroughput } : {}),
        },
      ],
      billing: Billing.onDemand(),
      // The index stores a copy of each event, so it needs the warm throughput of the table.
      ...(warmThroughput ? { warmThroughput } : {}),
      encryption: tableEncryption(this, tableKey),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: "expires_at",
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      deletionProtection: true,
      // Also when the first creation of the stack fails: with its protection it could not be deleted.
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
