import { GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { bucketName, s3 } from "../../platform/s3/client.ts";

/** Long enough to follow a redirect, too short to be passed around. */
const LINK_SECONDS = 300;

/** A stored file. */
type Linked = {
  readonly key: string;
  readonly version_id?: string | undefined;
  readonly file_name: string;
  readonly content_type: string;
};

/** A URL that gives this one file to whoever has it, under its name, for five minutes from `now`. */
export const artifactLink = (
  { key, version_id, file_name, content_type }: Linked,
  now: Date,
): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucketName(),
      Key: key,
      // The version that was locked, whatever has been stored under its key since.
      ...(version_id === undefined ? {} : { VersionId: version_id }),
      ResponseContentDisposition: `attachment; filename="${file_name}"`,
      ResponseContentType: content_type,
    }),
    { expiresIn: LINK_SECONDS, signingDate: now },
  );
