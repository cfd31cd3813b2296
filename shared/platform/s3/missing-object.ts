import { S3ServiceException } from "@aws-sdk/client-s3";

/**
 * Whether S3 says that there is no such object. Who may not list a bucket, as no function may, is not told so, but
 * refused.
 */
export function isMissing(error: unknown): boolean {
  const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
  return status === 404 || status === 403;
}
