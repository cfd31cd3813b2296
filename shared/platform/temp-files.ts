import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { bucketName, s3ForLargeFiles } from "./s3/client.ts";
import { putNew } from "./s3/write-once.ts";

/** A file that grows on the disk of this machine until it is stored: it may not fit into memory. */
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

  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text, "utf8");
    this.#hash.update(bytes);
    this.#size += bytes.length;
    await this.#handle.appendFile(bytes);
  }

  /** Nothing can be added any more. */
  async close(): Promise<{ path: string; size_bytes: number; sha256: string }> {
    await this[Symbol.asyncDispose]();
    return { path: this.#path, size_bytes: this.#size, sha256: this.#hash.digest("hex") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOpen) await this.#handle.close();
    this.#isOpen = false;
  }
}

/** Runs `work` in a folder of its own, which is gone afterwards. */
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
  /** The last day on which it cannot be deleted. */
  readonly retain_until: string;
};

const ATTEMPTS = 3;

/**
 * Stores a file of this machine under a key that is made of its content. Where the key is taken it is this very file, of
 * an attempt whose answer was lost.
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
  // A stream that was sent once cannot be sent again, so that the client itself does not repeat it.
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

/** Texts are written so many characters at a time. */
const WRITTEN_AT_ONCE = 64 * 1024;

/** How many files a spool has: one of them fits into memory when all together do not. */
const FILES = 64;

/**
 * Values kept on the disk of this machine, each in the file that its number falls to. Two spools with the
 * same numbers can be brought together file by file, in the memory that one file takes.
 */
export class SpoolFiles {
  readonly #folder: string;
  readonly #name: string;
  readonly #waiting: string[] = Array.from({ length: FILES }, () => "");

  /** In a folder that there is. */
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

  /** All values of one file, in the order in which they were added. */
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
