import { CfnOutput, Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectLockRetention,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { INDEX, INDEX_ATTRIBUTES } from "../shared/table/keys.ts";
import { topicOf } from "./alarm-topic.ts";
import { watch } from "./alarms.ts";
import { guardArtifacts } from "./artifact-policy.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";
import { tableWatches } from "./table-alarms.ts";
import { backUp } from "./table-backup.ts";
import { tableEncryption } from "./table-key.ts";

/** The table as far as functions and permissions need to know it. */
export type Table = Pick<ITableV2, "tableName" | "tableArn">;

/** What the functions work on: the single table, and the bucket of the locked returns' files. */
export type Stores = { readonly table: Table; readonly artifacts: Bucket };

/** Who downloaded a return, for as long as an auditor of the year's accounts may ask. */
const ACCESS_LOGS_KEPT = Duration.days(731);

/** What a bucket of this service is at least. */
const PRIVATE = {
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  removalPolicy: RemovalPolicy.RETAIN,
};

/**
 * What outlives every deployment, in either stage: the single table and the bucket of the locked
 * returns' files. Their names are generated, so that two deployments of one account never meet.
 */
export class DataStack extends Stack implements Stores {
  readonly table: Table;
  readonly artifacts: Bucket;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, stackProps(id, settings, "supply ledger and locked returns"));
    const own = this.ledgerTable(settings);
    // Whoever stops using them would else have to go first, and whoever starts again come last.
    for (const value of [own.tableArn, own.tableName]) this.exportValue(value);
    this.table = settings.restoredTable
      ? TableV2.fromTableName(this, "RestoredTable", settings.restoredTable)
      : own;
    this.artifacts = this.artifactBucket(settings);
    guardArtifacts(this.artifacts, settings);
    const topic = topicOf(this, settings);
    for (const one of tableWatches(this.table.tableName)) watch(this, topic, one);
    if (settings.backup) backUp(this, this.table.tableArn, settings.backup);
    new CfnOutput(this, "TableName", { value: this.table.tableName });
    new CfnOutput(this, "BucketName", { value: this.artifacts.bucketName });
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
      // The index takes a copy of each event: it has to be as warm as the table.
      ...(warmThroughput ? { warmThroughput } : {}),
      encryption: tableEncryption(this, tableKey),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: "expires_at",
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /**
   * Art. 369k VAT Directive: OSS records are kept for ten years. Compliance mode, because not even
   * the account's root user may shorten it. The default counts from the upload, the law from the
   * end of the year of the supply: it is the least that any file gets.
   */
  private artifactBucket({ retention: { mode, days } }: Settings): Bucket {
    const kept = Duration.days(days);
    return new Bucket(this, "Artifacts", {
      ...PRIVATE,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention:
        mode === "COMPLIANCE"
          ? ObjectLockRetention.compliance(kept)
          : ObjectLockRetention.governance(kept),
      serverAccessLogsBucket: this.accessLogs() as IBucket,
    });
  }

  private accessLogs(): Bucket {
    return new Bucket(this, "AccessLogs", {
      ...PRIVATE,
      lifecycleRules: [{ expiration: ACCESS_LOGS_KEPT }],
    });
  }
}
