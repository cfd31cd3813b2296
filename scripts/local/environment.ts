import { randomBytes } from "node:crypto";
import { isLoopback } from "./http-server.ts";
import type { LocalIssuer } from "./issuer.ts";
import type { RunningStack } from "./stack-file.ts";

/*
 * The environment variables that the handlers and the AWS SDK read. They are set before any store module is imported,
 * because the DynamoDB client is created at import.
 */

const env = process.env;

/** Key id and secret that the local engines accept. */
const LOCAL = "local";

/**
 * Returns the endpoint of an engine of `npm start`; undefined for AWS, also where the SDK's own variables name an endpoint.
 */
export const localEngine = (): string | undefined => env["DYNAMODB_ENDPOINT"];

/** Returns the external DynamoDB endpoint; undefined if the stack uses its own engine. */
export const outsideDynamo = (): string | undefined =>
  localEngine() || env["AWS_ENDPOINT_URL_DYNAMODB"] || env["AWS_ENDPOINT_URL"];

/** Returns the external S3 endpoint; undefined if the stack uses its own server. */
export const outsideS3 = (): string | undefined =>
  env["AWS_ENDPOINT_URL_S3"] || env["AWS_ENDPOINT_URL"];

/** Sets defaults for table, bucket, region and credentials. A completely local stack ignores real credentials. */
export function setDefaults(): void {
  env["TABLE_NAME"] ||= "eu-vat";
  env["BUCKET_NAME"] ||= "eu-vat-artifacts";
  env["JOURNAL_BUCKET_NAME"] ||= "eu-vat-journal";
  env["IMPORT_BUCKET_NAME"] ||= "eu-vat-imports";
  env["LAKE_BUCKET_NAME"] ||= "eu-vat-lake";
  env["AWS_REGION"] ||= "eu-central-1";
  env["POWERTOOLS_SERVICE_NAME"] ||= LOCAL;
  if (!outsideDynamo() && !outsideS3()) forgetCredentials();
  if (env["AWS_PROFILE"]) return;
  env["AWS_ACCESS_KEY_ID"] ||= LOCAL;
  env["AWS_SECRET_ACCESS_KEY"] ||= LOCAL;
}

/** True if database and files are in the data folder, not at external endpoints. */
export const ownEngines = (): boolean => !outsideDynamo() && !outsideS3();

/**
 * Sets a random secret for a stack that is reachable from the network: with the default one, anyone could sign a link
 * to any file.
 */
export function setSecretFor(host: string): void {
  if (isLoopback(host) || env["AWS_ACCESS_KEY_ID"] !== LOCAL) return;
  env["AWS_SECRET_ACCESS_KEY"] = randomBytes(32).toString("base64url");
}

export function setDynamo(endpoint: string): void {
  env["DYNAMODB_ENDPOINT"] = endpoint;
}

export function setS3(endpoint: string): void {
  env["AWS_ENDPOINT_URL_S3"] = endpoint;
}

/** Sets the key file that seals secrets, unless a KMS key is set. */
export function setSealingKey(file: string): void {
  if (!env["SEALING_KEY_ID"]) env["SEALING_KEY_FILE"] = file;
}

export function setKeyProofs(secrets: string | undefined): void {
  if (secrets) env["KEY_PROOF_SECRETS"] ||= secrets;
}

/**
 * Sets the sender of mails and the address that their links lead to. Mails are written into the folder, unless a mail
 * server is set.
 */
export function setMails(publicUrl: string, folder: string): void {
  env["PUBLIC_URL"] ||= publicUrl;
  env["MAIL_FROM"] ||= "EU VAT service <mails@local.example>";
  if (!env["SMTP_URL"]) env["MAIL_FOLDER"] = folder;
}

export function setIssuer({ issuer, clientId, clientSecret }: LocalIssuer): void {
  env["SIGN_IN_ISSUER"] = issuer;
  env["SIGN_IN_CLIENT_ID"] = clientId;
  env["SIGN_IN_CLIENT_SECRET"] = clientSecret;
}

export function setUploadOrigin(): void {
  env["UPLOAD_ORIGIN"] = new URL(outsideS3() ?? "").origin;
}

/** Sets the environment to reach a stack that another process runs. */
export function setRunningStack(stack: RunningStack): void {
  env["TABLE_NAME"] = stack.table;
  env["BUCKET_NAME"] = stack.bucket;
  env["IMPORT_BUCKET_NAME"] = stack.import_bucket;
  env["AWS_REGION"] = stack.region;
  setDynamo(stack.dynamodb_endpoint);
  setS3(stack.s3_endpoint);
  if (stack.credentials === LOCAL) forgetCredentials();
  if (stack.secret) env["AWS_SECRET_ACCESS_KEY"] = stack.secret;
  setKeyProofs(stack.key_proof_secrets);
  setDefaults();
}

/** Returns the data that setRunningStack needs in another process. */
export const describeStack = (apiUrl: string, data: RunningStack["data"]): RunningStack => ({
  api_url: apiUrl,
  data,
  dynamodb_endpoint: outsideDynamo() ?? "",
  s3_endpoint: outsideS3() ?? "",
  region: env["AWS_REGION"] ?? "",
  table: tableName(),
  bucket: bucketName(),
  import_bucket: importBucketName(),
  key_proof_secrets: env["KEY_PROOF_SECRETS"],
  ...(env["AWS_ACCESS_KEY_ID"] === LOCAL
    ? { credentials: LOCAL, secret: env["AWS_SECRET_ACCESS_KEY"] ?? "" }
    : { credentials: "environment" }),
});

export const tableName = (): string => env["TABLE_NAME"] ?? "";
export const bucketName = (): string => env["BUCKET_NAME"] ?? "";
export const journalBucketName = (): string => env["JOURNAL_BUCKET_NAME"] ?? "";
export const lakeBucketName = (): string => env["LAKE_BUCKET_NAME"] ?? "";
export const importBucketName = (): string => env["IMPORT_BUCKET_NAME"] ?? "";

/** Deletes the credentials, including the profile, which the SDK would prefer to the key id and secret. */
function forgetCredentials(): void {
  for (const name of ["ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN", "PROFILE"]) {
    delete env[`AWS_${name}`];
  }
}
