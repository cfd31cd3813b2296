import { textHash } from "./text-hash.ts";

/**
 * The ids of a file, with what they stood for: 12 bytes an id, so that a file of some million rows
 * is told of an id that it uses twice. Two ids are taken for one once in 2^53 pairs.
 */
export class SeenIds {
  #ids = new Float64Array(1024);
  #contents = new Uint32Array(1024);
  #count = 0;

  /** Notes an id, and tells whether the file had it before, with the same content or another. */
  note(id: string, content: string): "new" | "same" | "other" {
    // Zero means that a place is free.
    const hash = textHash(id) + 1;
    const meant = textHash(content) >>> 0;
    const at = this.#placeOf(hash);
    if (this.#ids[at] !== 0) return this.#contents[at] === meant ? "same" : "other";
    this.#ids[at] = hash;
    this.#contents[at] = meant;
    this.#count += 1;
    if (this.#count * 2 > this.#ids.length) this.#grow();
    return "new";
  }

  /** Whether an id was noted. */
  has(id: string): boolean {
    return this.#ids[this.#placeOf(textHash(id) + 1)] !== 0;
  }

  get size(): number {
    return this.#count;
  }

  #placeOf(hash: number): number {
    const mask = this.#ids.length - 1;
    let at = hash & mask;
    while (this.#ids[at] !== 0 && this.#ids[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [ids, contents] = [this.#ids, this.#contents];
    this.#ids = new Float64Array(ids.length * 2);
    this.#contents = new Uint32Array(ids.length * 2);
    ids.forEach((hash, from) => {
      if (hash === 0) return;
      const at = this.#placeOf(hash);
      this.#ids[at] = hash;
      this.#contents[at] = contents[from] ?? 0;
    });
  }
}
