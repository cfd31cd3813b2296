import { Aws, Stack } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Settings } from "./settings.ts";

/**
 * Adds the policy of a bucket with locked files. Only functions that store files may write, whatever other roles allow.
 * A put must be conditional on the key being unused: Object Lock protects the versions of a file, but a read without a
 * version would return a newer one. In a protected stage all deletions are denied, even after the retention has ended.
 * @param putterPaths IAM paths of the roles that may store files
 * @param only name of the statement that denies writes to all other roles
 */
export function guardFiles(
  files: Bucket,
  settings: Settings,
  putterPaths: readonly string[],
  only: string,
): void {
  onlyRoles(files, putterPaths, only, PUTTING);
  files.addToResourcePolicy(
    denial("FilesAreStoredOnce", ["s3:PutObject"], files, {
      // Denies puts without If-None-Match. Copies and multipart uploads, which cannot always send it, are not used.
      Null: { "s3:if-none-match": "true" },
    }),
  );
  nobodyDeletes(files, settings);
}

/** Adds the policy of a bucket with copies of locked files, which S3 alone writes. */
export function guardCopies(files: Bucket, settings: Settings, copierPath: string): void {
  onlyRoles(files, [copierPath], "OnlyReplicationWrites", [...PUTTING, "s3:ReplicateObject"]);
  nobodyDeletes(files, settings);
}

function onlyRoles(
  files: Bucket,
  paths: readonly string[],
  sid: string,
  actions: readonly string[],
): void {
  const roles = paths.map((path) =>
    Stack.of(files).formatArn({
      service: "iam",
      region: "",
      account: Aws.ACCOUNT_ID,
      resource: "role",
      resourceName: `${path.slice(1)}*`,
    }),
  );
  const others = { ArnNotLike: { "aws:PrincipalArn": roles } };
  files.addToResourcePolicy(denial(sid, actions, files, others));
}

function nobodyDeletes(files: Bucket, settings: Settings): void {
  if (settings.protected) {
    files.addToResourcePolicy(denial("NobodyDeletesFiles", DELETING, files));
  }
}

const PUTTING = ["s3:PutObject", "s3:PutObjectLegalHold", "s3:PutObjectRetention"];

const DELETING = ["s3:BypassGovernanceRetention", "s3:DeleteObject", "s3:DeleteObjectVersion"];

const denial = (
  sid: string,
  actions: readonly string[],
  files: Bucket,
  conditions: Record<string, Record<string, string | readonly string[]>> = {},
): PolicyStatement =>
  new PolicyStatement({
    sid,
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [...actions],
    resources: [files.arnForObjects("*")],
    conditions,
  });
