import type * as z from "zod";
import type { IsoDate, Period } from "../../shared/core/calendar/dates.ts";
import type { CommitRequest } from "../../shared/ledger/events/schema.ts";
import { FIXED_ESTABLISHMENT, LINES, type Line, MARKETS, SEAT } from "./catalogue.ts";
import { Dice } from "./dice.ts";
import { amountsAt, knownCurrency, localCurrency, priceTag } from "./prices.ts";

/** A supply event as a caller submits it. */
export type DemoEvent = Exclude<z.input<typeof CommitRequest>, { events: unknown }>;

const SALES_A_QUARTER = 300;

/** Returns the quarter's sales, services and goods inside the Union; depends on the quarter and on the known rates. */
export const salesOf = (quarter: Period, ratesUntil: IsoDate): DemoEvent[] =>
  Array.from({ length: SALES_A_QUARTER }, (_, index) =>
    saleOf(quarter, `${quarter.key}-sale-${String(index + 1).padStart(4, "0")}`, ratesUntil),
  );

/** Builds one sale. Each sale has its own dice, so that adding or removing one changes no other. */
function saleOf(quarter: Period, event_id: string, ratesUntil: IsoDate): DemoEvent {
  const dice = new Dice(event_id);
  const line = dice.pick(LINES);
  const sold = {
    tax_class_id: dice.pick(line.classes),
    consumption_country: countryFor(line, dice),
    supply_date: dice.dayIn(quarter),
  };
  const wanted = currencyFor(line, sold.consumption_country, dice);
  const currency = knownCurrency(wanted, quarter, ratesUntil);
  return {
    event_id,
    event_type: "sale",
    source_id: line.source_id,
    supply_kind: line.supply_kind,
    ...sold,
    ...line.from,
    ...amountsAt(priceTag(dice, line.prices_minor, currency), currency, sold),
    ...(line.supplier_role ? { supplier_role: line.supplier_role } : {}),
    ...(line.supply_kind === "tbe_services" ? evidence(sold.consumption_country, dice) : {}),
    ...oddity(line, dice),
  };
}

/** Probability that a recorded supply belongs in no return. */
const OUT_OF_SCOPE = 0.02;

function countryFor(line: Line, dice: Dice): string {
  const home = "dispatch_country" in line.from ? line.from.dispatch_country : SEAT;
  if (line.supplier_role || dice.chance(OUT_OF_SCOPE)) return home;
  const foreign = (country: string) =>
    country !== home && (line.supply_kind === "goods" || !ESTABLISHED.includes(country));
  return dice.pick(MARKETS.filter(([country]) => foreign(country)));
}

const ESTABLISHED = [SEAT, FIXED_ESTABLISHMENT];

function currencyFor(line: Line, country: string, dice: Dice): string {
  if (line.supply_kind === "tbe_services" && dice.chance(0.25)) return "USD";
  if (line.source_id === "shop-se" && dice.chance(0.1)) return "SEK";
  return localCurrency(country);
}

/** Returns two pieces of evidence (Art. 24b CIR 282/2011). Some are missing, and some contradict each other. */
function evidence(country: string, dice: Dice): Partial<DemoEvent> {
  if (dice.chance(0.05)) return {};
  const seenIn = dice.chance(0.04) ? "CH" : country;
  return {
    location_evidence: [
      { kind: "billing_address", country },
      { kind: "ip_address", country: seenIn },
    ],
  };
}

function oddity(line: Line, dice: Dice): Partial<DemoEvent> {
  if (dice.chance(0.02)) return { customer_type: "b2b" };
  if (line.supply_kind === "goods" && dice.chance(0.015)) return { dispatch_country: undefined };
  if (dice.chance(0.005)) return { classification_status: "needs_review" };
  return {};
}
