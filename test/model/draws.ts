import fc from "fast-check";
import type { SentEvent } from "../make/supply-event.ts";

export const QUARTERS = ["2021-Q4", "2022-Q1", "2022-Q4", "2023-Q1", "2025-Q1"] as const;

/** Around the ends of periods, and around the three years after which no correction counts. */
const DAYS = [
  ["2021-10-01", "2021-11-15", "2021-12-31"],
  ["2022-01-10", "2022-01-31", "2022-03-31"],
  ["2022-10-01", "2022-11-20", "2022-12-31"],
  ["2023-01-01", "2023-02-14", "2023-03-31"],
  ["2025-01-31", "2025-02-01", "2025-02-28", "2025-03-01", "2025-03-31"],
].flat();

/** 2022-12-31 is a Saturday: its rates are those of the first day of publication after it. */
export const RATE_DAYS = [
  ["2021-11-01", "2021-11-30", "2021-12-31", "2022-01-31", "2022-02-28", "2022-03-31"],
  ["2022-10-31", "2022-11-30", "2023-01-02", "2023-01-31", "2023-02-28", "2023-03-31"],
  ["2025-01-31", "2025-02-28", "2025-03-31"],
].flat();

const CURRENCIES = ["SEK", "PLN", "JPY", "USD", "HRK"] as const;

/** As the ECB writes them: up to six digits, some of them after the point. */
const rate = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, places]) => (digits / 10 ** places).toFixed(places));

/** What is known at the beginning: nearly everything, as far as a currency still was one. */
export const firstRates = fc
  .array(fc.option(rate, { freq: 8, nil: undefined }), {
    minLength: RATE_DAYS.length * CURRENCIES.length,
    maxLength: RATE_DAYS.length * CURRENCIES.length,
  })
  .map((rates) =>
    RATE_DAYS.flatMap((day, d) =>
      CURRENCIES.flatMap((currency, c) => {
        const drawn = rates[d * CURRENCIES.length + c];
        const ended = currency === "HRK" && day >= "2023";
        return drawn === undefined || ended ? [] : [{ day, currency, rate: drawn }];
      }),
    ),
  );

export const rateDraw = fc.record({
  day: fc.constantFrom(...RATE_DAYS),
  currency: fc.constantFrom(...CURRENCIES),
  rate,
});

/** A Member State that the scheme can be used from: Northern Ireland takes part with goods alone. */
export const stateFor = (scheme: string, state: string): string =>
  scheme === "non_union_oss" && state === "XI" ? "IE" : state;

const rarely = <Rare, Common>(rare: fc.Arbitrary<Rare>, common: fc.Arbitrary<Common>, one_in = 6) =>
  fc.oneof({ weight: one_in - 1, arbitrary: common }, { weight: 1, arbitrary: rare });

const KINDS = [
  ...Array<"goods">(8).fill("goods"),
  ...Array<"imported_goods">(6).fill("imported_goods"),
  ...(["tbe_services", "tbe_services", "other_services", "other_services"] as const),
  "new_means_of_transport",
  "assembly_installation",
] as const;

const RATES = [
  { vat_rate_bps: 1_900, rate_category: "standard" },
  { vat_rate_bps: 2_550, rate_category: "standard" },
  { vat_rate_bps: 700, rate_category: "reduced" },
] as const;

const ODD_RATES = [
  { vat_rate_bps: 0, rate_category: "zero" },
  { vat_rate_bps: 0, rate_category: "exempt" },
  { vat_rate_bps: 0, rate_category: "standard" },
] as const;

const STATES = ["DE", "FR", "EL", "SE", "PL", "XI"] as const;

const common = {
  day: fc.constantFrom(...DAYS),
  kind: fc.constantFrom(...KINDS),
  country: fc.constantFrom(...STATES),
  currency: fc.constantFrom("EUR", "EUR", "EUR", ...CURRENCIES),
  taxable: fc.integer({ min: 0, max: 1_000_000 }),
  vat: fc.integer({ min: 0, max: 250_000 }),
  rate: rarely(fc.constantFrom(...ODD_RATES), fc.constantFrom(...RATES), 8),
  status: rarely(fc.constantFrom("needs_review", "excluded"), fc.constant(undefined), 10),
  customer: rarely(fc.constant("b2b" as const), fc.constant("b2c" as const), 12),
};

const saleDraw = fc.record({
  ...common,
  type: fc.constant("sale" as const),
  from: rarely(fc.constant(undefined), fc.constantFrom(...STATES), 10),
  /** Takes the id, kind and country that a non-sale is waiting for, where one is. */
  awaited: fc.boolean(),
  deemed: rarely(fc.constant(true), fc.constant(false)),
  evidence: fc.constantFrom(undefined, undefined, "same", "other"),
  origin: rarely(fc.constant(undefined), fc.constant("CN"), 10),
  consignment: fc.record({
    intrinsic_value_minor: fc.constantFrom(100, 15_000, 15_001),
    currency: rarely(fc.constant("USD"), fc.constant("EUR")),
    intrinsic_value_eur_minor: rarely(fc.constantFrom(14_000, 15_001), fc.constant(undefined)),
    excise_goods: rarely(fc.constant(true), fc.constant(false), 12),
  }),
});

const nonSaleDraw = fc.record({
  ...common,
  type: fc.constantFrom("refund", "refund", "cancellation", "credit_note", "adjustment"),
  refersTo: fc.constantFrom(
    ...([
      "sale",
      "sale",
      "sale",
      "sale",
      "sale",
      "sale",
      "later",
      "any",
      "itself",
      "nothing",
    ] as const),
  ),
  n: fc.nat(),
  /** Has the kind, country and currency of what it refers to, and is no earlier. */
  fits: rarely(fc.constant(false), fc.constant(true)),
  sign: fc.constantFrom(1, -1),
});

export const eventDraw = fc.oneof(
  { weight: 3, arbitrary: saleDraw },
  { weight: 2, arbitrary: nonSaleDraw },
);

type DrawOf<T> = T extends fc.Arbitrary<infer Draw> ? Draw : never;
type SaleDraw = DrawOf<typeof saleDraw>;
type NonSaleDraw = DrawOf<typeof nonSaleDraw>;
export type EventDraw = SaleDraw | NonSaleDraw;

/** The events that draws stand for at this point of a history; each may refer to those before it. */
export function eventsOf(draws: readonly EventDraw[], known: readonly SentEvent[]): SentEvent[] {
  const all = [...known];
  for (const draw of draws) {
    const event = eventOf(draw, all, `e${all.length}`);
    if (!all.slice(known.length).some(({ event_id }) => event_id === event.event_id))
      all.push(event);
  }
  return all.slice(known.length);
}

const eventOf = (draw: EventDraw, known: readonly SentEvent[], id: string): SentEvent =>
  (draw.type === "sale" ? saleOf(draw, known, id) : nonSaleOf(draw, known, id)) as SentEvent;

const basics = (draw: EventDraw, event_id: string) => ({
  event_id,
  event_type: draw.type,
  supply_date: draw.day,
  customer_type: draw.customer,
  currency: draw.currency,
  taxable_amount_minor: draw.taxable,
  vat_amount_minor: draw.vat,
  ...draw.rate,
  ...(draw.status ? { classification_status: draw.status } : {}),
});

function saleOf(draw: SaleDraw, known: readonly SentEvent[], id: string) {
  const waiting = draw.awaited ? waitingIn(known) : undefined;
  const kind = waiting?.supply_kind ?? draw.kind;
  const country = waiting?.consumption_country ?? placeable(kind, draw.country);
  return {
    ...basics(draw, waiting?.original_event_id ?? id),
    supply_kind: kind,
    consumption_country: country,
    ...(draw.deemed ? { supplier_role: "deemed_supplier" } : {}),
    ...placeOf(draw, kind, country),
  };
}

const isServiceKind = (kind: string): boolean => kind.endsWith("_services");

/** Northern Ireland is a Member State for goods alone. */
const placeable = (kind: string, country: string): string =>
  isServiceKind(kind) && country === "XI" ? "FR" : country;

function placeOf(draw: SaleDraw, kind: string, country: string) {
  if (kind === "imported_goods") return importOf(draw);
  if (isServiceKind(kind)) return serviceOf(draw, country);
  return draw.from ? { dispatch_country: draw.from } : {};
}

function importOf({ origin, consignment }: SaleDraw) {
  const { intrinsic_value_eur_minor: eur, ...value } = consignment;
  return {
    ...(origin ? { origin_country: origin } : {}),
    consignment: { ...value, ...(eur === undefined ? {} : { intrinsic_value_eur_minor: eur }) },
  };
}

/** The states of dispatch whose services stand for those of a seller outside the Union. */
const OUTSIDE: ReadonlySet<string> = new Set(["XI", "EL", "PL", "FR"]);

function serviceOf({ from, evidence }: SaleDraw, country: string) {
  const told = evidence === "same" ? country : "IE";
  return {
    ...(from ? { establishment_country: OUTSIDE.has(from) ? "US" : from } : {}),
    ...(evidence ? { location_evidence: [{ kind: "billing_address", country: told }] } : {}),
  };
}

/** A non-sale whose original has not come yet. */
const waitingIn = (known: readonly SentEvent[]): SentEvent | undefined =>
  known.find(
    ({ original_event_id: wanted }) =>
      wanted?.startsWith("later-") && !known.some(({ event_id }) => event_id === wanted),
  );

function nonSaleOf(draw: NonSaleDraw, known: readonly SentEvent[], id: string) {
  const sales = known.filter(({ event_type }) => event_type === "sale");
  const pool = draw.refersTo === "sale" ? sales : known;
  const named = pool.length > 0 ? pool[draw.n % pool.length] : undefined;
  const { original, like } = {
    sale: { original: named?.event_id, like: named },
    any: { original: named?.event_id, like: named },
    later: { original: `later-${draw.n % 7}`, like: undefined },
    itself: { original: id, like: undefined },
    nothing: { original: undefined, like: undefined },
  }[draw.refersTo];
  const followed = draw.fits ? like : undefined;
  const kind = followed?.supply_kind ?? draw.kind;
  const days = followed ? DAYS.filter((day) => day >= followed.supply_date) : DAYS;
  const sign = draw.type === "adjustment" ? draw.sign : 1;
  return {
    ...basics(draw, id),
    ...(original === undefined ? {} : { original_event_id: original }),
    supply_date: days[draw.n % days.length],
    supply_kind: kind,
    consumption_country: followed?.consumption_country ?? placeable(kind, draw.country),
    currency: followed?.currency ?? draw.currency,
    taxable_amount_minor: sign * draw.taxable,
    vat_amount_minor: sign * draw.vat,
  };
}

/** Many refunds of one sale: more than one transaction moves. The sale may come first or last. */
export const crowdDraw = fc.record({
  sale: saleDraw,
  refunds: fc.integer({ min: 28, max: 45 }),
  day: fc.constantFrom(...DAYS),
  saleLast: fc.boolean(),
});
export type CrowdDraw = DrawOf<typeof crowdDraw>;

export function crowdOf(draw: CrowdDraw, known: readonly SentEvent[]) {
  const id = `e${known.length}`;
  const sale = eventOf({ ...draw.sale, awaited: false }, known, id);
  const { dispatch_country, consignment, origin_country, location_evidence, ...like } = sale;
  const refunds = Array.from({ length: draw.refunds }, (_, n) => ({
    ...like,
    event_id: `e${known.length + 1 + n}`,
    event_type: "refund",
    original_event_id: id,
    supply_date: draw.day,
    taxable_amount_minor: n,
    vat_amount_minor: n,
  })) as SentEvent[];
  return { sale, refunds };
}
