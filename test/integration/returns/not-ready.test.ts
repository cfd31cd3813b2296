import { describe, expect, it } from "vitest";
import type { LockedPeriodDetail } from "../../../shared/returns/locks/schema.ts";
import { makeImport, makeRefund, makeSale, makeService } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { committed, type EventList, type Refusal, reclassify } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { CASES, got, register } from "./paths/sellers.ts";

const MAKERS = { "union-oss": makeSale, "non-union-oss": makeService, ioss: makeImport } as const;

type Case = (typeof CASES)[number];

async function emptySeller({ scheme_type, state, seat }: Case): Promise<Account> {
  const seller = await newAccount("unready");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: seat });
  await register(seller, scheme_type, state);
  return seller;
}

/** A supply of this scheme; its seller is where the account is. */
const saleOf = ({ slug, seat }: Case, changes: Parameters<typeof makeSale>[0] = {}) => {
  const sale = MAKERS[slug]({ event_id: "one", ...changes });
  return slug === "non-union-oss" ? { ...sale, establishment_country: seat } : sale;
};

const lock = <Body>({ full }: Account, { slug, period }: Case, more = "") =>
  call<Body>(full, "POST", `/v1/reports/locked-return-periods/${slug}?period=${period}${more}`);

type Rows = { readonly rows: readonly { readonly taxable_amount_minor: number }[] };
/** A locked return, with the one of the ledger beside it. */
type Shown = Rows & { readonly lock?: { readonly current_return: Rows } };
type Report = { readonly filing_context: { readonly filing_state: string } };

/** The accountant report and the lock say that the return asks for a review, and for what. */
async function expectNotReady(seller: Account, one: Case, reasons: string[]): Promise<void> {
  const path = `/v1/returns/${one.slug}/${one.period}/accountant-report`;
  expect((await got<Report>(seller, path)).filing_context.filing_state).toBe("review_required");
  const { status, body } = await lock<Refusal>(seller, one, "&require_ready=true");
  expect([status, body.error]).toEqual([409, "return_not_ready"]);
  expect(body.details?.map(({ field }) => field)).toEqual(reasons);
  const taken = await lock<LockedPeriodDetail>(seller, one);
  expect(taken).toMatchObject({ status: 201, body: { filing_status: "review_required" } });
}

describe.for(eachNth(3, CASES))("a return in $slug must not be filed as it stands", (one) => {
  it("with a rate in per cent", async () => {
    const seller = await emptySeller(one);
    await committed(seller, saleOf(one, { vat_rate_bps: 19 }));
    await expectNotReady(seller, one, ["rate_given_in_percent"]);
  });

  it("with a row below zero, of a sale that is refunded twice", async () => {
    const seller = await emptySeller(one);
    const sale = saleOf(one);
    const whole = { taxable_amount_minor: 10_000, vat_amount_minor: 1_900 };
    const refund = makeRefund({
      ...whole,
      supply_kind: sale.supply_kind,
      original_event_id: "one",
    });
    await committed(seller, [sale, refund, { ...refund, event_id: "refund-2" }]);
    await expectNotReady(seller, one, ["refund_above_sale", "negative_row"]);
  });

  it("with a refund in euro of a sale in dirham, for which there is no rate", async () => {
    const seller = await emptySeller(one);
    const sale = saleOf(one, { currency: "AED" });
    const { supply_kind } = sale;
    const refund = makeRefund({ supply_kind, original_event_id: "one", currency: "EUR" });
    await committed(seller, [sale, refund]);
    const fetched = () => got<Shown>(seller, `/v1/returns/${one.slug}/${one.period}`);
    expect((await fetched()).rows).toMatchObject([{ taxable_amount_minor: -1_000 }]);
    // A decision that the refund follows its sale excludes it.
    await expectNotReady(seller, one, [
      "missing_exchange_rate_excluded",
      "currency_differs_from_sale",
      "negative_row",
    ]);
    await reclassify(seller, refund.event_id, "excluded", "goes with its sale");
    const { rows, lock } = await fetched();
    expect(rows).toMatchObject([{ taxable_amount_minor: -1_000 }]);
    expect(lock?.current_return.rows).toEqual([]);
  });

  it("and is ready without them", async () => {
    const seller = await emptySeller(one);
    await committed(seller, saleOf(one));
    const { status, body } = await lock<LockedPeriodDetail>(seller, one, "&require_ready=true");
    expect([status, body.filing_status]).toEqual([201, "ready"]);
  });

  it("shows what only the return leaves out under its code", async () => {
    const seller = await emptySeller(one);
    await committed(seller, saleOf(one, { currency: "AED" }));
    const events = `/v1/returns/${one.slug}/${one.period}/events`;
    const warning = "missing_exchange_rate_excluded";
    const { items } = await got<EventList>(seller, `${events}?warning=${warning}`);
    expect(items).toMatchObject([{ event_id: "one", exclusion_code: warning }]);
    expect((await got<EventList>(seller, events)).items).toMatchObject([{ exclusion_code: null }]);
  });
});
