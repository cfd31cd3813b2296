import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

/**
 * Creates the secret that proves the accounts of keys (shared/platform/credentials/api-key.ts). It is retained with the table:
 * with another secret no live key would work. Who knows the secret can make the service read, and gets no data.
 */
export function keyProofSecrets(scope: Construct): Secret {
  const secret = new Secret(scope, "KeyProofs", {
    description:
      "Proves the accounts of API keys; former secrets follow the current one after a space",
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "Keys that a former secret proves must go on working; docs/operations.md says how to replace it",
  });
  return secret;
}
