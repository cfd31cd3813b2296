import { type IsoDate, type Period, plusDays } from "../../shared/core/calendar/dates.ts";

/** Values with their relative frequencies. */
export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

const DAY_MS = 86_400_000;

/** Random choices that depend only on the seed (mulberry32, seeded by FNV-1a). */
export class Dice {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce(
      (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193),
      0x811c9dc5,
    );
  }

  /** Returns a number of at least 0 and less than 1. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
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
