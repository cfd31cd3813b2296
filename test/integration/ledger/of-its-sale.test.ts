import { beforeEach, describe, expect, it, test } from "vitest";
import type { Return } from "../../../shared/returns/schema.ts";
import {
  type EventChanges,
  makeImport,
  makeSale,
  makeService,
  type SentEvent,
} from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { commit, committed, newSeller, shown } from "../../stack/seller.ts";
import { everyTurn, turn } from "../../stack/soak.ts";
import { got, register } from "../returns/paths/sellers.ts";

/** A refund of EUR 10.00 and 2.00 that says nothing of customer, place and rate. */
const bare = (sale: SentEvent, changes: EventChanges = {}): SentEvent => ({
  event_id: "refund-1",
  event_type: "refund",
  original_event_id: sale.event_id,
  supply_date: sale.supply_date,
  supply_kind: sale.supply_kind,
  currency: "EUR",
  taxable_amount_minor: 1_000,
  vat_amount_minor: 200,
  ...changes,
});

const FRENCH = { consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 } as const;
const NEXT = "2025-10-10" as SentEvent["supply_date"];

type Row = {
  readonly what: string;
  readonly seat: string;
  readonly sale: SentEvent;
  readonly shows: object;
  readonly slug: string;
  /** What is taken back of the VAT, unless it is 2.00. */
  readonly vat?: number;
  /** Of the return of the sale's period, VAT. */
  readonly rows: readonly number[];
  readonly warnings?: readonly object[];
};

/** A sale that belongs in no return, and the refund of it. */
const OF_NO_RETURN = [
  { code: "classification_excluded", count: 1 },
  { code: "correction_reference_invalid_excluded", count: 1 },
];

const CASES: readonly Row[] = [
  {
    what: "goods",
    seat: "SE",
    sale: makeSale({ ...FRENCH, dispatch_country: "DE", rate_category: "reduced" }),
    shows: {
      customer_type: "b2c",
      consumption_country: "FR",
      dispatch_country: "DE",
      vat_rate_bps: 2_000,
      rate_category: "reduced",
      treatment: "union_oss",
    },
    slug: "union-oss",
    rows: [1_800],
  },
  {
    what: "services of another establishment",
    seat: "SE",
    sale: makeService({ ...FRENCH, establishment_country: "DK" }),
    shows: { consumption_country: "FR", establishment_country: "DK", treatment: "union_oss" },
    slug: "union-oss",
    rows: [1_800],
  },
  {
    what: "a sale to a business",
    seat: "SE",
    sale: makeSale({ ...FRENCH, customer_type: "b2b", rate_category: "standard" }),
    shows: {
      customer_type: "b2b",
      treatment: "reverse_charge",
      exclusion_code: "correction_reference_invalid_excluded",
      exclusion_status: "rightful",
      link_reason: "the original is excluded: classification_excluded",
    },
    slug: "union-oss",
    rows: [],
    warnings: OF_NO_RETURN,
  },
  {
    what: "an export",
    seat: "SE",
    sale: makeSale({
      consumption_country: "US",
      vat_rate_bps: 0,
      vat_amount_minor: 0,
      rate_category: "zero",
    }),
    shows: { consumption_country: "US", rate_category: "zero", treatment: "export" },
    slug: "union-oss",
    vat: 0,
    rows: [],
    warnings: OF_NO_RETURN,
  },
  {
    what: "services from outside the Union",
    seat: "US",
    sale: makeService({ ...FRENCH, establishment_country: undefined }),
    shows: { consumption_country: "FR", establishment_country: "US", treatment: "non_union_oss" },
    slug: "non-union-oss",
    rows: [1_800],
  },
  {
    what: "imports",
    seat: "US",
    sale: makeImport(FRENCH),
    shows: { consumption_country: "FR", vat_rate_bps: 2_000, treatment: "ioss" },
    slug: "ioss",
    rows: [1_800],
  },
];

async function sellerIn(seat: string): Promise<Account> {
  const seller = await newAccount("sold");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: seat });
  await register(seller, "union_oss", "SE");
  await register(seller, "non_union_oss", "IE");
  await register(seller, "ioss", "NL");
  return seller;
}

const reportOf = (seller: Account, slug: string) =>
  got<Return>(seller, `/v1/returns/${slug}/${slug === "ioss" ? "2025-08" : "2025-Q3"}`);

describe("a refund has customer, place and rate of its sale", () => {
  const ORDERS = [
    ["after its sale", (sale: SentEvent, refund: SentEvent) => [[sale], [refund]]],
    ["before its sale", (sale: SentEvent, refund: SentEvent) => [[refund], [sale]]],
    ["in one request with it", (sale: SentEvent, refund: SentEvent) => [[refund, sale]]],
  ] as const;
  /** Each case in every order in a soak, and in one of them in `npm test`. */
  const rows = CASES.flatMap((row, n) =>
    ORDERS.filter((_, m) => everyTurn || m === (n + turn) % ORDERS.length).map(
      ([when, batches]) => ({
        ...row,
        when,
        batches,
      }),
    ),
  );

  // All in a soak; in `npm test` each sale with one order of the two, in turns.
  const isTried = (_: unknown, n: number) => everyTurn || n % 3 === Math.floor((n + turn) / 3) % 3;
  test.for(rows.filter(isTried))(
    "$what, $when",
    async ({ seat, sale, shows, slug, vat, batches, ...expected }) => {
      const seller = await sellerIn(seat);
      const refund = bare(sale, vat === undefined ? {} : { vat_amount_minor: vat });
      for (const batch of batches(sale, refund)) await committed(seller, batch);
      expect((await shown(seller, "refund-1")).body).toMatchObject({
        link_status: "linked",
        checks: [],
        ...shows,
      });
      const report = await reportOf(seller, slug);
      expect(report.rows.map((row) => row.vat_amount_minor)).toEqual(expected.rows);
      expect(report.warnings).toEqual(expected.warnings ?? []);
      expect(await auditOf(seller.account)).toMatchObject({
        differences: [],
        stale_links: [],
        stale_events: [],
      });
    },
  );

  it("in the quarter after: the correction is that of the sale's state", async () => {
    const seller = await newSeller();
    const sale = makeSale(FRENCH);
    await committed(seller, [bare(sale, { supply_date: NEXT }), sale]);
    expect(await got<Return>(seller, "/v1/returns/union-oss/2025-Q4")).toMatchObject({
      corrections: [
        { original_period: "2025-Q3", member_state_of_consumption: "FR", vat_amount_minor: -200 },
      ],
    });
  });
});

describe("a refund that says nothing", () => {
  let seller: Account;
  beforeEach(async () => {
    seller = await newSeller();
  });

  it("says nothing as long as its sale is not known", async () => {
    await committed(seller, bare(makeSale()));
    const { body } = await shown(seller, "refund-1");
    expect(body).toMatchObject({
      link_status: "waiting",
      exclusion_code: "correction_reference_missing_excluded",
    });
    const unknown = ["customer_type", "consumption_country", "vat_rate_bps", "rate_category"];
    for (const field of unknown) expect(body).toHaveProperty(field, null);
  });

  it("is asked about its VAT by that of its sale, once that is known", async () => {
    await committed(seller, bare(makeSale()));
    expect((await shown(seller, "refund-1")).body.checks).toEqual([]);
    await committed(seller, makeSale());
    expect((await shown(seller, "refund-1")).body.checks).toMatchObject([
      { code: "refund_vat_differs_from_sale", severity: "blocking" },
    ]);
  });

  it("is the same as one that says its customer is a consumer", async () => {
    await committed(seller, bare(makeSale()));
    const sale = bare(makeSale(), { customer_type: "b2c" });
    expect(await committed(seller, sale)).toMatchObject([{ status: "duplicate" }]);
  });

  test.for([
    ["a sale", { event_type: "sale", original_event_id: undefined }],
    ["a refund of nothing", { original_event_id: undefined }],
  ] as const)("is refused where nobody else says it: %s", async ([, changes]) => {
    const { status, body } = await commit(seller, bare(makeSale(), changes));
    const details = ["consumption_country", "vat_rate_bps", "rate_category"].map((field) => ({
      field,
      message: expect.stringMatching(/^required/),
    }));
    expect([status, body]).toMatchObject([400, { details }]);
  });
});
