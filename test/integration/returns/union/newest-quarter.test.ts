import { expect, it } from "vitest";
import type { Return } from "../../../../shared/returns/schema.ts";
import { makeSale, type SentEvent } from "../../../make/supply-event.ts";
import { call } from "../../../stack/api.ts";
import { newSeller, summaryOf } from "../../../stack/seller.ts";

/*
 * The Union return of 2026-Q3 at the shipped ECB rates of 30 September 2026 (Art. 369h(2)), worked out by hand:
 *
 *        taxable        VAT     units per euro   taxable in EUR              VAT in EUR
 *   PL     1,000.00    230.00   PLN    4.369      228.8853 →   228.89       52.6436 →  52.64
 *   SE     1,000.00    250.00   SEK   11.331       88.2535 →    88.25       22.0634 →  22.06
 *   CZ     1,000.00    210.00   CZK   24.44        40.9165 →    40.92        8.5925 →   8.59
 *   HU   100,000.00 27,000.00   HUF  366.2        273.0748 →   273.07       73.7302 →  73.73
 *                                                               631.13                 157.02
 */
const SALES = [
  ["PL", "PLN", 100_000, 2_300],
  ["SE", "SEK", 100_000, 2_500],
  ["CZ", "CZK", 100_000, 2_100],
  ["HU", "HUF", 10_000_000, 2_700],
] as const;

it("a return of 2026-Q3 converts four currencies at the rates of 30 September", async () => {
  const seller = await newSeller("DE", { establishment_country: "DE" });
  const events = SALES.map(([country, currency, taxable_amount_minor, vat_rate_bps]) =>
    makeSale({
      event_id: `to-${country}`,
      supply_date: "2026-08-14" as SentEvent["supply_date"],
      dispatch_country: "DE",
      consumption_country: country,
      currency,
      taxable_amount_minor,
      vat_rate_bps,
      vat_amount_minor: (taxable_amount_minor * vat_rate_bps) / 10_000,
    }),
  );
  const posted = await call(seller.full, "POST", "/v1/supply-events", { events });
  expect(posted.status).toBe(200);
  const found: Return = await summaryOf(seller, "2026-Q3");
  expect(found).toMatchObject({ return_currency: "EUR", warnings: [] });
  const rows = found.rows.map((row) => [
    row.member_state_of_consumption,
    row.taxable_amount_minor,
    row.vat_amount_minor,
  ]);
  expect(rows.sort()).toEqual([
    ["CZ", 4_092, 859],
    ["HU", 27_307, 7_373],
    ["PL", 22_889, 5_264],
    ["SE", 8_825, 2_206],
  ]);
  expect(found.exchange_rates.map(({ currency, rate, date }) => [currency, rate, date])).toEqual([
    ["CZK", "24.44", "2026-09-30"],
    ["HUF", "366.2", "2026-09-30"],
    ["PLN", "4.369", "2026-09-30"],
    ["SEK", "11.331", "2026-09-30"],
  ]);
  expect(found.totals).toMatchObject({ taxable_minor: 63_113, payable_vat_minor: 15_702 });
});
