import { textHash } from "../../core/text-hash.ts";
import { IdScratch, IdTable } from "./id-table.ts";

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
