import { NoSuchKey, S3ServiceException } from "@aws-sdk/client-s3";
import { expect, it } from "vitest";
import { isMissing } from "../../../shared/platform/s3/client.ts";

const failure = (name: string, httpStatusCode: number) =>
  new S3ServiceException({ name, $fault: "client", $metadata: { httpStatusCode } });

it.for<[Error, boolean]>([
  // What S3 says to a role that may read and not list, as those of the functions.
  [failure("AccessDenied", 403), true],
  [failure("NotFound", 404), true],
  [new NoSuchKey({ message: "none", $metadata: { httpStatusCode: 404 } }), true],
  [failure("SlowDown", 503), false],
  [new Error("socket hang up"), false],
])("%o is about an object that is not there: %s", ([error, expected]) => {
  expect(isMissing(error)).toBe(expected);
});
