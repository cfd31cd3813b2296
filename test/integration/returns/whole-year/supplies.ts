import type { Currency } from "../../../../shared/core/money/money.ts";
import {
  type EventChanges,
  makeImport,
  makeSale,
  makeService,
  type SentEvent,
} from "../../../make/supply-event.ts";

/** In whole units of the currency, which is the euro unless `more` says otherwise. */
type Sold = readonly [
  event_id: string,
  day: string,
  state: string,
  net: number,
  percent: number,
  more?: EventChanges,
];

const cents = (amount: number): number => Math.round(amount * 100);

const facts = (...[event_id, day, state, net, percent, more]: Sold) => ({
  event_id,
  supply_date: day as SentEvent["supply_date"],
  consumption_country: state,
  taxable_amount_minor: cents(net),
  vat_rate_bps: percent * 100,
  vat_amount_minor: Math.round((cents(net) * percent) / 100),
  ...(percent === 0 ? { rate_category: "zero" as const } : {}),
  ...more,
});

/** A download; where it is supplied from, the profile says. */
export const download = (...sold: Sold): SentEvent =>
  makeService({ establishment_country: undefined, ...facts(...sold) });

/** Goods from a warehouse in Germany. */
export const parcel = (...sold: Sold): SentEvent =>
  makeSale({ dispatch_country: "DE", ...facts(...sold) });

/** Goods from China, a consignment of their net value. */
export function imported(...sold: Sold): SentEvent {
  const [, , , net, , more] = sold;
  const consignment = {
    intrinsic_value_minor: cents(net),
    currency: more?.currency ?? "EUR",
    excise_goods: false,
  };
  return makeImport({ consignment, ...facts(...sold) });
}

/** The customs value in euro that the seller has verified. */
export const worth = (currency: Currency, net: number, euro: number): EventChanges => ({
  currency,
  consignment: {
    intrinsic_value_minor: cents(net),
    currency,
    intrinsic_value_eur_minor: cents(euro),
    excise_goods: false,
  },
});

/** What later happens to a sale: `net` of it at the rate it was sold with. */
export function later(
  sale: SentEvent,
  event_id: string,
  day: string,
  net: number,
  event_type: SentEvent["event_type"] = "refund",
): SentEvent {
  const { vat_rate_bps = 0, supply_kind, currency } = sale;
  const { supply_date, taxable_amount_minor, vat_amount_minor } = facts(
    ...([event_id, day, "", net, vat_rate_bps / 100] as const),
  );
  // Customer, place and rate are those of the sale.
  return {
    event_id,
    event_type,
    original_event_id: sale.event_id,
    supply_date,
    supply_kind,
    currency,
    taxable_amount_minor,
    vat_amount_minor,
  };
}
