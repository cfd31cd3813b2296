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
 * Medians of two works done in turn, so that a busy machine slows both down alike. The first round
 * warms up and does not count.
 */
export async function inTurn(
  rounds: number,
  one: () => unknown,
  other: () => unknown,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [a, b] = [await timed(one), await timed(other)];
    if (round > 0) times[0].push(a);
    if (round > 0) times[1].push(b);
  }
  return [median(times[0]), median(times[1])];
}

/** A line of the table that the benchmark prints. */
export type Row = {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
};

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
