import { runEvery } from "./timers.ts";

const SECONDS = 2;

/**
 * Sends a message for each object in the drop folder until `closing` is disposed, in place of EventBridge. A new process
 * sends all of them again, as EventBridge may send an event twice.
 */
export function pollDrops(closing: AsyncDisposableStack): void {
  const sent = new Set<string>();
  runEvery(SECONDS, () => sendDrops(sent), closing);
}

/** Sends a message for each object in the drop folder that is not in `sent`, and adds it. */
async function sendDrops(sent: Set<string>): Promise<void> {
  const { enqueue } = await import("../../shared/platform/queues/queues.ts");
  const { DROPPED } = await import("../../shared/imports/drops/drop.ts");
  const fresh = (await objectsInFolder()).filter((object) => !sent.has(JSON.stringify(object)));
  await enqueue(DROPPED, fresh);
  for (const object of fresh) sent.add(JSON.stringify(object));
}

async function objectsInFolder() {
  const { ListObjectsV2Command } = await import("@aws-sdk/client-s3");
  const { s3 } = await import("../../shared/platform/s3/client.ts");
  const { importBucketName } = await import("../../shared/imports/jobs/store-objects.ts");
  const { DROPS } = await import("../../shared/imports/drops/drop.ts");
  const found = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: importBucketName(), Prefix: DROPS, ContinuationToken }),
    );
    found.push(...(page.Contents ?? []));
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
  return found.map(({ Key = "", Size = 0, ETag = "", LastModified = new Date(0) }) => {
    const sequencer = LastModified.toISOString();
    return { time: sequencer, detail: { object: { key: Key, size: Size, etag: ETag, sequencer } } };
  });
}
