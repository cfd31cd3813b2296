import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";

/** The size of a file, and its hashes in hexadecimal. */
export type Hashed = { readonly bytes: number; readonly sha256: string; readonly md5: string };

/** Copies a file of any size, readable only by its owner, and flushes it to the disk. Overwrites an existing file. */
export async function copyFile(from: string, to: string): Promise<Hashed> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const meter = new Meter();
  await pipeline(
    createReadStream(from),
    (chunks: AsyncIterable<Buffer>) => meter.through(chunks),
    createWriteStream(to, { mode: 0o600 }),
  );
  await sync(to);
  return meter.hashed();
}

/** Returns the size and hashes of a file without copying it. */
export async function hashFile(file: string): Promise<Hashed> {
  const meter = new Meter();
  for await (const _ of meter.through(createReadStream(file)));
  return meter.hashed();
}

/** Returns the paths of all files below the folder, relative to `base`, in order. */
export async function filesBelow(folder: string, base: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(base, join(entry.parentPath, entry.name)))
    .sort();
}

class Meter {
  readonly #sha256 = createHash("sha256");
  readonly #md5 = createHash("md5");
  #bytes = 0;

  async *through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#sha256.update(chunk);
      this.#md5.update(chunk);
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  hashed = (): Hashed => ({
    bytes: this.#bytes,
    sha256: this.#sha256.digest("hex"),
    md5: this.#md5.digest("hex"),
  });
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
