import { randomBytes } from "node:crypto";
import { isLoopback } from "./http-server.ts";
import type { RunningStack } from "./stack-file.ts";

/*
 * What the handlers and the AWS SDK read from the environment. It is set before any of shared/store
 * is imported, because the DynamoDB client is made at import.
 */

const env = process.env;

/** Key id and secret that the local engines accept. */
const LOCAL = "local";

/** A DynamoDB that was chosen from outside; undefined when the stack brings its own engine. */
export const outsideDynamo = (): string | undefined =>
  env["DYNAMODB_ENDPOINT"] || env["AWS_ENDPOINT_URL_DYNAMODB"] || env["AWS_ENDPOINT_URL"];

/** An S3 that was chosen from outside; undefined when the stack brings its own server. */
export const outsideS3 = (): string | undefined =>
  env["AWS_ENDPOINT_URL_S3"] || env["AWS_ENDPOINT_URL"];

/**
 * Table, bucket, region and credentials, where the environment does not give them. Real
 * credentials have no business in a stack that is local throughout: there it forgets them.
 */
export function setDefaults(): void {
  env["TABLE_NAME"] ||= "eu-vat";
  env["BUCKET_NAME"] ||= "eu-vat-artifacts";
  env["JOURNAL_BUCKET_NAME"] ||= "eu-vat-journal";
  env["IMPORT_BUCKET_NAME"] ||= "eu-vat-imports";
  env["AWS_REGION"] ||= "eu-central-1";
  env["POWERTOOLS_SERVICE_NAME"] ||= LOCAL;
  if (!outsideDynamo() && !outsideS3()) forgetCredentials();
  if (env["AWS_PROFILE"]) return;
  env["AWS_ACCESS_KEY_ID"] ||= LOCAL;
  env["AWS_SECRET_ACCESS_KEY"] ||= LOCAL;
}

/** Whether database and files are in the data folder, and not behind endpoints chosen from outside. */
export const ownEngines = (): boolean => !outsideDynamo() && !outsideS3();

/**
 * A secret of its own for a stack that others on the network can reach: with the usual one, anybody
 * could sign a link to any file.
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

/** Tells the console where files of imports are uploaded to. */
export function setUploadOrigin(): void {
  env["UPLOAD_ORIGIN"] = new URL(outsideS3() ?? "").origin;
}

/** Reaches a stack that another process runs. */
export function setRunningStack(stack: RunningStack): void {
  env["TABLE_NAME"] = stack.table;
  env["BUCKET_NAME"] = stack.bucket;
  env["IMPORT_BUCKET_NAME"] = stack.import_bucket;
  env["AWS_REGION"] = stack.region;
  setDynamo(stack.dynamodb_endpoint);
  setS3(stack.s3_endpoint);
  if (stack.credentials === LOCAL) forgetCredentials();
  if (stack.secret) env["AWS_SECRET_ACCESS_KEY"] = stack.secret;
  setDefaults();
}

/** What setRunningStack of another process needs. */
export const describeStack = (apiUrl: string, data: RunningStack["data"]): RunningStack => ({
  api_url: apiUrl,
  data,
  dynamodb_endpoint: outsideDynamo() ?? "",
  s3_endpoint: outsideS3() ?? "",
  region: env["AWS_REGION"] ?? "",
  table: tableName(),
  bucket: bucketName(),
  import_bucket: importBucketName(),
  ...(env["AWS_ACCESS_KEY_ID"] === LOCAL
    ? { credentials: LOCAL, secret: env["AWS_SECRET_ACCESS_KEY"] ?? "" }
    : { credentials: "environment" }),
});

export const tableName = (): string => env["TABLE_NAME"] ?? "";
export const bucketName = (): string => env["BUCKET_NAME"] ?? "";
export const journalBucketName = (): string => env["JOURNAL_BUCKET_NAME"] ?? "";
export const importBucketName = (): string => env["IMPORT_BUCKET_NAME"] ?? "";

/** The profile too: the SDK would prefer it to the key id and secret. */
function forgetCredentials(): void {
  for (const name of ["ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN", "PROFILE"]) {
    delete env[`AWS_${name}`];
  }
}
