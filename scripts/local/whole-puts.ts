import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";

type Content = Readable | Buffer;

type StoredObject = {
  readonly bucket: string;
  readonly key: string;
  readonly content: Content;
  readonly metadata: object;
};

export type FileStore = {
  getResourcePath(bucket: string, key: string, resource: "object"): string;
  /** For a buffer, resolves when the write has begun, not when it has ended. */
  putContent(path: string, content: Content): Promise<[size: number, md5: string]>;
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
  putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
};

/**
 * Makes each object appear complete, as in S3. The server writes to the file that it reads from: a concurrent reader
 * would get a partial object, and the hash of that part would be stored.
 */
export function putWhole(store: FileStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, "object");
    // No object name ends like this.
    const coming = `${path}-${randomUUID().slice(0, 8)}`;
    await mkdir(dirname(path), { recursive: true });
    try {
      const stream = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      const [size, md5] = await store.putContent(coming, stream);
      await store.putMetadata(bucket, key, metadata, md5);
      await rename(coming, path);
      return { size, md5 };
    } catch (error) {
      await rm(coming, { force: true });
      throw error;
    }
  };
}
