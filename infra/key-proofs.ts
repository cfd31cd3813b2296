import { RemovalPolicy } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

/**
 * Creates the secret that proves the accounts of keys (shared/accounts/key-proof.ts). It is retained with the table:
 * with another secret no live key would work. Whoever knows the secret can make the service read, and gets no data.
 */
export const keyProofSecrets = (scope: Construct): Secret =>
  new Secret(scope, "KeyProofs", {
    description:
      "Proves the accounts of API keys; further secrets follow the first, separated by spaces",
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.RETAIN,
  });
