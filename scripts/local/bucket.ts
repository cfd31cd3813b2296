import { CreateBucketCommand, HeadBucketCommand, NotFound, S3Client } from "@aws-sdk/client-s3";
import { codeOf, Failure } from "./failure.ts";

/**
 * Creates the bucket of the export files if it does not exist.
 * @throws Failure if no server responds at the endpoint.
 */
export async function ensureBucket(Bucket: string, endpoint: string): Promise<void> {
  const client = new S3Client({ endpoint, forcePathStyle: true, maxAttempts: 2 });
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof NotFound)) {
      const reason = codeOf(error) ?? (error instanceof Error ? error.name : String(error));
      throw new Failure(`S3 at ${endpoint} does not answer: ${reason}`);
    }
    await client.send(new CreateBucketCommand({ Bucket }));
  } finally {
    client.destroy();
  }
}
