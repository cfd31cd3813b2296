import fc from "fast-check";
import { expect, it } from "vitest";
import { isCountry } from "../../../shared/vat/reference-data/schema.ts";
import { SPECIAL_TERRITORIES } from "../../../shared/vat/reference-data/special-territories.ts";
import {
  EVENT_TYPES,
  SUPPLIER_ROLES,
  SUPPLY_KINDS,
  TREATMENTS,
} from "../../../shared/vat/schemes/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { workspaceOf } from "../../stack/importer.ts";
import { commitAsking, EVENTS, type ShownEvent } from "../../stack/seller.ts";
import { lengthOf, report, seedOf } from "../../stack/soak.ts";

const EVENT_COUNT = lengthOf("EVENTS", 60, 2_000);
const BATCH = 50;
const SEED = seedOf(20_261_123);

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const COUNTRIES = LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(isCountry);
const STATES = ["DE", "FR", "SE", "FI", "EL", "XI", "AT", "PL"];
const TERRITORIES = SPECIAL_TERRITORIES.flatMap(({ state, codes, postcodes }) => [
  ...codes,
  ...postcodes.map((postcode) => `${state}-${postcode}`),
]);

const place = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STATES) },
  { weight: 2, arbitrary: fc.constantFrom(...COUNTRIES) },
  { weight: 1, arbitrary: fc.constantFrom(...TERRITORIES, "MC", "CN", "GB") },
);

const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const event = fc.record({
  event_type: fc.oneof(
    { weight: 3, arbitrary: fc.constant("sale" as const) },
    { weight: 1, arbitrary: fc.constantFrom(...EVENT_TYPES) },
  ),
  supply_date: fc.constantFrom("2025-02-10", "2025-04-02", "2025-05-20", "2025-06-30"),
  supply_kind: fc.constantFrom(...SUPPLY_KINDS),
  customer_type: fc.constantFrom("b2c", "b2c", "b2c", "b2b"),
  consumption_country: place,
  origin: place,
  currency: fc.constantFrom("EUR", "SEK", "USD", "IRR"),
  rate: fc.constantFrom([1_900, "standard"], [700, "reduced"], [0, "zero"], [0, "exempt"]),
  classification_status: rarely(fc.constantFrom("needs_review", "excluded")),
  supplier_role: rarely(fc.constantFrom(...SUPPLIER_ROLES)),
  treatment: rarely(fc.constantFrom(...TREATMENTS)),
  value: fc.constantFrom(10_000, 16_000, undefined),
  original: fc.nat({ max: BATCH }),
  original_period: rarely(fc.constantFrom("2024-Q4", "2025-Q1", "2021-Q3")),
});
type RandomEvent = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** The request of a drawn event: its origin in the field of its kind, and its sale where it is none itself. */
function requestOf(random: RandomEvent, n: number): object {
  const { origin, value, rate, original, original_period, ...fields } = random;
  const { supply_kind, event_type } = fields;
  const [vat_rate_bps, rate_category] = rate;
  const isService = supply_kind.endsWith("services") || supply_kind === "energy";
  const from =
    supply_kind === "imported_goods"
      ? {
          origin_country: origin,
          ...(value && {
            consignment: { intrinsic_value_minor: value, currency: "EUR", excise_goods: false },
          }),
        }
      : { [isService ? "establishment_country" : "dispatch_country"]: origin };
  const sale = original_period ? { original_period } : { original_event_id: `e${original}` };
  return {
    event_id: `e${n}`,
    ...fields,
    ...from,
    ...(event_type === "sale" ? {} : sale),
    taxable_amount_minor: 10_000 + n,
    vat_amount_minor: vat_rate_bps === 0 ? 0 : 1_900,
    vat_rate_bps,
    rate_category,
  };
}

type Row = readonly [scheme: string, state: string, from: string, to?: string];

/** Registration histories: none, one scheme, a move within a quarter, a gap, and all three schemes. */
const HISTORIES: readonly (readonly Row[])[] = [
  [],
  [["union_oss", "SE", "2021-07-01"]],
  [
    ["union_oss", "SE", "2021-07-01", "2025-05-10"],
    ["union_oss", "FI", "2025-05-11"],
  ],
  [
    ["union_oss", "SE", "2021-07-01", "2025-03-31"],
    ["ioss", "SE", "2025-05-01"],
  ],
  [
    ["union_oss", "DE", "2025-04-15"],
    ["non_union_oss", "DE", "2021-07-01"],
    ["ioss", "DE", "2021-07-01"],
  ],
  [
    ["non_union_oss", "IE", "2025-01-01", "2025-03-31"],
    ["ioss", "IE", "2021-07-01", "2025-04-30"],
  ],
];

async function businessOf(history: readonly Row[]): Promise<Account> {
  const seller = await newAccount("placed");
  for (const [scheme_type, member_state_identification, effective_from, effective_to] of history) {
    const body = { scheme_type, member_state_identification, effective_from };
    const ended = effective_to ? { effective_to, status: "ended" } : { status: "active" };
    const { status, text } = await call(seller.full, "POST", "/v1/tax-registrations", {
      ...body,
      ...ended,
    });
    expect(status, text).toBe(201);
  }
  return seller;
}

const SCHEMES = {
  union_oss: { slug: "union-oss", periods: ["2025-Q1", "2025-Q2"] },
  non_union_oss: { slug: "non-union-oss", periods: ["2025-Q1", "2025-Q2"] },
  ioss: { slug: "ioss", periods: ["2025-02", "2025-04", "2025-05", "2025-06"] },
} as const;

type Return = {
  readonly warnings: readonly { readonly code: string; readonly count: number }[];
  readonly total_source_event_count: number;
  readonly included_source_event_count: number;
};

const idsAt = async ({ readOnly }: Account, path: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body, text } = await call<{
      items: { event_id: string }[];
      next_cursor: string | null;
    }>(readOnly, "GET", `${path}&limit=200${next}`);
    expect(status, text).toBe(200);
    ids.push(...body.items.map(({ event_id }) => event_id));
    cursor = body.next_cursor;
  }
  return ids;
};

/** The ids of the events of a return: each is included, or left out under one code. */
async function listedIn(seller: Account, path: string, which: string, report: Return) {
  const ids = await idsAt(seller, `${path}/events?${which}`);
  expect(ids.length, path).toBe(report.total_source_event_count);
  const excluded = await Promise.all(
    report.warnings.map(async ({ code, count }) => {
      const under = await idsAt(seller, `${path}/events?warning=${code}&${which}`);
      expect(under.length, `${path} ${code}`).toBe(count);
      return under;
    }),
  );
  const out = excluded.flat();
  expect(new Set(out).size, path).toBe(out.length);
  expect(out.filter((one) => !ids.includes(one))).toEqual([]);
  expect(ids.length - out.length, path).toBe(report.included_source_event_count);
  return ids;
}

type Registered = { readonly id: number; readonly scheme_type: keyof typeof SCHEMES };

/** The ids of the events of all returns of an account, each of which may be in one return only. */
async function listedEvents(seller: Account, open: ReadonlySet<string>): Promise<Set<string>> {
  const path = "/v1/tax-registrations";
  const { items } = (await call<{ items: Registered[] }>(seller.readOnly, "GET", path)).body;
  const listed = new Set<string>();
  const asked = items.flatMap(({ id, scheme_type }) =>
    SCHEMES[scheme_type].periods.map((period) => ({
      description: `/v1/returns/${SCHEMES[scheme_type].slug}/${period}`,
      which: `registration_id=${id}`,
    })),
  );
  for (const { description, which } of asked) {
    const { status, body } = await call<Return>(seller.readOnly, "GET", `${description}?${which}`);
    if (status !== 200) continue;
    const ids = await listedIn(seller, description, which, body);
    expect(ids.filter((one) => listed.has(one))).toEqual([]);
    for (const one of ids) listed.add(one);
    if (ids.some((one) => open.has(one))) await expectReview(seller, description, which);
  }
  return listed;
}

/** A return with an event that may belong in it is not ready. */
async function expectReview(seller: Account, description: string, which: string): Promise<void> {
  const path = `${description}/accountant-report?${which}`;
  type Report = { readonly filing_context: { readonly filing_state: string } };
  const { body } = await call<Report>(seller.readOnly, "GET", path);
  expect(body.filing_context.filing_state, path).toBe("review_required");
}

/** How many supplies the two quarters are told to have in schemes without a registration. */
async function countUnregistered(seller: Account): Promise<number> {
  const quarters = await Promise.all(["2025-Q1", "2025-Q2"].map((one) => workspaceOf(seller, one)));
  return quarters
    .flatMap((quarter) => quarter.supplies_without_registration)
    .reduce((sum, { event_count }) => sum + event_count, 0);
}

async function expectEachPlaced(history: readonly Row[], random: readonly RandomEvent[]) {
  const seller = await businessOf(history);
  const requests = random.map((one, n) => requestOf(one, n));
  const { status, text } = await commitAsking(seller, "on_error=skip", requests);
  expect(status, text).toBe(200);
  const { body } = await call<{ items: ShownEvent[]; next_cursor: string | null }>(
    seller.readOnly,
    "GET",
    `${EVENTS}?limit=200`,
  );
  expect(body.next_cursor).toBeNull();
  const idsOf = (events: readonly ShownEvent[]) => events.map(({ event_id }) => event_id);
  const open = new Set(idsOf(body.items.filter((one) => one.exclusion_status === "open")));
  const listed = await listedEvents(seller, open);
  // What is in no list lies outside the schemes, rightfully, or is told as without a registration.
  const left = body.items.filter(({ event_id }) => !listed.has(event_id));
  const inScheme = ({ treatment }: ShownEvent) => treatment in SCHEMES;
  const unreported = left.filter(
    (one) => open.has(one.event_id) || (one.exclusion_code === null && inScheme(one)),
  );
  expect(await countUnregistered(seller), JSON.stringify(idsOf(unreported))).toBe(
    unreported.length,
  );
  for (const one of body.items) {
    expect(one.exclusion_code === null, one.event_id).toBe(one.exclusion_status === null);
  }
  return { taken: body.items.length, listed: listed.size };
}

it("every event is in one return under one heading, reported as without a registration, or outside the schemes", async () => {
  const rounds = Math.ceil(EVENT_COUNT / BATCH);
  const batches = fc.sample(fc.array(event, { minLength: BATCH, maxLength: BATCH }), {
    seed: SEED,
    numRuns: rounds,
  });
  const totals = { taken: 0, listed: 0 };
  for (const [n, random] of batches.entries()) {
    // From the end, so that the short form has accounts of all three schemes.
    const history = HISTORIES.at(-1 - (n % HISTORIES.length)) ?? [];
    const { taken, listed } = await expectEachPlaced(history, random);
    totals.taken += taken;
    totals.listed += listed;
  }
  report(
    `seed ${SEED}: ${totals.taken} events taken, ${totals.listed} of them in the lists of returns`,
  );
  expect(totals.taken).toBeGreaterThan(EVENT_COUNT / 4);
  expect(totals.listed).toBeGreaterThan(EVENT_COUNT / 10);
});
