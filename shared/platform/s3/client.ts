import { S3Client } from "@aws-sdk/client-s3";
import { CALL_TIMEOUTS } from "../call-timeouts.ts";

const isLocal = Boolean(process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"]);

/**
 * The settings of every S3 client. The SDK itself reads AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL. A local server has no
 * host name per bucket, so its URLs carry the bucket in the path.
 */
export const S3_SETTINGS = {
  maxAttempts: 5,
  forcePathStyle: isLocal,
  // Presigned links must not require a checksum, because their users may not support one.
  responseChecksumValidation: "WHEN_REQUIRED",
} as const;

/** The S3 client for requests. */
export const s3 = clientOfRequests();

function clientOfRequests(): S3Client {
  const client = new S3Client({ ...S3_SETTINGS, requestHandler: CALL_TIMEOUTS });
  // The SDK signs a bucket URL with a trailing slash; the local server signs it without one.
  const withoutSlash = (request: { path: string }): void => {
    request.path = request.path.replace(/(?<=.)\/$/, "");
  };
  if (isLocal) {
    client.middlewareStack.add(
      (next) => (args) => {
        withoutSlash((args as { request: { path: string } }).request);
        return next(args);
      },
      { step: "build", name: "bucketWithoutSlash" },
    );
  }
  return client;
}

const nothing = () => undefined;

/** A silent logger. Errors are thrown; otherwise the SDK also prints that it cannot retry a stream. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** The S3 client for files of up to 200 MB, which take longer than a request may wait. */
export const s3ForLargeFiles = new S3Client({
  ...S3_SETTINGS,
  logger: SILENT,
  requestHandler: { ...CALL_TIMEOUTS, requestTimeout: 120_000 },
});

/** Returns the bucket of the files of locked periods and of records. */
export const bucketName = (): string => {
  const name = process.env["BUCKET_NAME"];
  if (!name) throw new Error("BUCKET_NAME is not set");
  return name;
};

/** Returns the bucket of the journal. */
export const journalBucketName = (): string => {
  const name = process.env["JOURNAL_BUCKET_NAME"];
  if (!name) throw new Error("JOURNAL_BUCKET_NAME is not set");
  return name;
};
