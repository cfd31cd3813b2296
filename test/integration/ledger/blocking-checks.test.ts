import { beforeAll, describe, expect, it, test } from "vitest";
import type { FilingPrep } from "../../../shared/returns/overview/schema.ts";
import type { CheckCode } from "../../../shared/vat/schemes/warnings.ts";
import { BUSINESS_CHECK_CASES, UNTAXED_SALE_CASES } from "../../make/check-cases.ts";
import { makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import {
  commit,
  committed,
  idsOf,
  listed,
  newSeller,
  type Refusal,
  reclassify,
  register,
  shown,
  summaryOf,
} from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const PERIOD = "2025-Q3";
const LOCK = `/v1/reports/locked-return-periods/union-oss?period=${PERIOD}`;
const FINE = makeSale({ event_id: "fine", taxable_amount_minor: 99_900, vat_amount_minor: 18_981 });

/** A quarter with one sale that is right beside these. */
async function sellerWith(...events: SentEvent[]): Promise<Account> {
  const seller = await newSeller();
  await committed(seller, [FINE, ...events]);
  return seller;
}

async function readiness(seller: Account, period = PERIOD) {
  const path = `/v1/reports/filing-prep?period=${period}`;
  return (await call<FilingPrep>(seller.readOnly, "GET", path)).body.union_oss;
}

type Report = { filing_context: { filing_state: string; explanation: string } };

async function reportOf(seller: Account) {
  const path = `/v1/reports/oss-accountant-report?period=${PERIOD}`;
  return (await call<Report>(seller.readOnly, "GET", path)).body.filing_context;
}

/** What was accepted without a word, and stood in a return that was "ready". */
const CASES: readonly [what: string, events: SentEvent[], code: CheckCode, ids: string[]][] = [
  [
    "D5: a rate of 19 for 1900: a line DE 0.19 %",
    [makeSale({ vat_rate_bps: 19 })],
    "rate_given_in_percent",
    ["sale-1"],
  ],
  [
    "D5, U25: DE 7 % as standard: a line DE standard 7.00 %",
    [makeSale({ vat_rate_bps: 700, vat_amount_minor: 700 })],
    "rate_category_mismatch",
    ["sale-1"],
  ],
  [
    "U25: DE 19 % as reduced",
    [makeSale({ rate_category: "reduced" })],
    "rate_category_mismatch",
    ["sale-1"],
  ],
  [
    "VAT on a sale that is called zero-rated",
    [makeSale({ rate_category: "zero" })],
    "vat_on_zero_category",
    ["sale-1"],
  ],
  [
    "D5: VAT charged to a business in another Member State",
    [makeSale({ customer_type: "b2b" })],
    "vat_on_b2b_sale",
    ["sale-1"],
  ],
  [
    "U31: VAT on an export, most often a wrong country",
    [makeSale({ consumption_country: "US" })],
    "vat_on_untaxed_sale",
    ["sale-1"],
  ],
  [
    "D5: a refund of 200 % of its sale",
    [makeSale(), makeRefund({ taxable_amount_minor: 20_000, vat_amount_minor: 3_800 })],
    "refund_above_sale",
    ["refund-1"],
  ],
  [
    "C19: a sale of 100 that is refunded twice",
    [
      makeSale(),
      makeRefund({ taxable_amount_minor: 10_000, vat_amount_minor: 1_900 }),
      makeRefund({
        event_id: "refund-2",
        taxable_amount_minor: 10_000,
        vat_amount_minor: 1_900,
      }),
    ],
    "refund_above_sale",
    ["refund-1", "refund-2"],
  ],
  [
    "D5: a refund in another currency than its sale's",
    [makeSale(), makeRefund({ currency: "SEK" })],
    "currency_differs_from_sale",
    ["refund-1"],
  ],
];

/** The cases whose check is followed to its decision: all blocking checks share that code. */
const WHOLE = new Set(eachNth(6, CASES).map(([what]) => what));

/** All in a soak, and each third in `npm test`: unit tests have every check. */
describe.each(eachNth(3, CASES))("%s", (what, events, code, ids) => {
  let seller: Account;
  let items: Awaited<ReturnType<typeof committed>>;

  beforeAll(async () => {
    seller = await newSeller();
    items = [];
    for (const event of [FINE, ...events]) items.push(...(await committed(seller, event)));
  });

  it("is in the answer of the commit that completes it, and on the event", async () => {
    expect(items.at(-1)?.checks).toMatchObject([{ code, severity: "blocking" }]);
    for (const id of ids) {
      const { body } = await shown(seller, id);
      expect(body.checks.map((check) => check.code)).toEqual([code]);
    }
  });

  const whole = [code].filter(() => WHOLE.has(what));
  it.for(whole)("%s is counted, found by its code, and the return is not ready", async () => {
    const { status, status_detail, checks } = await readiness(seller);
    expect(checks).toEqual([{ code, severity: "blocking", count: ids.length }]);
    expect(status).toBe("review_required");
    expect(status_detail).toContain(`${code} ${ids.length}`);
    expect(await reportOf(seller)).toEqual({
      ...(await reportOf(seller)),
      filing_state: status,
      explanation: status_detail,
    });
    expect((await idsOf(seller, `?period=${PERIOD}&warning=${code}`)).sort()).toEqual(ids);
  });

  it.for(whole)("%s is settled by a decision about each event, with a note", async () => {
    for (const id of ids) {
      const { body: event } = await shown(seller, id);
      const { status, body } = await reclassify(
        seller,
        id,
        event.classification_status,
        "so it is",
      );
      expect([status, body.classification_history]).toMatchObject([
        200,
        [{ note: "so it is", settled_checks: [code] }],
      ]);
      expect(body.checks.map((check) => check.code)).toEqual([code]);
    }
    const { status, checks } = await readiness(seller);
    expect([status, checks]).toEqual(["ready", []]);
    expect(await idsOf(seller, `?period=${PERIOD}&warning=${code}`)).toEqual([]);
  });
});

test("D5: a sale dated 2006 for 2026 keeps its own quarter back", async () => {
  const seller = await newAccount("seller");
  await register(seller, "SE", "2006-01-01");
  const { status, body } = await commit(seller, makeSale({ supply_date: "2006-05-04" as never }));
  expect(status).toBe(200);
  expect(body.items[0]?.checks).toMatchObject([{ code: "before_scheme", severity: "blocking" }]);
  expect(await readiness(seller, "2006-Q2")).toMatchObject({
    status: "review_required",
    checks: [{ code: "before_scheme", count: 1 }],
  });
});

test("sales that no return has are checked, too", async () => {
  const cases = [...BUSINESS_CHECK_CASES, ...UNTAXED_SALE_CASES];
  const unlinked = { original_event_id: "of-another-day" };
  const events = cases.map(([, event], n) => ({
    ...event,
    ...(event.event_type === "sale" ? {} : unlinked),
    event_id: `sale-${n}`,
  }));
  const items = await committed(await newSeller(), events);
  expect(items.map(({ checks }, n) => [cases[n]?.[0], checks.map(({ code }) => code)])).toEqual(
    cases.map(([what, , codes]) => [what, codes]),
  );
});

test("excluding the event and committing a right one makes the quarter ready", async () => {
  const seller = await sellerWith(makeSale({ vat_rate_bps: 19 }));
  expect((await readiness(seller)).status).toBe("review_required");
  await reclassify(seller, "sale-1", "excluded", "rate was given in per cent");
  await committed(seller, makeSale({ event_id: "sale-1b" }));
  expect((await readiness(seller)).status).toBe("ready");
});

test("what the return leaves out for good blocks nothing", async () => {
  const domestic = makeSale({ dispatch_country: "DE", rate_category: "reduced" });
  const seller = await sellerWith(domestic);
  const { status, checks } = await readiness(seller);
  expect([status, checks]).toEqual(["ready", []]);
  expect((await shown(seller, "sale-1")).body.checks).toMatchObject([
    { code: "rate_category_mismatch" },
  ]);
});

describe("figures that no portal takes", () => {
  itInTurn("a row below zero: two full refunds of one sale", async () => {
    const seller = await newSeller();
    const whole = { taxable_amount_minor: 10_000, vat_amount_minor: 1_900 };
    await committed(seller, [makeSale(), makeRefund({ ...whole, taxable_amount_minor: 10_001 })]);
    const { status, status_detail, negative_row_count } = await readiness(seller);
    expect([status, negative_row_count]).toEqual(["review_required", 1]);
    expect(status_detail).toContain("negative_row 1");
    expect((await reportOf(seller)).filing_state).toBe("review_required");
  });

  it("debatable 4: a refund of 150 of a sale of 100, in every view of the quarter", async () => {
    const seller = await newSeller();
    await committed(seller, [
      makeSale(),
      makeRefund({ taxable_amount_minor: 15_000, vat_amount_minor: 2_850 }),
    ]);
    expect(await summaryOf(seller, PERIOD)).toMatchObject({
      rows: [{ taxable_amount_minor: -5_000, vat_amount_minor: -950 }],
      totals: { payable_vat_minor: 0 },
    });
    const status = "review_required";
    expect(await readiness(seller)).toMatchObject({ status, negative_row_count: 1 });
    expect((await reportOf(seller)).filing_state).toBe(status);
    const { body } = await call(seller.full, "POST", LOCK);
    expect(body).toMatchObject({ filing_status: status });
    expect(body["filing_status_detail"]).toContain("negative_row 1");
  });

  it("a correction that takes back more than the Member State was declared", async () => {
    const seller = await newSeller();
    const q2 = { supply_date: "2025-05-05" as never };
    await committed(seller, [
      makeSale({ event_id: "sale-1", ...q2 }),
      makeRefund({ taxable_amount_minor: 10_001, vat_amount_minor: 1_901 }),
      FINE,
    ]);
    const { status, status_detail, corrections_below_zero } = await readiness(seller);
    expect(status).toBe("review_required");
    expect(corrections_below_zero).toMatchObject([{ resulting_vat_minor: -1 }]);
    expect(status_detail).toContain("correction_below_zero 1");
    expect(await reportOf(seller)).toEqual({
      ...(await reportOf(seller)),
      filing_state: status,
      explanation: status_detail,
    });
    const { body } = await call(seller.full, "POST", LOCK);
    expect(body).toMatchObject({ filing_status: status, filing_status_detail: status_detail });
  });
});

describe("a lock", () => {
  const slip = makeSale({ vat_rate_bps: 19 });
  const lock = (seller: Account, more = "") => call<Refusal>(seller.full, "POST", `${LOCK}${more}`);
  const profile = (lock_requires_ready: boolean) => ({
    establishment_country: "SE",
    lock_requires_ready,
  });

  const notReady = [
    409,
    {
      error: "return_not_ready",
      details: [{ field: "rate_given_in_percent", message: "1 found, to be looked at" }],
    },
  ];

  itInTurn("takes a quarter that asks for a review, as specified, and says so", async () => {
    const { status, body } = await lock(await sellerWith(slip));
    expect([status, body]).toMatchObject([201, { filing_status: "review_required" }]);
  });

  it("refuses it where the request asks for a ready one", async () => {
    const seller = await sellerWith(slip);
    const { status, body } = await lock(seller, "&require_ready=true");
    expect([status, body]).toMatchObject(notReady);
    expect((await lock(seller, "&require_ready=false")).status).toBe(201);
  });

  it("refuses it where the account asks for a ready one, whatever the request says", async () => {
    const seller = await newSeller();
    const put = await call(seller.full, "PUT", "/v1/account", profile(true));
    await committed(seller, [FINE, slip]);
    expect(put.body).toMatchObject({ lock_requires_ready: true });
    for (const more of ["", "&require_ready=true", "&require_ready=false"]) {
      const { status, body } = await lock(seller, more);
      expect([status, body]).toMatchObject(notReady);
    }
    await call(seller.full, "PUT", "/v1/account", profile(false));
    expect((await lock(seller)).status).toBe(201);
  });

  it("takes a ready quarter, and a nil return, where it is asked to", async () => {
    const seller = await sellerWith();
    expect((await lock(seller, "&require_ready=true")).status).toBe(201);
    expect((await lock(await newSeller(), "&require_ready=true")).status).toBe(201);
  });

  it("refuses another value by name", async () => {
    const { status, body } = await lock(await newSeller(), "&require_ready=yes");
    expect([status, body]).toMatchObject([400, { details: [{ field: "require_ready" }] }]);
  });
});

describe("D6: the answer to a commit", () => {
  it("says why a sale is in no return, and why a refund corrects nothing", async () => {
    const seller = await newSeller();
    const items = await committed(seller, [
      makeSale({ event_id: "zero", rate_category: "zero", vat_rate_bps: 0, vat_amount_minor: 0 }),
      makeSale(),
      makeRefund({ consumption_country: "FR" }),
      makeRefund({ event_id: "early", original_event_id: "ghost" }),
    ]);
    expect(items).toMatchObject([
      { event_id: "zero", exclusion_code: "unsupported_rate_category_excluded", checks: [] },
      { event_id: "sale-1", exclusion_code: null, checks: [] },
      {
        event_id: "refund-1",
        exclusion_code: "correction_reference_invalid_excluded",
        link_reason: "the original was consumed in another Member State",
      },
      { event_id: "early", exclusion_code: "correction_reference_missing_excluded" },
    ]);
    for (const { event_id, exclusion_code, link_reason, checks } of items) {
      const { body } = await shown(seller, event_id);
      expect([body.exclusion_code, body.link_reason, body.checks]).toEqual([
        exclusion_code,
        link_reason,
        checks,
      ]);
    }
  });

  it("is the same to a repetition", async () => {
    const seller = await newSeller();
    const slip = makeSale({ vat_rate_bps: 19 });
    const [first] = await committed(seller, slip);
    const [again] = await committed(seller, slip);
    expect(again).toEqual({ ...first, status: "duplicate" });
  });
});

test("debatable 8: a third piece of evidence that differs is kept on record", async () => {
  const seller = await newSeller();
  const piece = (kind: string, country: "DE" | "FR") => ({ kind, country });
  const { dispatch_country, ...service } = makeSale({
    supply_kind: "tbe_services",
    establishment_country: "SE",
    location_evidence: [
      piece("billing_address", "DE"),
      piece("ip_address", "DE"),
      piece("card_country", "FR"),
    ],
  });
  const [item] = await committed(seller, service);
  expect(item).toMatchObject({
    classification_status: "classified",
    exclusion_code: null,
    checks: [
      { code: "location_evidence_differs", severity: "info", message: "card_country says FR" },
    ],
  });
  expect((await readiness(seller)).status).toBe("ready");
  const { items } = (await listed(seller, "?warning=location_evidence_differs")).body;
  expect(items).toHaveLength(1);
});
