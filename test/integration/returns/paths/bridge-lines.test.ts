import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { SourceEventList } from "../../../../shared/returns/drill-down/source-event.ts";
import { call } from "../../../stack/api.ts";
import { type Bridge, expectEachLineOpens, got } from "../../../stack/opened-lines.ts";
import { commit, locked, refund, sale, sellerWith } from "../locks/locking.ts";
import { CASES, sellerOf } from "./sellers.ts";

const Q3 = "/v1/returns/union-oss/2025-Q3";

const untaxed = { vat_amount_minor: 0, vat_rate_bps: 0, rate_category: "zero" } as const;
const toBusiness = { ...untaxed, customer_type: "b2b" } as const;
const zero = (event_id: string, changes: object) => sale({ event_id, ...untaxed, ...changes });

/** Events of every line of a bridge: each treatment, in two currencies, and the codes of the return alone. */
const LEFT_OUT = [
  zero("business", toBusiness),
  zero("business-sek", { ...toBusiness, currency: "SEK", taxable_amount_minor: 70_000 }),
  zero("domestic-business", { ...toBusiness, consumption_country: "SE" }),
  sale({ event_id: "domestic", treatment: "domestic", consumption_country: "SE" }),
  sale({ event_id: "below", treatment: "origin_below_threshold", consumption_country: "SE" }),
  zero("export", { consumption_country: "CH" }),
  zero("export-usd", { consumption_country: "US", currency: "USD" }),
  sale({ event_id: "market", supplier_role: "underlying_seller" }),
  zero("zero", {}),
  sale({ event_id: "unsure", classification_status: "needs_review" }),
  sale({ event_id: "no-rate", currency: "UAH" }),
  refund("nobody-sold-this", { event_id: "orphan", supply_date: "2025-08-03" }),
  refund("business", { event_id: "business-back", supply_date: "2025-08-04", vat_amount_minor: 0 }),
];

type EventPage = z.output<typeof SourceEventList>;

describe("each line of a bridge", () => {
  it("opens exactly its events, whatever their treatment and currency", async () => {
    const before = sale({ event_id: "before", supply_date: "2025-05-05" });
    const seller = await sellerWith(before);
    await locked(seller, "2025-Q2");
    const late = sale({ event_id: "late", supply_date: "2025-05-06" });
    const back = refund("before", {
      event_id: "before-back",
      supply_date: "2025-08-05",
      currency: "EUR",
      taxable_amount_minor: 9_000,
      vat_amount_minor: 1_710,
    });
    const french = { consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 };
    await commit(seller, late, back, sale(), sale({ event_id: "fr", ...french }));
    await commit(seller, sale({ event_id: "usd", currency: "USD" }), ...LEFT_OUT);
    expect(await expectEachLineOpens(seller, Q3)).toEqual([
      "ledger recorded",
      "ledger domestic",
      "ledger outside_union",
      "ledger business",
      "ledger marketplace",
      "ledger zero_rated",
      "ledger in_review",
      "ledger without_sale",
      "ledger other_exclusions",
      "return late_changes",
      "return conversion",
      "return in_return",
      "return payable",
    ]);
  });

  it.for(CASES)("opens exactly its events in the return of $scheme_type", async (one) => {
    const seller = await sellerOf(one);
    const codes = await expectEachLineOpens(seller, `/v1/returns/${one.slug}/${one.period}`);
    expect(codes).toContain("ledger in_review");
  });

  it("of a lock says what it was, and what was left out since", async () => {
    const seller = await sellerWith(sale(), zero("business", toBusiness));
    await locked(seller, "2025-Q3");
    await commit(seller, zero("later", toBusiness), zero("export", { consumption_country: "CH" }));
    const { lines } = await got<Bridge>(seller, `${Q3}/bridge`);
    const line = lines.find(({ code }) => code === "business");
    expect(line?.parts).toMatchObject([
      { code: "classification_excluded", treatment: "reverse_charge", count: 1 },
    ]);
    const { items, figure } = await got<EventPage>(seller, line?.links[0] ?? "");
    expect(items.map(({ event_id }) => event_id)).toEqual(["business", "later"]);
    expect(figure).toMatchObject({
      event_count: 2,
      excluded_event_count: 2,
      left_out: [{ currency: "EUR", taxable_amount_minor: 20_000, vat_amount_minor: 0 }],
      taxable_amount_minor: null,
      as_locked: { event_count: 1 },
      since_lock: { event_count_difference: 1 },
    });
  });

  it("is asked for by a warning and its treatments alone", async () => {
    const seller = await sellerWith(sale());
    const faultOf = async (query: string) =>
      (await call<{ details: object[] }>(seller.readOnly, "GET", `${Q3}/events?${query}`)).body;
    expect(await faultOf("treatment=export")).toMatchObject({
      details: [{ field: "treatment", message: "only together with warning" }],
    });
    const query = "warning=classification_excluded&treatment=export,nothing";
    expect(await faultOf(query)).toMatchObject({ details: [{ field: "treatment" }] });
  });
});
