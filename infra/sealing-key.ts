import { RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

/**
 * Creates the key that wraps the data keys of users' secrets (shared/platform/sealing.ts). It is retained with the table:
 * without the key nothing opens the secrets.
 */
export const sealingKey = (scope: Construct): Key =>
  new Key(scope, "SealingKey", {
    description: "Wraps the data keys of secrets of connected shops",
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });

/** A function's use of the key: only those that check signatures or call shops open secrets. */
type Sealing = "seal" | "unseal";

const ACTIONS = { seal: "kms:GenerateDataKey", unseal: "kms:Decrypt" } as const;

export function grantSealing(lambda: LambdaFunction, use: Sealing, key: Key): void {
  lambda.addToRolePolicy(new PolicyStatement({ actions: [ACTIONS[use]], resources: [key.keyArn] }));
  lambda.addEnvironment("SEALING_KEY_ID", key.keyArn);
}
