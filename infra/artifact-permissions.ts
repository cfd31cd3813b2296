import type { Route } from "../shared/api/route.ts";

/**
 * The IAM actions behind a route's use of the artifact bucket. Whoever stores a file also says until
 * when it is retained, which is an action of its own; a link can do what its signer may.
 */
export const ARTIFACT_ACTIONS: Readonly<
  Record<NonNullable<Route["artifacts"]>, readonly string[]>
> = {
  put: ["s3:PutObject", "s3:PutObjectRetention"],
  presign: ["s3:GetObject"],
};
