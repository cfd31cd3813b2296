/** Returns the figure below which a share of several figures lies; NaN for an empty list. */
export const quantile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN;

/** Returns the middle one of several figures; NaN for an empty list. */
export const median = (figures: readonly number[]): number => quantile(figures, 0.5);

/** Measures the milliseconds that `work` takes. */
async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Runs several works in turn, in blocks of `calls`, so that a busy machine slows all down alike. The first block warms
 * up and is not counted.
 * @returns the median milliseconds of a call, of each work and block
 */
export async function inTurn<K extends string>(
  works: Readonly<Record<K, () => unknown>>,
  { blocks, calls = 1 }: { readonly blocks: number; readonly calls?: number },
): Promise<Record<K, number[]>> {
  const names = Object.keys(works) as K[];
  const medians = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let block = 0; block <= blocks; block += 1) {
    for (const name of names) {
      const figures: number[] = [];
      for (let n = 0; n < calls; n += 1) figures.push(await timed(works[name]));
      if (block > 0) medians[name]?.push(median(figures));
    }
  }
  return medians as Record<K, number[]>;
}

/** Compares two works block by block: the median of the ratios, and text with the least and the most of them. */
export function ratioOf(one: readonly number[], other: readonly number[]) {
  const ratios = one.map((figure, block) => figure / (other[block] as number));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const ratio = median(ratios);
  return { ratio, text: `${times(ratio)} (${least.toFixed(2)} to ${most.toFixed(2)})` };
}

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;

/** Formats the median of some milliseconds. */
export const inMs = (figures: readonly number[], digits = 1): string =>
  `${median(figures).toFixed(digits)} ms`;
