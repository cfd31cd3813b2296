import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { fingerprintOf } from "../../shared/core/hash.ts";
import type { EventId } from "../../shared/core/ids.ts";
import type { Currency } from "../../shared/core/money/money.ts";
import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { submissionOf } from "../../shared/ledger/events/submission.ts";
import { newRecord } from "../../shared/ledger/events/submit-event.ts";
import { catalogueOf, NO_OVERLAY } from "../../shared/vat/reference-data/vat-rates.ts";
import type { ProfileHistory } from "../../shared/vat/seller/profile.ts";
import { seeded } from "../demo/dice.ts";

/** Every Member State except Sweden, where the shops of the benchmark are identified. */
const STATES =
  "DE FR IT ES NL PL AT BE FI DK CZ RO PT HU IE EL BG HR SK LT SI LV EE CY LU MT".split(" ");

const RATES = [
  { vat_rate_bps: 2_000, rate_category: "standard" },
  { vat_rate_bps: 1_000, rate_category: "reduced" },
] as const;

const pick = <T>(from: readonly T[], dice: () => number): T =>
  from[Math.floor(dice() * from.length)] as T;

/** Cumulative shares by Zipf's law: the n-th Member State has 1/n^1.2 of the sales of the first. */
const ZIPF = STATES.map((_, n) =>
  STATES.slice(0, n + 1).reduce((sum, _state, m) => sum + 1 / (m + 1) ** 1.2, 0),
);

function zipf(dice: () => number): string {
  const at = dice() * (ZIPF.at(-1) as number);
  return STATES[ZIPF.findIndex((share) => at < share)] as string;
}

export const SHAPES = ["shop", "widest"] as const;
export type Shape = (typeof SHAPES)[number];

/** The fields that place a sale in a row of the return. */
type ReturnRow = {
  readonly service: boolean;
  readonly state: string;
  readonly currency: Currency;
  readonly rate: (typeof RATES)[number];
};

const CURRENCIES = { shop: ["EUR", "SEK"], widest: ["EUR", "SEK", "PLN", "USD"] } as const;

/** The kinds of supplies of a shape, by `service`: goods alone, or goods and services. */
const KINDS = { shop: [false], widest: [false, true] } as const;

/** Lists all rows that the return of a ledger can have. */
export const rowsOf = (shape: Shape): ReturnRow[] =>
  KINDS[shape].flatMap((service) =>
    CURRENCIES[shape].flatMap((currency) =>
      RATES.flatMap((rate) => STATES.map((state) => ({ service, currency, rate, state }))),
    ),
  );

/** Draws a row of a shop (goods, few large markets, mostly euro), or any row of the widest return possible. */
function drawnRow(shape: Shape, n: number, dice: () => number): ReturnRow {
  if (shape === "widest") {
    const currency = pick(CURRENCIES.widest, dice);
    return { service: n % 3 !== 0, state: pick(STATES, dice), currency, rate: pick(RATES, dice) };
  }
  return {
    service: false,
    state: zipf(dice),
    currency: dice() < 0.9 ? ("EUR" as const) : ("SEK" as const),
    rate: dice() < 0.8 ? RATES[0] : pick(RATES, dice),
  };
}

/** Makes the n-th sale of a ledger, in a drawn row unless one is given. */
export function saleOf(
  shape: Shape,
  n: number,
  dice: () => number,
  { service, state, currency, rate }: ReturnRow = drawnRow(shape, n, dice),
): NewEvent {
  const taxable_amount_minor = 500 + Math.floor(dice() * 20_000);
  return {
    event_id: `sale-${n}` as EventId,
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
  };
}

const PROFILE: ProfileHistory = {
  rows: [{ establishment_country: "SE", fixed_establishments: [] }],
};

/** The rates of a service in which no rate was accepted. */
export const BUILT_IN_RATES = catalogueOf(NO_OVERLAY);

/** Makes the record that the service would store of an event. */
export const recordOf = (event: NewEvent, profile = PROFILE): EventRecord =>
  newRecord(event, {
    profile,
    rates: BUILT_IN_RATES,
    commit_id: "bench",
    committed_at: "2025-10-01T00:00:00.000Z",
    fingerprint: fingerprintOf(submissionOf(event)),
  });

const SEED = 20_261_121;

/** Number of drawn sales. Larger ledgers have copies of them. */
const DRAWN = 100_000;

/** The n-th drawn sale, and the number of its copies in the ledger. */
export type CopiedSale = {
  readonly n: number;
  readonly record: EventRecord;
  readonly copies: number;
};

/**
 * Settings of a drawing. With `evenly`, each row of the return gets a sale in each of `spread` shards before any row
 * gets a second one. At most `draw` sales are drawn.
 */
export type Drawing = {
  readonly evenly?: boolean;
  readonly spread?: number;
  readonly draw?: number;
};

export function* copiedSales(
  shape: Shape,
  count: number,
  { evenly = false, spread = 1, draw = DRAWN }: Drawing = {},
): Generator<CopiedSale> {
  const dice = seeded(SEED);
  const rows = rowsOf(shape);
  const drawn = Math.min(count, draw);
  for (let n = 0; n < drawn; n += 1) {
    const row = evenly ? rows[Math.floor(n / spread) % rows.length] : undefined;
    const copies = Math.floor(count / drawn) + (n < count % drawn ? 1 : 0);
    yield { n, record: recordOf(saleOf(shape, n, dice, row)), copies };
  }
}

/** Counts the copies of the n-th sale in a shard, when each next copy goes into the next shard. */
export const copiesIn = (
  { n, copies }: Pick<CopiedSale, "n" | "copies">,
  shard: number,
  spread: number,
): number =>
  Math.floor(copies / spread) +
  ((shard - (n % spread) + spread) % spread < copies % spread ? 1 : 0);
