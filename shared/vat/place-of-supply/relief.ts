import type { IsoDate } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import { hasOptedForDestination } from "../seller/in-force.ts";
import type { DaySum } from "../threshold/day-sums.ts";
import { reliefStatusIn } from "../threshold/relief.ts";
import type { ThresholdInput } from "../threshold/threshold-input.ts";
import { establishedIn, type Seller } from "./place.ts";
import type { PlacedSupply } from "./supply.ts";

/** The supply's contribution to the year's turnover, without VAT, in minor units. */
type AddedTurnover = {
  readonly day: IsoDate;
  readonly currency: Currency;
  readonly net_minor: bigint;
};

/**
 * Returns the reason why a cross-border supply to a consumer is taxed at destination, or undefined when it is taxed at
 * origin (Art. 59c). The relief must be certain: in doubt, the place is the destination.
 */
export function reliefError(
  supply: PlacedSupply,
  seller: Seller,
  from: string,
  added: AddedTurnover,
): string | undefined {
  if (hasOptedForDestination(seller.registrations, added.day)) {
    return "the seller has chosen it by registering for the Union scheme, which binds for two calendar years (Art. 59c(3))";
  }
  return (
    establishmentError(establishedIn(supply, seller.profile), from) ??
    turnoverError(seller.threshold, from, added)
  );
}

function establishmentError(states: readonly string[], from: string): string | undefined {
  const [only, ...more] = states;
  if (only === undefined) {
    return "the seller is not known to be established in a Member State (Art. 59c(1)(a))";
  }
  if (more.length > 0) {
    return `the seller is established in more than one Member State, ${states.join(", ")} (Art. 59c(1)(a))`;
  }
  return only === from
    ? undefined
    : `the supply comes from ${from}, and the seller is established in ${only} (Art. 59c(1)(b))`;
}

/**
 * Returns the reason of the turnover, if any. Includes this supply, since a supply that takes the total above the limit
 * is itself taxed at destination.
 */
function turnoverError(
  threshold: ThresholdInput,
  from: string,
  added: AddedTurnover,
): string | undefined {
  const sums = [...threshold.sums, ...asDaySums(added)];
  const { exceeded, reasons } = reliefStatusIn(from, { ...threshold, sums });
  const [reason] = reasons;
  if (reason === undefined) return undefined;
  if (!exceeded)
    return `whether the relief applies is not certain, and in doubt VAT of the destination is charged: ${reason.message}`;
  return reason.code === "exceeded_this_year"
    ? `with this supply, ${reason.message}`
    : reason.message;
}

/** Returns the sum of the supply. Ignores a credit: sums of a day contain sales, which are never negative. */
const asDaySums = ({ day, currency, net_minor }: AddedTurnover): DaySum[] =>
  net_minor > 0n ? [{ day, currency, taxable_amount_minor: net_minor, countries: new Map() }] : [];
