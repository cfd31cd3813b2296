import { Duration, Stack, Validations } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Bucket,
  type BucketProps,
  type CfnBucket,
  type IBucket,
  ReplicationTimeValue,
} from "aws-cdk-lib/aws-s3";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { watch } from "./alarms.ts";
import { guardCopies } from "./artifact-policy.ts";
import { copierPath } from "./lambda-function.ts";
import { CHECKPOINTS_EXPIRE, lockedBucket } from "./locked-bucket.ts";
import type { Settings } from "./settings.ts";
import { stackProps } from "./stack-props.ts";

type Copies = NonNullable<Settings["copies"]>;

/** The locked buckets, by their construct ids, and what their files need besides the lock. */
const LOCKED = {
  Artifacts: {},
  Journal: { lifecycleRules: [CHECKPOINTS_EXPIRE] },
} satisfies Record<string, BucketProps>;

type Original = keyof typeof LOCKED;

/** Settings name the buckets: S3 copies into a name, and no stack refers to a stack of another region. */
const nameOf = ({ bucketPrefix }: Copies, original: Original): string =>
  `${bucketPrefix}-${original.toLowerCase()}`;

/** The buckets in another region that receive a copy of each locked file, and lock it as long as the original. */
export class CopiesStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings, copies: Copies) {
    const there = { ...settings, region: copies.region };
    super(scope, id, stackProps(id, there, "copies of locked files and of the journal"));
    for (const original of Object.keys(LOCKED) as Original[]) {
      const bucketName = nameOf(copies, original);
      const bucket = lockedBucket(this, original, settings, { ...LOCKED[original], bucketName });
      guardCopies(bucket, settings, copierPath(settings));
    }
  }
}

const RULE = "copies";

/** Creates a locked bucket, whose files are copied into the other region if the stage has one. */
export function copiedBucket(
  stack: Stack,
  original: Original,
  settings: Settings,
  topic: ITopic,
): Bucket {
  const { copies } = settings;
  if (!copies) return lockedBucket(stack, original, settings, LOCKED[original]);
  const destination = Bucket.fromBucketName(stack, `${original}Copy`, nameOf(copies, original));
  const replicationRole = new Role(stack, `${original}Copier`, {
    assumedBy: new ServicePrincipal("s3.amazonaws.com"),
    path: copierPath(settings),
  });
  // Deletions are not copied: a copy is there to outlive them.
  const rule = { id: RULE, destination, metrics: ReplicationTimeValue.FIFTEEN_MINUTES };
  const replication = { replicationRole, replicationRules: [rule] };
  const files = lockedBucket(stack, original, settings, { ...LOCKED[original], ...replication });
  letCopy(replicationRole, files, destination);
  watch(stack, topic, {
    name: "CopiesFail",
    metric: new Metric({
      namespace: "AWS/S3",
      metricName: "OperationsFailedReplication",
      dimensionsMap: {
        SourceBucket: files.bucketName,
        DestinationBucket: destination.bucketName,
        RuleId: RULE,
      },
      period: Duration.minutes(15),
      statistic: Stats.SUM,
    }),
    description: "Locked files could not be copied into the other region",
  });
  return files;
}

/** Lets S3 read the versions of a bucket with their locks, and write the copies. */
function letCopy(role: Role, files: Bucket, copies: IBucket): void {
  const statements = [
    { actions: ["s3:GetReplicationConfiguration", "s3:ListBucket"], resources: [files.bucketArn] },
    {
      actions: [
        "s3:GetObjectLegalHold",
        "s3:GetObjectRetention",
        "s3:GetObjectVersionAcl",
        "s3:GetObjectVersionForReplication",
        "s3:GetObjectVersionTagging",
      ],
      resources: [files.arnForObjects("*")],
    },
    { actions: ["s3:ReplicateObject", "s3:ReplicateTags"], resources: [copies.arnForObjects("*")] },
  ];
  for (const statement of statements) role.addToPolicy(new PolicyStatement(statement));
  const own = files.stack.getLogicalId(files.node.defaultChild as CfnBucket);
  for (const arn of [`<${own}.Arn>`, `arn:<AWS::Partition>:s3:::${copies.bucketName}`]) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${arn}/*]`,
      reason: "Every file of the bucket is copied",
    });
  }
}
