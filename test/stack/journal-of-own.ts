import { FREE_LOOPBACK } from "../../scripts/local/http-server.ts";

/**
 * Switches on the stream of this process's table, with a bucket for its journal alone: where a journal ends is asked of
 * the files of its bucket.
 * @returns the address of the bucket's server
 */
export async function journalOfOwn(folder: string, closing: AsyncDisposableStack): Promise<string> {
  const { startObjectStore } = await import("../../scripts/local/object-store.ts");
  const { bucketName, importBucketName, journalBucketName, lakeBucketName } = await import(
    "../../scripts/local/environment.ts"
  );
  const buckets = [bucketName(), journalBucketName(), importBucketName(), lakeBucketName()];
  const uploads = { bucket: importBucketName(), origins: [] };
  const store = await startObjectStore(folder, buckets, FREE_LOOPBACK, uploads);
  closing.defer(store.stop);
  process.env["AWS_ENDPOINT_URL_S3"] = store.endpoint;
  await (await import("../../scripts/local/table-stream.ts")).ensureStream();
  return store.endpoint;
}
