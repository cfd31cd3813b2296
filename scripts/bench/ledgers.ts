import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import type { NewEvent } from "../../shared/supplies/schema.ts";

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** All but Sweden, where the benchmark's shops are identified. */
const STATES =
  "DE FR IT ES NL PL AT BE FI DK CZ RO PT HU IE EL BG HR SK LT SI LV EE CY LU MT".split(" ");

const RATES = [
  { vat_rate_bps: 2_000, rate_category: "standard" },
  { vat_rate_bps: 1_000, rate_category: "reduced" },
] as const;

const pick = <T>(from: readonly T[], dice: () => number): T =>
  from[Math.floor(dice() * from.length)] as T;

/** Zipf's law: the n-th Member State has 1/n^1.2 of the sales of the first. Sums of shares up to each. */
const ZIPF = STATES.map((_, n) =>
  STATES.slice(0, n + 1).reduce((sum, _state, m) => sum + 1 / (m + 1) ** 1.2, 0),
);

function zipf(dice: () => number): string {
  const at = dice() * (ZIPF.at(-1) as number);
  return STATES[ZIPF.findIndex((share) => at < share)] as string;
}

export type Shape = "shop" | "widest";

/** The n-th sale of a ledger: a shop's (goods, few large markets, mostly euro), or the widest there is. */
export function saleOf(shape: Shape, n: number, dice: () => number): NewEvent {
  const service = shape === "widest" && n % 3 !== 0;
  const state = shape === "shop" ? zipf(dice) : pick(STATES, dice);
  const currency =
    shape === "shop" ? (dice() < 0.9 ? "EUR" : "SEK") : pick(["EUR", "SEK", "PLN", "USD"], dice);
  const taxable_amount_minor = 500 + Math.floor(dice() * 20_000);
  const rate = shape === "shop" && dice() < 0.8 ? RATES[0] : pick(RATES, dice);
  return {
    event_id: `sale-${n}`,
    event_type: "sale",
    supply_date:
      `2025-0${7 + (n % 3)}-${String(1 + Math.floor(dice() * 28)).padStart(2, "0")}` as IsoDate,
    supply_kind: service ? pick(["tbe_services", "other_services"] as const, dice) : "goods",
    customer_type: "b2c",
    consumption_country: state as NewEvent["consumption_country"],
    ...(service ? { establishment_country: "SE" } : { dispatch_country: "SE" as const }),
    currency,
    taxable_amount_minor,
    vat_amount_minor: Math.round((taxable_amount_minor * rate.vat_rate_bps) / 10_000),
    ...rate,
    deemed_supplier: false,
  };
}
