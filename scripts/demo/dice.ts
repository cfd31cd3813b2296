import { type IsoDate, type Period, plusDays } from "../../shared/core/calendar/dates.ts";

/** Values with their relative frequencies. */
export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

const DAY_MS = 86_400_000;

/** Returns a seeded generator of numbers of at least 0 and less than 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random choices that depend only on the seed, by its hash (FNV-1a). */
export class Dice {
  readonly #next: () => number;

  constructor(seed: string) {
    const hashed = [...seed].reduce(
      (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193),
      0x811c9dc5,
    );
    this.#next = seeded(hashed);
  }

  /** Returns an integer, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  /** Returns true with this probability. */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(choices: Weighted<T>): T {
    let left = this.#next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new RangeError("nothing to choose from");
  }

  dayIn({ firstDay, lastDay }: Period): IsoDate {
    return plusDays(firstDay, this.whole(0, (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS));
  }
}
