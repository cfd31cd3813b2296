import { S3ServiceException } from "@aws-sdk/client-s3";

/**
 * True if S3 reports that the object does not exist. S3 returns 403 instead of 404 to callers that may not list the
 * bucket, and no function may.
 */
export function isMissing(error: unknown): boolean {
  const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
  return status === 404 || status === 403;
}
