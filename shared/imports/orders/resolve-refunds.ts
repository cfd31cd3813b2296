import { type Correction, type Original, orRejected, type RowOutcome } from "../formats/outcome.ts";
import { afterRefund } from "./judge-refund.ts";

type Resolve = (refund: Correction, original: Original | undefined) => RowOutcome;

/**
 * Decides the refunds of one order that came together. Each is judged by the sale alone, so that it stays the same when
 * others come. Only the one that is not split as the shop states it is judged by what the others have left: if it gives
 * back all of that, it reverses it, whatever its rates, and no cent of a rounding stays (Art. 90 VAT Directive).
 */
export function resolveRefunds(
  refunds: readonly Correction[],
  original: Original | undefined,
  resolve: Resolve,
): readonly RowOutcome[] {
  const alone = refunds.map((refund) => resolve(refund, original));
  const last = lastSplit(refunds, alone);
  const refund = refunds[last];
  if (!original || !refund) return alone;
  const others = alone.filter((_, n) => n !== last);
  const again = resolve(refund, others.reduce(afterRefund, original));
  return alone.map((outcome, n) => (n === last && again.outcome === "event" ? again : outcome));
}

/** Judges the refunds that an order has in it, each by what stands after those before it. */
export function judgedInTurn<Refund>(
  refunds: readonly Refund[],
  original: Original | undefined,
  judge: (refund: Refund, stands: Original | undefined) => RowOutcome,
): readonly RowOutcome[] {
  let stands = original;
  return refunds.map((refund) => {
    const outcome = orRejected(() => judge(refund, stands));
    if (stands) stands = afterRefund(stands, outcome);
    return outcome;
  });
}

/** Returns the place of the only refund that cannot be split, or else of the newest whose split is derived; or -1. */
function lastSplit(refunds: readonly Correction[], outcomes: readonly RowOutcome[]): number {
  const places = (is: (outcome: RowOutcome) => boolean) =>
    outcomes.flatMap((outcome, n) => (is(outcome) ? [n] : []));
  const unsplit = places(isUnsplit);
  if (unsplit.length > 0) return unsplit.length === 1 ? (unsplit[0] ?? -1) : -1;
  const number = (n: number) => numberOf(refunds[n]);
  return places(isDerived).toSorted((a, b) => number(b) - number(a))[0] ?? -1;
}

const isUnsplit = (outcome: RowOutcome): boolean =>
  outcome.outcome === "unresolved" && outcome.reason === "refund_without_vat_split";

const isDerived = (outcome: RowOutcome): boolean =>
  outcome.outcome === "event" && outcome.findings.includes("vat_derived");

/** Returns the number of a refund, which rises with time in every shop that numbers them. */
const numberOf = (refund: Correction | undefined): number =>
  Number((refund?.draft as { readonly id?: unknown } | undefined)?.id) || 0;
