const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * `amount` in whole parts that stand to each other as the weights do, by the largest remainder; of
 * equal remainders the first goes before. The parts always add up to `amount`, and none has another
 * sign. Without any weight all parts are alike. dinero.js gives what is left over to the largest
 * weights instead, whatever their remainders (docs/decisions/0014).
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

/** The places of the weights, that with the largest remainder first. */
function byRemainder(whole: bigint, weights: readonly bigint[], total: bigint): number[] {
  const remainders = weights.map((weight) => (whole * weight) % total);
  return [...remainders.keys()].sort((a, b) => {
    const [one, other] = [remainders[a] ?? 0n, remainders[b] ?? 0n];
    return one === other ? a - b : one < other ? 1 : -1;
  });
}

/**
 * What shipping is split by: the net values it goes with. A charge goes with what is charged and a
 * credit with what is credited; where there is no such line, by the size of the lines there are.
 */
export function shippingWeights(shipping: bigint, nets: readonly bigint[]): bigint[] {
  const alike = nets.map((net) => (net < 0n === shipping < 0n ? magnitude(net) : 0n));
  return alike.some((weight) => weight > 0n) ? alike : nets.map(magnitude);
}
