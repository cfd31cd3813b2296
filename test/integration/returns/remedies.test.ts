import { describe, expect, it, test } from "vitest";
import type { ReturnQuestion } from "../../../shared/returns/compute/open-questions.ts";
import type { FilingPrep } from "../../../shared/returns/overview/schema.ts";
import {
  CHECK_CODES,
  exclusion,
  severityOf,
  WARNING_CODES,
} from "../../../shared/vat/schemes/warnings.ts";
import { THIRDS, W19 } from "../../make/rounded-refunds.ts";
import type { ShopOrder } from "../../make/shop-order.ts";
import { makeImport, makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { registerImports } from "../../stack/importer.ts";
import { importedFile } from "../../stack/imports.ts";
import { committed, newSeller, type Refusal, reclassify, register } from "../../stack/seller.ts";
import { allSettled, connectedWoo, sendOrder } from "../../stack/shops.ts";

const PERIOD = "2025-Q3";
const FINE = makeSale({ event_id: "fine", taxable_amount_minor: 99_900, vat_amount_minor: 18_981 });
const on = (supply_date: string) => ({ supply_date: supply_date as never });

/** The open questions of the quarter's return and of the returns of its months. */
async function questionsOf(seller: Account, period = PERIOD): Promise<ReturnQuestion[]> {
  const path = `/v1/reports/filing-prep?period=${period}`;
  const { body } = await call<FilingPrep>(seller.readOnly, "GET", path);
  return [...body.union_oss.open_questions, ...body.ioss.months.flatMap((m) => m.open_questions)];
}

const questionOf = async (seller: Account, code: string, period = PERIOD) =>
  (await questionsOf(seller, period)).find((question) => question.code === code);

type Remedied = {
  readonly code: string;
  readonly remedy: ReturnQuestion["remedy"];
  readonly what: string;
  readonly period?: string;
  /** Makes a seller with the finding. */
  readonly seller: () => Promise<Account>;
  /** Does what the finding names. */
  readonly act: (seller: Account, question: ReturnQuestion) => Promise<unknown>;
  /** True if the remedy answers the finding in the lock, which is the last step. */
  readonly inLock?: true;
};

const sellerWith = (events: readonly SentEvent[]) => async () => {
  const seller = await newSeller();
  for (const event of [FINE, ...events]) await committed(seller, event);
  return seller;
};

const importerWith = (events: readonly SentEvent[]) => async () => {
  const seller = await newAccount("importer");
  await registerImports(seller);
  for (const event of events) await committed(seller, event);
  return seller;
};

/** Excludes an event and commits the right one in its place. */
const replace = (wrong: string, right: SentEvent) => async (seller: Account) => {
  expect((await reclassify(seller, wrong, "excluded", "booked anew")).status).toBe(200);
  await committed(seller, { ...right, event_id: `${wrong}-right` });
};

/** Keeps an event as it is, with the reason. */
const keep = (id: string, as: string) => (seller: Account) =>
  reclassify(seller, id, as, "checked against the invoice");

const commitOne = (event: SentEvent) => (seller: Account) => committed(seller, event);

const whole = { taxable_amount_minor: 10_000, vat_amount_minor: 1_900 };

const CHECKS: readonly Remedied[] = [
  {
    code: "rate_given_in_percent",
    remedy: "review_events",
    what: "is replaced by one with the rate in basis points",
    seller: sellerWith([makeSale({ vat_rate_bps: 19 })]),
    act: replace("sale-1", makeSale()),
  },
  {
    code: "rate_category_mismatch",
    remedy: "review_events",
    what: "is replaced by one with the category of its rate",
    seller: sellerWith([makeSale({ rate_category: "reduced" })]),
    act: replace("sale-1", makeSale()),
  },
  {
    code: "vat_on_zero_category",
    remedy: "review_events",
    what: "is decided with a note, as excluding it says nothing of the VAT",
    seller: sellerWith([makeSale({ rate_category: "zero" })]),
    act: keep("sale-1", "excluded"),
  },
  {
    code: "vat_on_b2b_sale",
    remedy: "review_events",
    what: "is decided with a note",
    seller: sellerWith([makeSale({ customer_type: "b2b" })]),
    act: keep("sale-1", "excluded"),
  },
  {
    code: "vat_on_untaxed_sale",
    remedy: "review_events",
    what: "is decided, and the sale booked to the right country",
    seller: sellerWith([makeSale({ consumption_country: "US" })]),
    act: replace("sale-1", makeSale()),
  },
  {
    code: "currency_differs_from_sale",
    remedy: "review_events",
    what: "is replaced by a refund in the currency of its sale",
    seller: sellerWith([makeSale(), makeRefund({ currency: "SEK" })]),
    act: replace("refund-1", makeRefund()),
  },
  {
    code: "refund_above_sale",
    remedy: "review_events",
    what: "ends when the second refund is excluded",
    seller: sellerWith([
      makeSale(),
      makeRefund(whole),
      makeRefund({ ...whole, event_id: "refund-2" }),
    ]),
    act: (seller) => reclassify(seller, "refund-2", "excluded", "booked twice"),
  },
  {
    code: "refund_vat_differs_from_sale",
    remedy: "review_events",
    what: "is replaced by a refund with its part of the VAT",
    seller: sellerWith([
      makeSale(),
      makeRefund({ taxable_amount_minor: 5_000, vat_amount_minor: 1_900 }),
    ]),
    act: replace("refund-1", makeRefund({ taxable_amount_minor: 5_000, vat_amount_minor: 950 })),
  },
  {
    code: "before_scheme",
    remedy: "review_events",
    what: "is replaced by one with the right year",
    period: "2006-Q2",
    seller: async () => {
      const seller = await newAccount("early");
      await register(seller, "SE", "2006-01-01");
      await committed(seller, makeSale(on("2006-05-04")));
      return seller;
    },
    act: replace("sale-1", makeSale(on("2026-05-04"))),
  },
];

const consignment = (currency: "EUR" | "USD", more: object = {}) => ({
  consignment: { intrinsic_value_minor: 10_000, currency, excise_goods: false, ...more },
});

const EXCLUSIONS: readonly Remedied[] = [
  {
    code: "needs_review_excluded",
    remedy: "decide_events",
    what: "is decided",
    seller: sellerWith([makeSale({ classification_status: "needs_review" })]),
    act: keep("sale-1", "classified"),
  },
  {
    code: "taxed_at_home_under_scheme_excluded",
    remedy: "decide_events",
    what: "is replaced by one with the VAT of the customer's country",
    seller: sellerWith([makeSale({ treatment: "origin_below_threshold" })]),
    act: replace("sale-1", makeSale()),
  },
  {
    code: "correction_reference_missing_excluded",
    remedy: "record_sale",
    what: "ends when the sale arrives",
    seller: sellerWith([makeRefund()]),
    act: commitOne(makeSale()),
  },
  {
    code: "correction_reference_invalid_excluded",
    remedy: "decide_events",
    what: "is replaced by a refund that its sale can have",
    seller: sellerWith([makeSale(), makeRefund({ consumption_country: "FR" })]),
    act: replace("refund-1", makeRefund()),
  },
  {
    code: "correction_opening_missing_excluded",
    remedy: "record_opening",
    what: "ends when the return that was filed elsewhere is recorded",
    seller: async () => {
      const seller = await newSeller();
      const { original_event_id: _, ...refund } = makeRefund();
      await committed(seller, { ...refund, original_period: "2025-Q2" } as never);
      return seller;
    },
    act: ({ full }) =>
      call(full, "POST", "/v1/returns/union-oss/2025-Q2/opening", {
        currency: "EUR",
        filed_at: "2025-07-20",
        member_states: [{ member_state_of_consumption: "DE", ...whole }],
      }),
  },
  {
    code: "missing_exchange_rate_excluded",
    remedy: "add_exchange_rate",
    what: "of a currency that the ECB never quotes is booked in one that it does",
    seller: sellerWith([makeSale({ currency: "AED" })]),
    act: replace("sale-1", makeSale()),
  },
  {
    code: "consignment_value_unverified_excluded",
    remedy: "complete_events",
    what: "is replaced by one with its value in euro",
    seller: importerWith([makeImport(consignment("USD"))]),
    act: replace("import-1", makeImport(consignment("USD", { intrinsic_value_eur_minor: 9_000 }))),
  },
  {
    code: "missing_origin_excluded",
    remedy: "complete_events",
    what: "is replaced by one with its origin",
    seller: importerWith([makeImport({ origin_country: undefined })]),
    act: replace("import-1", makeImport()),
  },
  {
    code: "registration_missing_excluded",
    remedy: "change_registrations",
    what: "ends with the registration",
    seller: async () => {
      const seller = await newAccount("unregistered");
      await committed(seller, makeImport());
      return seller;
    },
    act: (seller) => registerImports(seller),
  },
  {
    code: "registration_overlap_excluded",
    remedy: "change_registrations",
    what: "ends when one of two registrations of the month is excluded",
    seller: async () => {
      const seller = await newAccount("twice");
      await registerImports(seller, { effective_to: "2025-08-15", status: "ended" });
      await registerImports(seller, {
        member_state_identification: "DE",
        effective_from: "2025-08-16",
      });
      await committed(seller, makeImport());
      return seller;
    },
    act: ({ full }) => call(full, "PATCH", "/v1/tax-registrations/2", { status: "excluded" }),
  },
];

/** Commits the adjustments that a question offers, against the sale that was refunded. */
const acceptAdjustments = (sale: string) => (seller: Account, question: ReturnQuestion) =>
  Promise.all(
    question.adjustments.map(({ corrected_period: _, ...event }, n) =>
      committed(seller, {
        ...event,
        event_id: `rounding-${n}`,
        original_event_id: sale,
      } as never),
    ),
  );

const FIGURES: readonly Remedied[] = [
  {
    code: "correction_below_zero",
    remedy: "adjust_rounding",
    what: "W19: by a cent is adjusted by what is offered",
    period: "2025-Q4",
    seller: async () => {
      const seller = await newSeller();
      for (const event of W19) await committed(seller, event);
      return seller;
    },
    act: acceptAdjustments("sale-pl"),
  },
  {
    code: "correction_below_zero",
    remedy: "review_figures",
    what: "by more than rounding ends when the wrong refund is excluded",
    seller: sellerWith([
      makeSale({ ...on("2025-05-05") }),
      makeRefund(whole),
      makeRefund({ ...whole, event_id: "refund-2", ...on("2025-08-21") }),
    ]),
    act: (seller) => reclassify(seller, "refund-2", "excluded", "booked twice"),
  },
  {
    code: "negative_row",
    remedy: "adjust_rounding",
    what: "by a cent, of refunds in thirds, is adjusted by what is offered",
    seller: async () => {
      const seller = await newSeller();
      for (const event of THIRDS) await committed(seller, event);
      return seller;
    },
    act: acceptAdjustments("sale-1"),
  },
  {
    code: "negative_row",
    remedy: "review_figures",
    what: "by more than rounding ends when the wrong refund is excluded",
    seller: async () => {
      const seller = await newSeller();
      await committed(seller, makeSale());
      await committed(seller, makeRefund(whole));
      await committed(seller, makeRefund({ ...whole, event_id: "refund-2" }));
      return seller;
    },
    act: (seller) => reclassify(seller, "refund-2", "excluded", "booked twice"),
  },
];

const ORDER: ShopOrder = { id: 7, lines: [{ net: 10_000, rate: 1_900 }] };

const REST: readonly Remedied[] = [
  {
    code: "supplies_without_registration",
    remedy: "change_registrations",
    what: "ends with the registration of the other scheme",
    seller: async () => {
      const seller = await newSeller();
      await committed(seller, makeImport());
      return seller;
    },
    act: (seller) => registerImports(seller),
  },
  {
    code: "nothing_included",
    remedy: "review_events",
    what: "is confirmed with the lock",
    seller: async () => {
      const seller = await newSeller();
      await committed(
        seller,
        makeSale({
          customer_type: "b2b",
          vat_amount_minor: 0,
          vat_rate_bps: 0,
          rate_category: "zero",
        }),
      );
      return seller;
    },
    inLock: true,
    act: async () => undefined,
  },
  {
    code: "open_import_rows",
    remedy: "complete_rows",
    what: "of a file are settled by an event that was entered for them",
    seller: async () => {
      const seller = await sellerWith([])();
      const row = JSON.stringify({ ...makeSale({ event_id: "row" }), currency: "?" });
      await importedFile(seller, {
        format: "events_ndjson",
        settings: { source_id: "shop" },
        bytes: new TextEncoder().encode(`${row}\n`),
      });
      return seller;
    },
    act: async (seller, { path }) => {
      const { body } = await call<{ items: { row: string }[] }>(seller.readOnly, "GET", path);
      await committed(seller, makeSale({ event_id: "by-hand" }));
      const settled = path.replace(/rows$/, "settled-rows");
      const row = body.items[0]?.row;
      return call(seller.full, "POST", settled, { row, event_id: "by-hand" });
    },
  },
];

const ROWS = [...CHECKS, ...EXCLUSIONS, ...FIGURES, ...REST];

const lock = (seller: Account, period: string, more = "") =>
  call<Refusal>(
    seller.full,
    "POST",
    `/v1/reports/locked-return-periods/union-oss?period=${period}&require_ready=true${more}`,
  );

describe("the remedy of a blocking finding", () => {
  it.for(ROWS)("$code $what", async ({ code, remedy, period = PERIOD, seller, act, inLock }) => {
    const account = await seller();
    const question = await questionOf(account, code, period);
    expect(question).toMatchObject({ code, remedy });
    if (inLock) {
      const refused = await lock(account, period);
      expect(refused).toMatchObject({ status: 409, body: { details: [{ field: code }] } });
      expect(refused.body.details?.[0]?.message).toContain(`confirm=${code}`);
      expect((await lock(account, period, `&confirm=${code}`)).status).toBe(201);
      return;
    }
    await act(account, question as ReturnQuestion);
    expect(await questionOf(account, code, period)).toBeUndefined();
  });

  it("of an order of a shop is settling it", async () => {
    const shop = await connectedWoo(await newSeller());
    await sendOrder(shop, { ...ORDER, country: "XX" });
    await allSettled(shop);
    const question = await questionOf(shop.seller, "open_import_rows", "2026-Q4");
    expect(question).toMatchObject({ kind: "orders", remedy: "decide_orders" });
    const { status } = await call(
      shop.seller.full,
      "POST",
      `/v1/connections/${shop.id}/open-orders/${ORDER.id}/settle`,
    );
    expect(status).toBe(200);
    expect(await questionOf(shop.seller, "open_import_rows", "2026-Q4")).toBeUndefined();
  });
});

test("every code that blocks a return has a row", () => {
  const blocking = [
    ...CHECK_CODES.filter((code) => severityOf(code) === "blocking"),
    ...WARNING_CODES.filter((code) => exclusion(code).status === "open"),
    "correction_below_zero",
    "negative_row",
    "nothing_included",
    "open_import_rows",
    "supplies_without_registration",
  ];
  expect([...new Set(ROWS.map(({ code }) => code))].sort()).toEqual(blocking.sort());
});
