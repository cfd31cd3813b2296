import { describe, expect, it } from "vitest";
import type { SellerFacts } from "../../../../shared/imports/formats/home-sale.ts";
import { STRIPE_ITEMIZED } from "../../../../shared/imports/formats/stripe-itemized/read.ts";
import { textOf, utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { SAMPLES } from "../../../make/import-sample.ts";
import { eventsIn, shown } from "../../../make/outcome.ts";
import { from, sellerFacts } from "../../../make/seller-facts.ts";

/*
 * The state whose VAT a line has: `country_code` is the place of taxation, which Stripe calls the situs; the country of
 * the customer is in another column (https://docs.stripe.com/reports/report-types/tax). Below the EUR 10,000 it may be the
 * seller's state (Art. 59c).
 */
const FILE = SAMPLES.find(({ format }) => format.name === "stripe_itemized")?.bytes ?? utf8("");

const STRIPE = {
  source_id: "stripe",
  establishment_country: "DE",
  dispatch_country: "DE",
  tax_code_kinds: {
    txcd_10103000: "tbe_services",
    txcd_99999999: "goods",
    txcd_20030000: "other_services",
  },
  link_metadata_key: "order_id",
};

type Cells = Readonly<Record<string, string>>;

/** Reads sales of EUR 100.00 of an electronic service to France with the VAT of Germany, with other cells. */
function readStripe(rows: readonly Cells[], seller?: SellerFacts) {
  const [head = "", sale = ""] = textOf(FILE).split("\n");
  const names = head.split(",");
  const own: Cells = {
    country_code: "DE",
    tax_rate: "0.19",
    taxable_amount: "100.00",
    tax_amount: "19.00",
  };
  const written = rows.map((cells) =>
    names.map((name, n) => cells[name] ?? own[name] ?? sale.split(",")[n]).join(","),
  );
  const bytes = utf8([head, ...written, ""].join("\n"));
  return importInMemory(STRIPE_ITEMIZED, STRIPE, bytes, { ...(seller && { seller }) });
}

describe("a line of Stripe to France with the VAT of Germany", () => {
  const TO_GOODS = { tax_code: "txcd_99999999" };
  const german = sellerFacts({ seat: "DE" });
  it.for<[string, Cells, SellerFacts | undefined, string]>([
    ["of a seller of whom nothing is known is booked", {}, undefined, "origin_below_threshold"],
    ["of an electronic service is booked", {}, german, "origin_below_threshold"],
    ["of goods is booked", TO_GOODS, german, "origin_below_threshold"],
    [
      "of goods from a stock is left out",
      TO_GOODS,
      sellerFacts({ seat: "PL" }),
      "taxed_in_dispatch_country",
    ],
    [
      "of another service is left out",
      { tax_code: "txcd_20030000" },
      german,
      "taxed_in_dispatch_country",
    ],
    [
      "to a business is left out",
      { customer_tax_id: "eu_vat:FR40303265045" },
      german,
      "taxed_in_dispatch_country",
    ],
    [
      "on a day of a registration is a question",
      {},
      sellerFacts({ seat: "DE", registered: [from("2026-10-01")] }),
      "taxed_at_home_under_scheme",
    ],
    [
      "in a year with entered turnover is booked with a remark",
      {},
      sellerFacts({ seat: "DE", entered: { 2026: 1 } }),
      "origin_below_threshold maybe_in_entered_turnover",
    ],
    // Nothing says whether the rate is that of a foreign stock, or of a service where it takes place (Art. 53).
    ["with that of Spain is a question", { country_code: "ES" }, german, "rate_not_in_force"],
    ["with that of no state is a question", { country_code: "" }, german, "country_missing"],
    [
      "without a country of its customer is domestic",
      { destination_resolved_address_country: "" },
      german,
      "services_taxed_at_establishment",
    ],
    [
      "with that of France is one of the scheme",
      { country_code: "FR", tax_rate: "0.2" },
      german,
      "",
    ],
  ])("%s", async ([, cells, seller, expected]) => {
    const [row] = await readStripe([cells], seller);
    expect(shown(row?.outcome)).toBe(expected);
  });

  it("is lowered by its refund, which names it", async () => {
    const refund = {
      id: "cn_1",
      type: "credit_note",
      transaction_date: "2026-10-19",
      taxable_amount: "-40.00",
      tax_amount: "-7.60",
    };
    const [sale, back] = await readStripe([{}, refund]);
    expect(eventsIn(sale?.outcome)).toMatchObject([
      { consumption_country: "FR", establishment_country: "DE", rate_category: "standard" },
    ]);
    expect(eventsIn(back?.outcome)).toMatchObject([
      {
        event_type: "refund",
        original_event_id: eventsIn(sale?.outcome)[0]?.event_id,
        taxable_amount_minor: 4_000,
        vat_amount_minor: 760,
      },
    ]);
  });
});
