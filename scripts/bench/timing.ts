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

/**
 * Several works in blocks of so many calls, taken in turn: milliseconds of a call of each, the median of each block.
 * The first block warms up and does not count.
 */
export async function inBlocks<K extends string>(
  works: Readonly<Record<K, () => unknown>>,
  { blocks, calls }: { readonly blocks: number; readonly calls: number },
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

/** One work against another in each block: the median of the ratios, and the least and the most of them. */
export function ratioOf(one: readonly number[], other: readonly number[]) {
  const ratios = one.map((figure, block) => figure / (other[block] as number));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const middle = median(ratios);
  return { middle, text: `${times(middle)} (${least.toFixed(2)} to ${most.toFixed(2)})` };
}

/** A line of the table that the benchmark prints. Without a goal, `goal` is a dash, and it is met. */
export type Row = {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
};

/** A table beside those lines: figures that have no goal. */
type Table = {
  readonly title: string;
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
};

/** What a part of the benchmark has found. */
export type Findings = {
  readonly rows: readonly Row[];
  readonly tables?: readonly Table[];
  /** Of other programs that it was compared with. */
  readonly versions?: readonly string[];
};

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;

/** Whether a summary costs about what another one does, in time and in read units: of the other one, and its own. */
export function sameCost(
  what: string,
  latency: number,
  [other, own]: readonly [number, number],
): Row[] {
  const goal = "≤ 1.3 ×";
  const units = own / other;
  return [
    { what: `${what}, latency`, goal, measured: times(latency), met: latency <= 1.3 },
    {
      what: `${what}, read units`,
      goal,
      measured: `${times(units)} (${own} against ${other})`,
      met: units <= 1.3,
    },
  ];
}
