/** The middle one of several figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** What `part` of the figures, from 0 to 1, do not exceed; NaN of none. */
export function percentile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Medians of several works done in turn, so that a busy machine slows all down alike. The first round
 * warms up and does not count.
 */
export async function allInTurn(
  rounds: number,
  works: readonly (() => unknown)[],
): Promise<number[]> {
  const taken = works.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const time = await timed(work);
      if (round > 0) taken[index]?.push(time);
    }
  }
  return taken.map(median);
}

/** Medians of two works done in turn. */
export async function inTurn(
  rounds: number,
  one: () => unknown,
  other: () => unknown,
): Promise<[number, number]> {
  const [a, b] = await allInTurn(rounds, [one, other]);
  return [a as number, b as number];
}

/** A line of the table that the benchmark prints. */
export type Row = {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
};

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
