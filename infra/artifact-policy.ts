import { Aws, Stack } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Settings } from "./settings.ts";

/**
 * What a role allows, the bucket takes back: only the functions that store files may, whoever else may
 * write to S3. Object Lock keeps the versions of a file, but a newer one on the same key would be what is
 * read without a version: a put has to ask that there be none. In a protected stage nobody deletes, not
 * even what is no longer locked.
 * @param putterPath under which the roles are that may store files
 * @param only the name of the rule that lets no others
 */
export function guardFiles(
  files: Bucket,
  settings: Settings,
  putterPath: string,
  only: string,
): void {
  const role = Stack.of(files).formatArn({
    service: "iam",
    region: "",
    account: Aws.ACCOUNT_ID,
    resource: "role",
    resourceName: `${putterPath.slice(1)}*`,
  });
  files.addToResourcePolicy(
    denial(only, PUTTING, files, {
      ArnNotLike: { "aws:PrincipalArn": role },
    }),
  );
  files.addToResourcePolicy(
    denial("FilesAreStoredOnce", ["s3:PutObject"], files, {
      // No If-None-Match. Copies and uploads in parts cannot have it in every step, and nobody makes any.
      Null: { "s3:if-none-match": "true" },
    }),
  );
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
  conditions: Record<string, Record<string, string>> = {},
): PolicyStatement =>
  new PolicyStatement({
    sid,
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: [...actions],
    resources: [files.arnForObjects("*")],
    conditions,
  });
