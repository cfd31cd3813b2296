/** Where an amount stands against a limit. Both in EUR minor units (cents). */
type Position = {
  readonly current_minor: number;
  readonly remaining_minor: number;
  /** Whole per cent, rounded down: 100 from the limit on, never before. */
  readonly percentage_used: number;
  readonly exceeded: boolean;
  readonly warning: boolean;
};

/**
 * Being exactly at the limit is not exceeding it (Art. 59c(1)(c), 369l VAT Directive); the warning
 * band is the last 10 %, its lower end included.
 */
export function positionAgainst(limit_minor: number, current_minor: number): Position {
  const current = BigInt(current_minor);
  const limit = BigInt(limit_minor);
  const exceeded = current > limit;
  return {
    current_minor,
    remaining_minor: exceeded ? 0 : limit_minor - current_minor,
    percentage_used: Number((current * 100n) / limit),
    exceeded,
    warning: !exceeded && current * 10n >= limit * 9n,
  };
}
