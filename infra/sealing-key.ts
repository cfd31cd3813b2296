import { RemovalPolicy } from "aws-cdk-lib";
import { type Conditions, PolicyStatement } from "aws-cdk-lib/aws-iam";
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

const ANSWER_OF = "kms:EncryptionContext:answer_of";

/** Grants a use of secrets of users. Remembered answers are sealed with the same key, and stay closed. */
export const grantSealing = (lambda: LambdaFunction, use: Sealing, key: Key): void =>
  grant(lambda, [ACTIONS[use]], key, { Null: { [ANSWER_OF]: "true" } });

/** Lets a function seal and open what it has answered itself, and nothing else (shared/api/secret-endpoint.ts). */
export const grantOwnAnswers = (lambda: LambdaFunction, route: string, key: Key): void =>
  grant(lambda, Object.values(ACTIONS), key, { StringEquals: { [ANSWER_OF]: route } });

function grant(lambda: LambdaFunction, actions: string[], key: Key, conditions: Conditions): void {
  lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [key.keyArn], conditions }));
  lambda.addEnvironment("SEALING_KEY_ID", key.keyArn);
}
