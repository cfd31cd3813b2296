/**
 * An exact sum as a JSON number.
 * @throws RangeError beyond 2^53, where a JSON number would silently lose its last digits.
 */
export function jsonInteger(sum: bigint): number {
  const number = Number(sum);
  if (!Number.isSafeInteger(number)) throw new RangeError("a sum is too large for a JSON number");
  // Minus zero would be shown as zero but compare as something else.
  return number === 0 ? 0 : number;
}
