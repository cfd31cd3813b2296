import { textHash } from "../../core/hash.ts";

/** Maximum fill level of a table; above it, finding a free slot takes long. */
const FULLEST = 0.8;
/** Growth factor of a table; a third of the slots is free right after growing. */
const GROWTH = 1.25;
/** Maximum number of slots of a table. Only addresses are reserved; memory is allocated when needed. */
const MOST_PLACES = 2 ** 19;

const NUMBER_BYTES = 8;
const CONTENT_BYTES = 4;

const growing = (places: number, bytes: number): ArrayBuffer =>
  new ArrayBuffer(places * bytes, { maxByteLength: MOST_PLACES * bytes });

/** A buffer for the contents of a table while it grows. All tables share it, because one grows at a time. */
export class IdScratch {
  readonly #numbers = growing(0, NUMBER_BYTES);
  readonly #contents = growing(0, CONTENT_BYTES);

  copyOf(numbers: Float64Array, contents: Uint32Array): [Float64Array, Uint32Array] {
    if (this.#numbers.byteLength < numbers.byteLength) this.#numbers.resize(numbers.byteLength);
    if (this.#contents.byteLength < contents.byteLength) this.#contents.resize(contents.byteLength);
    const copies = [
      new Float64Array(this.#numbers, 0, numbers.length),
      new Uint32Array(this.#contents, 0, contents.length),
    ] as [Float64Array, Uint32Array];
    copies[0].set(numbers);
    copies[1].set(contents);
    return copies;
  }
}

/**
 * A hash table from numbers to 32-bit contents, with 12 bytes per slot. Grows in place, so that it leaves no large
 * garbage that the collector would free too late.
 */
export class IdTable {
  readonly #numbers: Float64Array<ArrayBuffer>;
  readonly #contents: Uint32Array<ArrayBuffer>;
  readonly #scratch: IdScratch;
  #count = 0;

  constructor(places: number, scratch: IdScratch) {
    this.#numbers = new Float64Array(growing(places, NUMBER_BYTES));
    this.#contents = new Uint32Array(growing(places, CONTENT_BYTES));
    this.#scratch = scratch;
  }

  /** Returns the content that was added with a non-negative integer; undefined if it was not added. */
  contentOf(number: number): number | undefined {
    const at = this.#placeOf(number + 1);
    return this.#numbers[at] === 0 ? undefined : this.#contents[at];
  }

  /** Adds a number that is not yet in the table. */
  add(number: number, content: number): void {
    if (this.#count + 1 > this.#numbers.length * FULLEST) this.#grow();
    this.#put(number + 1, content);
    this.#count += 1;
  }

  /** Size of the table in memory, in bytes. */
  get bytes(): number {
    return this.#numbers.byteLength + this.#contents.byteLength;
  }

  /** Stores a number increased by one, because zero is a free slot. */
  #put(stored: number, content: number): void {
    const at = this.#placeOf(stored);
    this.#numbers[at] = stored;
    this.#contents[at] = content;
  }

  #placeOf(stored: number): number {
    const places = this.#numbers.length;
    let at = stored % places;
    while (this.#numbers[at] !== 0 && this.#numbers[at] !== stored) {
      at += 1;
      if (at === places) at = 0;
    }
    return at;
  }

  #grow(): void {
    const [numbers, contents] = this.#scratch.copyOf(this.#numbers, this.#contents);
    const places = Math.ceil(numbers.length * GROWTH);
    this.#numbers.fill(0);
    this.#numbers.buffer.resize(places * NUMBER_BYTES);
    this.#contents.buffer.resize(places * CONTENT_BYTES);
    for (let from = 0; from < numbers.length; from += 1) {
      const stored = numbers[from] ?? 0;
      if (stored !== 0) this.#put(stored, contents[from] ?? 0);
    }
  }
}

/** Number of tables. Each grows separately, so that no id waits until all others are moved. */
const TABLES = 64;

/** Returns different initial sizes, so that the tables do not all grow at the same number of ids. */
const smallest = (n: number): number => 64 + n;

/**
 * The ids of a file with hashes of their content, at 15 to 19 bytes per id, so that repeated ids are found in files of
 * millions of rows. Two different ids are mistaken for each other in one of 2^53 pairs.
 */
export class SeenIds {
  readonly #scratch = new IdScratch();
  /** Made when first used: a message of a shop is one order, and its few ids need few tables. */
  readonly #tables: IdTable[] = [];
  #count = 0;

  /** Records an id. Returns "same" or "other" if the file already had the id, by its content. */
  note(id: string, content: string): "new" | "same" | "other" {
    const hash = textHash(id);
    const meant = textHash(content) >>> 0;
    const before = this.#tableOf(hash).contentOf(Math.floor(hash / TABLES));
    if (before !== undefined) return before === meant ? "same" : "other";
    this.#tableOf(hash).add(Math.floor(hash / TABLES), meant);
    this.#count += 1;
    return "new";
  }

  has(id: string): boolean {
    const hash = textHash(id);
    return this.#tableOf(hash).contentOf(Math.floor(hash / TABLES)) !== undefined;
  }

  get size(): number {
    return this.#count;
  }

  #tableOf(hash: number): IdTable {
    const n = hash % TABLES;
    this.#tables[n] ??= new IdTable(smallest(n), this.#scratch);
    return this.#tables[n];
  }
}
