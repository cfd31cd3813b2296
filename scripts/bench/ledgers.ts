import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";

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

export const SHAPES = ["shop", "widest"] as const;
export type Shape = (typeof SHAPES)[number];

/** What decides the row of the return that a sale is in. */
type ReturnRow = {
  readonly service: boolean;
  readonly state: string;
  readonly currency: string;
  readonly rate: (typeof RATES)[number];
};

const CURRENCIES = { shop: ["EUR", "SEK"], widest: ["EUR", "SEK", "PLN", "USD"] } as const;

/** Goods alone, or services too. */
const KINDS = { shop: [false], widest: [false, true] } as const;

/** All rows that the return of a ledger can have. */
export const rowsOf = (shape: Shape): ReturnRow[] =>
  KINDS[shape].flatMap((service) =>
    CURRENCIES[shape].flatMap((currency) =>
      RATES.flatMap((rate) => STATES.map((state) => ({ service, currency, rate, state }))),
    ),
  );

/** A shop's (goods, few large markets, mostly euro), or any of the widest return there is. */
function drawnRow(shape: Shape, n: number, dice: () => number): ReturnRow {
  if (shape === "widest") {
    const currency = pick(CURRENCIES.widest, dice);
    return { service: n % 3 !== 0, state: pick(STATES, dice), currency, rate: pick(RATES, dice) };
  }
  return {
    service: false,
    state: zipf(dice),
    currency: dice() < 0.9 ? "EUR" : "SEK",
    rate: dice() < 0.8 ? RATES[0] : pick(RATES, dice),
  };
}

/** The n-th sale of a ledger, in a row that is drawn unless one is given. */
export function saleOf(
  shape: Shape,
  n: number,
  dice: () => number,
  { service, state, currency, rate }: ReturnRow = drawnRow(shape, n, dice),
): NewEvent {
  const taxable_amount_minor = 500 + Math.floor(dice() * 20_000);
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
