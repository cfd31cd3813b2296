import type { Quote } from "./quote.js";
import type { Sums } from "./sums.js";

/** A supply event as POST /v1/supply-events takes it. */
export type SupplyEvent = {
  readonly event_id: string;
  readonly event_type: "sale" | "refund";
  readonly original_event_id?: string;
  readonly vat_rate_bps: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
} & Readonly<Record<string, unknown>>;

/** The fields that all events of a step share. */
export type StepFacts = {
  readonly code: string;
  /** 0 for the order as it was placed, then one more for each change. */
  readonly step: number;
  readonly day: string;
  readonly currency: string;
  readonly destination: { readonly country: string; readonly postcode?: string };
  readonly supplyKind: string;
  readonly dispatchCountry?: string | undefined;
  readonly sourceId?: string | undefined;
  /** The event of the first sale at each rate, which refunds refer to. */
  readonly saleIds: ReadonlyMap<number, string>;
  /** True if a line has a rate of the shop's own. */
  readonly isOwnRate: boolean;
};

/** The id of an event follows from the order, the step and the rate, so an event that is sent again is the same. */
const idOf = (code: string, step: number, rate: number): string =>
  step === 0 ? `${code}-${rate}` : `${code}-${step}-${rate}`;

/**
 * Returns the supply events that bring the ledger from what is booked to what stands: sales at rates with more, refunds
 * of the first sale at rates with less.
 */
export const eventsOf = (change: Sums, facts: StepFacts, quote: Quote | undefined): SupplyEvent[] =>
  [...change].map(([rate, { net, vat }]) => {
    const isLess = net + vat < 0;
    const shared = {
      event_id: idOf(facts.code, facts.step, rate),
      supply_date: facts.day,
      supply_kind: facts.supplyKind,
      currency: facts.currency,
      vat_rate_bps: rate,
      taxable_amount_minor: Math.abs(net),
      vat_amount_minor: Math.abs(vat),
      ...(facts.sourceId && { source_id: facts.sourceId }),
    };
    return isLess
      ? { ...shared, event_type: "refund", ...originalAt(rate, facts) }
      : { ...shared, event_type: "sale", ...soldAs(rate, facts, quote) };
  });

function originalAt(rate: number, { saleIds }: StepFacts) {
  const original_event_id = saleIds.get(rate);
  return original_event_id === undefined ? {} : { original_event_id };
}

function soldAs(rate: number, facts: StepFacts, quote: Quote | undefined) {
  const { dispatchCountry, destination, isOwnRate } = facts;
  const category = quote?.lines.find(({ line_id }) => line_id === String(rate))?.rate_category;
  const isInUnion = quote?.supply.member_state_of_consumption != null;
  return {
    destination,
    ...(dispatchCountry && { dispatch_country: dispatchCountry }),
    customer_type: quote?.supply.treated_as ?? "b2c",
    // Without a category nothing was charged, or no standard rate of the country is known.
    rate_category: category ?? (rate === 0 ? "zero" : "standard"),
    ...(isInUnion && quote?.treatment && { treatment: quote.treatment }),
    metadata: { rates_of: isOwnRate ? "shop" : "service" },
  };
}
