/** How many times as long one takes as the other, over so many events. */
export type RatioAt = { readonly events: number; readonly ratio: number };

/**
 * From how many events on the ratio is below 1, on a straight line between the logarithms of the two sizes beside it.
 * @param ratios by rising size
 * @returns undefined when it is not below 1 at the largest; the smallest size when it is below 1 from there on
 */
export function breakEven(ratios: readonly RatioAt[]): number | undefined {
  const at = ratios.findLastIndex(({ ratio }) => ratio >= 1);
  const [before, after] = [ratios[at], ratios[at + 1]];
  if (!after) return undefined;
  if (!before) return after.events;
  const part = Math.log(before.ratio) / Math.log(before.ratio / after.ratio);
  return before.events * (after.events / before.events) ** part;
}
