import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { CALL_TIMEOUTS } from "./call-timeouts.ts";

const known = new Map<string, Promise<string>>();

/** Reads a secret of Secrets Manager by its ARN, once a process. A failure is not remembered. */
export function storedSecret(arn: string): Promise<string> {
  const loaded = known.get(arn) ?? loadSecret(arn);
  known.set(arn, loaded);
  loaded.catch(() => known.delete(arn));
  return loaded;
}

async function loadSecret(SecretId: string): Promise<string> {
  const client = new SecretsManagerClient({ requestHandler: CALL_TIMEOUTS });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error("the secret of the issuer's client is empty");
  return SecretString;
}
