import { Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Route } from "../shared/api/route.ts";

type ArtifactUse = NonNullable<Route["artifacts"]>;

/**
 * The IAM actions for each use of the artifact bucket. `put` also sets the retention date, which is a separate action,
 * and reads a file that is already stored. `presign` needs the read permissions because a presigned link has the
 * permissions of its signer, and s3:GetObjectVersion because the link names a version.
 */
const ARTIFACT_ACTIONS: Readonly<Record<ArtifactUse, readonly string[]>> = {
  put: ["s3:PutObject", "s3:PutObjectRetention", "s3:GetObject"],
  presign: ["s3:GetObject", "s3:GetObjectVersion"],
};

/** Grants the actions of one use on the objects of the bucket. Functions may neither list nor delete objects. */
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

/** The name that CDK generates for the export of the bucket's ARN. The synthesis fails if CDK changes the name. */
export const ARTIFACTS_ARN_EXPORT = "ExportsOutputFnGetAttArtifacts82DD59A1Arn3B515032";
