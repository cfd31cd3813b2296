import { S3Client } from "@aws-sdk/client-s3";
import { CALL_TIMEOUTS } from "./call-timeouts.ts";

/**
 * The one S3 client. AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL are honoured by the SDK itself; what
 * answers there has no host name for every bucket, so the bucket goes into the path.
 */
export const s3 = new S3Client({
  maxAttempts: 5,
  requestHandler: CALL_TIMEOUTS,
  forcePathStyle: Boolean(process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"]),
  // Links must not carry a parameter that asks for a checksum: who follows them may not expect one.
  responseChecksumValidation: "WHEN_REQUIRED",
});

/** The bucket of the files of locked quarters. */
export const bucketName = (): string => {
  const name = process.env["BUCKET_NAME"];
  if (!name) throw new Error("BUCKET_NAME is not set");
  return name;
};
