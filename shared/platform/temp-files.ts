import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { bucketName, s3ForLargeFiles } from "./s3/client.ts";
import { putNew } from "./s3/write-once.ts";

/** A file that grows on the local disk until it is stored, because it may not fit into memory. */
export class GrowingFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #hash = createHash("sha256");
  #size = 0;
  #isOpen = true;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async in(folder: string, name: string): Promise<GrowingFile> {
    const path = join(folder, name);
    return new GrowingFile(path, await open(path, "wx"));
  }

  get size(): number {
    return this.#size;
  }

  async append(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
    this.#hash.update(bytes);
    this.#size += bytes.length;
    await this.#handle.appendFile(bytes);
  }

  /** Closes the file; nothing can be added afterwards. */
  async close(): Promise<{ path: string; size_bytes: number; sha256: string }> {
    await this[Symbol.asyncDispose]();
    return { path: this.#path, size_bytes: this.#size, sha256: this.#hash.digest("hex") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await this.#handle.close();
    this.#isOpen = false;
  }
}

/** Runs `work` in a temporary folder and deletes the folder afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "records-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Stored = {
  readonly path: string;
  readonly key: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** The last day on which the file cannot be deleted. */
  readonly retain_until: string;
};

const ATTEMPTS = 3;

/**
 * Stores a local file under a key that is derived from its content. A taken key means that an earlier attempt with a
 * lost response stored the file.
 * @throws Error when the key has other content.
 */
export async function storeFile(file: Stored): Promise<{ readonly version_id?: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { version_id } = (await putFile(file)) ?? (await storedBefore(file));
      return version_id === undefined ? {} : { version_id };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function putFile({ path, ...file }: Stored) {
  // A stream can be sent only once, so the client itself does not retry it.
  const Body = createReadStream(path);
  try {
    return await putNew(s3ForLargeFiles, { ...file, Body }, new Date());
  } finally {
    Body.destroy();
  }
}

async function storedBefore({ key, sha256 }: Stored) {
  const { Body, VersionId } = await s3ForLargeFiles.send(
    new GetObjectCommand({ Bucket: bucketName(), Key: key }),
  );
  const hash = createHash("sha256");
  for await (const chunk of Body as Readable) hash.update(chunk as Uint8Array);
  const found = hash.digest("hex");
  if (found === sha256) return { version_id: VersionId };
  throw new Error(`${key} is stored already, with SHA-256 ${found}`);
}

/** Number of characters that are buffered before a write. */
const WRITTEN_AT_ONCE = 64 * 1024;

/** Number of files of a spool. One file fits into memory when all together do not. */
const FILES = 64;

/**
 * Values on the local disk, distributed over files by their number. Two spools with equal numbers can be joined file by
 * file, in the memory of one file.
 */
export class SpoolFiles {
  readonly #folder: string;
  readonly #name: string;
  readonly #waiting: string[] = Array.from({ length: FILES }, () => "");

  /** @param folder an existing folder */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  static readonly files = FILES;

  async add(number: number, value: unknown): Promise<void> {
    const file = number % FILES;
    const text = `${this.#waiting[file]}${JSON.stringify(value)}\n`;
    this.#waiting[file] = text;
    if (text.length >= WRITTEN_AT_ONCE) await this.#write(file);
  }

  /** Reads all values of one file, in the order in which they were added. */
  async *values(file: number): AsyncGenerator<unknown> {
    await this.#write(file);
    await using handle = await open(this.#path(file), "a+");
    for await (const line of handle.readLines({ start: 0, autoClose: false }))
      yield JSON.parse(line);
  }

  async #write(file: number): Promise<void> {
    const text = this.#waiting[file] ?? "";
    this.#waiting[file] = "";
    await using handle = await open(this.#path(file), "a");
    await handle.appendFile(text);
  }

  #path(file: number): string {
    return join(this.#folder, `${this.#name}-${file}`);
  }
}
