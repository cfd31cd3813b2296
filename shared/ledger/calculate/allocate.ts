const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Splits `amount` into integer parts proportional to the weights, by the largest remainder. Equal remainders are served
 * in order. The parts always add up to `amount`, and none has the opposite sign. If all weights are zero, the parts are
 * equal. dinero.js gives the leftover units to the largest weights instead (docs/decisions/0014).
 */
export function shares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n)
    return shares(
      amount,
      weights.map(() => 1n),
    );
  const whole = magnitude(amount);
  const floors = weights.map((weight) => (whole * weight) / total);
  const missing = Number(whole - floors.reduce((sum, part) => sum + part, 0n));
  const first = new Set(byRemainder(whole, weights, total).slice(0, missing));
  const parts = floors.map((part, index) => (first.has(index) ? part + 1n : part));
  return amount < 0n ? parts.map((part) => -part) : parts;
}

/** Returns the indexes of the weights, largest remainder first. */
function byRemainder(whole: bigint, weights: readonly bigint[], total: bigint): number[] {
  const remainders = weights.map((weight) => (whole * weight) % total);
  return [...remainders.keys()].sort((a, b) => {
    const [one, other] = [remainders[a] ?? 0n, remainders[b] ?? 0n];
    return one === other ? a - b : one < other ? 1 : -1;
  });
}

/**
 * Returns the weights that shipping is split by: the net values of the lines with the sign of the shipping. A charge is
 * split over charged lines and a credit over credited lines. Without such a line, the weights are the absolute net
 * values.
 */
export function shippingWeights(shipping: bigint, nets: readonly bigint[]): bigint[] {
  const alike = nets.map((net) => (net < 0n === shipping < 0n ? magnitude(net) : 0n));
  return alike.some((weight) => weight > 0n) ? alike : nets.map(magnitude);
}
