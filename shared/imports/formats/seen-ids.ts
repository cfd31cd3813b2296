import { textHash } from "../../core/hash.ts";

/** How full a table may become: beyond it looking for a place takes long. */
const FULLEST = 0.8;
/** By how much it grows: what is free right after that is a third. */
const GROWTH = 1.25;
/** Addresses are set aside for so many places; memory is taken as they are needed. */
const MOST_PLACES = 2 ** 19;

const NUMBER_BYTES = 8;
const CONTENT_BYTES = 4;

const growing = (places: number, bytes: number): ArrayBuffer =>
  new ArrayBuffer(places * bytes, { maxByteLength: MOST_PLACES * bytes });

/** Where a table that grows lays down what it has meanwhile; one for all, as one grows at a time. */
export class IdScratch {
  readonly #numbers = growing(0, NUMBER_BYTES);
  readonly #contents = growing(0, CONTENT_BYTES);

  /** Copies of both. */
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
 * Numbers with one of 32 bits each, side by side: 12 bytes a place. It grows where it is, and leaves no garbage
 * of its size behind, which the collector would find too late.
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

  /** What was added with a number, whole and not negative; undefined when it was not. */
  contentOf(number: number): number | undefined {
    const at = this.#placeOf(number + 1);
    return this.#numbers[at] === 0 ? undefined : this.#contents[at];
  }

  /** Adds a number that it does not have. */
  add(number: number, content: number): void {
    if (this.#count + 1 > this.#numbers.length * FULLEST) this.#grow();
    this.#put(number + 1, content);
    this.#count += 1;
  }

  /** What it takes of memory. */
  get bytes(): number {
    return this.#numbers.byteLength + this.#contents.byteLength;
  }

  /** Zero means that a place is free, so that all numbers are kept one higher. */
  #put(kept: number, content: number): void {
    const at = this.#placeOf(kept);
    this.#numbers[at] = kept;
    this.#contents[at] = content;
  }

  #placeOf(kept: number): number {
    const places = this.#numbers.length;
    let at = kept % places;
    while (this.#numbers[at] !== 0 && this.#numbers[at] !== kept) {
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
      const kept = numbers[from] ?? 0;
      if (kept !== 0) this.#put(kept, contents[from] ?? 0);
    }
  }
}

/** Each grows by itself, so that no id waits for all others to be moved. */
const TABLES = 64;

/** Somewhat apart, so that they do not all grow at the same number of ids. */
const smallest = (n: number): number => 64 + n;

/**
 * The ids of a file, with what they stood for: 15 to 19 bytes an id, so that a file of some million rows
 * is told of an id that it uses twice. Two ids are taken for one once in 2^53 pairs.
 */
export class SeenIds {
  readonly #scratch = new IdScratch();
  readonly #tables = Array.from(
    { length: TABLES },
    (_, n) => new IdTable(smallest(n), this.#scratch),
  );
  #count = 0;

  /** Notes an id, and tells whether the file had it before, with the same content or another. */
  note(id: string, content: string): "new" | "same" | "other" {
    const hash = textHash(id);
    const meant = textHash(content) >>> 0;
    const before = this.#tableOf(hash).contentOf(Math.floor(hash / TABLES));
    if (before !== undefined) return before === meant ? "same" : "other";
    this.#tableOf(hash).add(Math.floor(hash / TABLES), meant);
    this.#count += 1;
    return "new";
  }

  /** Whether an id was noted. */
  has(id: string): boolean {
    const hash = textHash(id);
    return this.#tableOf(hash).contentOf(Math.floor(hash / TABLES)) !== undefined;
  }

  get size(): number {
    return this.#count;
  }

  #tableOf(hash: number): IdTable {
    return this.#tables[hash % TABLES] as IdTable;
  }
}
