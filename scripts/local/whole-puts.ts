import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { flush } from "./text-file.ts";

type Content = Readable | Buffer;

type StoredObject = {
  readonly bucket: string;
  readonly key: string;
  readonly content: Content;
  readonly metadata: object;
};

type Resource = "object" | "object.md5" | "metadata.json";

export type FileStore = {
  getResourcePath(bucket: string, key: string, resource: Resource): string;
  /** For a buffer, resolves when the write has begun, not when it has ended. */
  putContent(path: string, content: Content): Promise<[size: number, md5: string]>;
  putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
  getMetadata(bucket: string, key: string): Promise<object>;
  putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
};

/**
 * Makes each object appear complete, as in S3, and be on the disk before the answer, as the table is: a power cut after
 * a lock leaves its files. The server writes to the file that it reads from: a concurrent reader would get a partial
 * object, and the hash of that part would be stored.
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
      const resource = (name: Resource) => store.getResourcePath(bucket, key, name);
      await Promise.all([coming, resource("object.md5"), resource("metadata.json")].map(flush));
      await rename(coming, path);
      await flush(dirname(path));
      return { size, md5 };
    } catch (error) {
      await rm(coming, { force: true });
      throw error;
    }
  };
}

/** Takes an object that cannot be read, because one of its files is damaged or a folder, for a missing one. */
export function missDamaged(store: FileStore): void {
  const metadataOf = store.getMetadata.bind(store);
  store.getMetadata = async (bucket, key) => {
    const isFile = (await stat(store.getResourcePath(bucket, key, "object"))).isFile();
    const metadata = await metadataOf(bucket, key).catch(() => undefined);
    if (isFile && metadata) return metadata;
    throw Object.assign(new Error(`${bucket}/${key} is damaged`), { code: "ENOENT" });
  };
}
