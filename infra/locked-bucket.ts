import { Duration } from "aws-cdk-lib";
import { Bucket, type IBucket, ObjectLockRetention } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { PRIVATE } from "./private-bucket.ts";
import type { Settings } from "./settings.ts";

/** Who downloaded a return, for as long as an auditor of the year's accounts may ask. */
const ACCESS_LOGS_KEPT = Duration.days(731);

/**
 * A bucket whose files nobody can take away, with a log of who has read them.
 * Art. 369k VAT Directive: OSS records are kept for ten years. Compliance mode, because not even
 * the account's root user may shorten it. The default counts from the upload, the law from the
 * end of the year of the supply: it is the least that any file gets.
 */
export function lockedBucket(scope: Construct, id: string, { retention }: Settings): Bucket {
  const kept = Duration.days(retention.days);
  return new Bucket(scope, id, {
    ...PRIVATE,
    versioned: true,
    objectLockEnabled: true,
    objectLockDefaultRetention:
      retention.mode === "COMPLIANCE"
        ? ObjectLockRetention.compliance(kept)
        : ObjectLockRetention.governance(kept),
    serverAccessLogsBucket: accessLogs(scope) as IBucket,
  });
}

const accessLogs = (scope: Construct): Bucket =>
  new Bucket(scope, "AccessLogs", {
    ...PRIVATE,
    lifecycleRules: [{ expiration: ACCESS_LOGS_KEPT }],
  });
