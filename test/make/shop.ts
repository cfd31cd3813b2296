import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { ratesInForce } from "../../shared/vat/reference-data/vat-rates.ts";
import { BUILT_IN_RATES } from "./built-in-rates.ts";
import { makeRefund, makeSale } from "./supply-event.ts";

/** Where a shop sells to, most to the first: the weight of the n-th is 1 / n^1.2 (Zipf). */
const STATES = [
  ...["DE", "FR", "PL", "IT", "ES", "NL", "AT", "DK", "FI", "BE", "CZ", "EL", "HU", "RO"],
  ...["PT", "IE", "SK", "BG", "HR", "LT", "SI", "LV", "EE", "LU", "CY", "MT"],
];
const WEIGHTS = STATES.map((_, n) => 1 / (n + 1) ** 1.2);
const ALL = WEIGHTS.reduce((a, b) => a + b, 0);

function stateAt(dice: number): string {
  let rest = dice * ALL;
  const at = WEIGHTS.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return STATES[at] ?? "MT";
}

/**
 * What a web shop in Sweden books on one day: goods alone, two rates a country, nine in ten in euro, one
 * refund to twelve sales.
 */
export function shopEvents(count: number, random: () => number, day = "2025-08-01"): NewEvent[] {
  const events: NewEvent[] = [];
  for (let n = 0; n < count; n += 1) {
    const original = n % 13 === 12 ? events[Math.floor(random() * n)] : undefined;
    events.push(
      original?.event_type === "sale"
        ? refundOf(original, `r${n}`)
        : saleOf(`s${n}`, day as IsoDate, random),
    );
  }
  return events;
}

function saleOf(event_id: string, supply_date: IsoDate, random: () => number): NewEvent {
  const state = stateAt(random());
  const rates = [...(ratesInForce(state, supply_date, BUILT_IN_RATES) ?? [])].sort((a, b) => b - a);
  const standard = rates[0] ?? 0;
  const vat_rate_bps = random() < 0.8 ? standard : (rates[1] ?? standard);
  const taxable_amount_minor = Math.floor(random() * 20_000);
  return makeSale({
    event_id,
    supply_date,
    consumption_country: state as NewEvent["consumption_country"],
    currency: random() < 0.9 ? "EUR" : random() < 0.5 ? "PLN" : "DKK",
    vat_rate_bps,
    rate_category: vat_rate_bps === standard ? "standard" : "reduced",
    taxable_amount_minor,
    vat_amount_minor: Math.round((taxable_amount_minor * vat_rate_bps) / 10_000),
  });
}

function refundOf(sale: NewEvent, event_id: string): NewEvent {
  const { supply_date, consumption_country, currency, vat_rate_bps, rate_category } = sale;
  const { taxable_amount_minor, vat_amount_minor } = sale;
  return makeRefund({
    event_id,
    original_event_id: sale.event_id,
    ...{ supply_date, consumption_country, currency, vat_rate_bps, rate_category },
    ...{ taxable_amount_minor, vat_amount_minor },
  });
}
