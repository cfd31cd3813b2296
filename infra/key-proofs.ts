import { RemovalPolicy, SecretValue, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { FunctionAccess } from "./function-access.ts";
import type { Settings } from "./settings.ts";

/**
 * Creates the secret that proves the accounts of keys and signs rights (shared/platform/credentials). It is retained with the table:
 * with another secret no live key would work. Who knows the secret can make the service read, and gets no data.
 */
export function keyProofSecrets(scope: Construct, { copies }: Settings): Secret {
  const secret = new Secret(scope, "KeyProofs", {
    description:
      "Proves the accounts of API keys, and signs changes of rights; former secrets follow the current one after a space",
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.RETAIN,
    // Without the secret no live key would work after the loss of the region.
    ...(copies ? { replicaRegions: [{ region: copies.region }] } : {}),
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "Keys that a former secret proves must go on working; docs/operations.md says how to replace it",
  });
  return secret;
}

type Secrets = { readonly keyProofs: Secret };

/** Resolved by CloudFormation: a function that had to read the secret itself would call AWS once more when it starts. */
export const keyProofsOf = ({ keyProofs }: Secrets) => ({
  KEY_PROOF_SECRETS: SecretValue.secretsManager(keyProofs.secretArn).unsafeUnwrap(),
});

/** The secret for a function that writes rights: each of their changes is signed. */
export const signing = ({ uses }: Pick<FunctionAccess, "uses">, secrets: Secrets) =>
  uses.includes("PutItem rights") ? keyProofsOf(secrets) : {};
