import { open } from "node:fs/promises";
import { join } from "node:path";

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
