import { Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Route } from "../shared/api/route.ts";

type ArtifactUse = NonNullable<Route["artifacts"]>;

/**
 * The IAM actions behind a route's use of the artifact bucket. Whoever stores a file also says until
 * when it is retained, which is an action of its own, and reads it where it was stored already; a link can
 * do what its signer may, and names the version.
 */
const ARTIFACT_ACTIONS: Readonly<Record<ArtifactUse, readonly string[]>> = {
  put: ["s3:PutObject", "s3:PutObjectRetention", "s3:GetObject"],
  presign: ["s3:GetObject", "s3:GetObjectVersion"],
};

/** Of the bucket its objects alone, which nobody may list or delete. */
export function grantArtifacts(lambda: LambdaFunction, use: ArtifactUse, artifacts: Bucket): void {
  lambda.addToRolePolicy(
    new PolicyStatement({
      actions: [...ARTIFACT_ACTIONS[use]],
      resources: [artifacts.arnForObjects("*")],
    }),
  );
  if (!lambda.role) return;
  Validations.of(lambda.role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${artifacts.stack.stackName}:${ARTIFACTS_ARN_EXPORT}/*]`,
    reason: "Files are named by account, quarter and content, none of which is known beforehand",
  });
}

/** As CDK names it. Should it come to name it otherwise, the synthesis says so. */
const ARTIFACTS_ARN_EXPORT = "ExportsOutputFnGetAttArtifacts82DD59A1Arn3B515032";
