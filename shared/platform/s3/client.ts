import { S3Client } from "@aws-sdk/client-s3";
import { CALL_TIMEOUTS } from "../call-timeouts.ts";

const isLocal = Boolean(process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"]);

/**
 * What every client of S3 is set to. AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL are honoured by the SDK
 * itself; what answers there has no host name for every bucket, so the bucket goes into the path.
 */
export const S3_SETTINGS = {
  maxAttempts: 5,
  forcePathStyle: isLocal,
  // Links must not carry a parameter that asks for a checksum: who follows them may not expect one.
  responseChecksumValidation: "WHEN_REQUIRED",
} as const;

/** The S3 client of requests. */
export const s3 = clientOfRequests();

function clientOfRequests(): S3Client {
  const client = new S3Client({ ...S3_SETTINGS, requestHandler: CALL_TIMEOUTS });
  // The local server signs the URL of a bucket without the slash at its end, which the SDK sends and signs.
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

/** What fails is thrown; the SDK would besides print that it does not repeat a stream. */
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Two hundred megabytes take longer than what a request may wait for. */
export const s3ForLargeFiles = new S3Client({
  ...S3_SETTINGS,
  logger: SILENT,
  requestHandler: { ...CALL_TIMEOUTS, requestTimeout: 120_000 },
});

/** The bucket of the files of locked quarters and of records. */
export const bucketName = (): string => {
  const name = process.env["BUCKET_NAME"];
  if (!name) throw new Error("BUCKET_NAME is not set");
  return name;
};

/** The bucket of the journal of all changes. */
export const journalBucketName = (): string => {
  const name = process.env["JOURNAL_BUCKET_NAME"];
  if (!name) throw new Error("JOURNAL_BUCKET_NAME is not set");
  return name;
};
