import { Duration } from "aws-cdk-lib";
import { Bucket, type BucketProps, type IBucket, ObjectLockRetention } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { CHECKPOINT_DAYS } from "../shared/operations/checks/checkpoint.ts";
import { CHECKPOINTS } from "../shared/operations/journal/journal-file.ts";
import { PRIVATE } from "./private-bucket.ts";
import type { Settings } from "./settings.ts";

/** Checkpoints of the journal are deleted some time after their lock has ended. Files of the journal stay. */
export const CHECKPOINTS_EXPIRE = {
  prefix: `${CHECKPOINTS}/`,
  expiration: Duration.days(CHECKPOINT_DAYS + 30),
  noncurrentVersionExpiration: Duration.days(1),
};

/** Retention of access logs: two years, for an auditor of the annual accounts who asks who downloaded a return. */
const ACCESS_LOGS_KEPT = Duration.days(731);

/**
 * Creates a bucket whose files cannot be deleted, with a log of its readers. Art. 369k VAT Directive requires OSS
 * records to be kept for ten years. In compliance mode not even the account's root user can shorten the retention.
 * The default retention counts from the upload and is a minimum; the law counts from the end of the year of the supply.
 */
export function lockedBucket(
  scope: Construct,
  id: string,
  { retention }: Settings,
  more: BucketProps = {},
): Bucket {
  const retentionPeriod = Duration.days(retention.days);
  return new Bucket(scope, id, {
    ...PRIVATE,
    versioned: true,
    objectLockEnabled: true,
    objectLockDefaultRetention:
      retention.mode === "COMPLIANCE"
        ? ObjectLockRetention.compliance(retentionPeriod)
        : ObjectLockRetention.governance(retentionPeriod),
    serverAccessLogsBucket: accessLogs(scope) as IBucket,
    ...more,
  });
}

const accessLogs = (scope: Construct): Bucket =>
  (scope.node.tryFindChild("AccessLogs") as Bucket | undefined) ??
  new Bucket(scope, "AccessLogs", {
    ...PRIVATE,
    lifecycleRules: [{ expiration: ACCESS_LOGS_KEPT }],
  });
