import { beforeEach, describe, expect, it } from "vitest";
import type { Currency } from "../../../shared/core/money/money.ts";
import { makeSale } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { committed, listed, newSeller, shown, summaryOf } from "../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

describe("currencies", () => {
  it.for<[Currency, number, number]>([
    ["JPY", 17_376, 10_000],
    ["SEK", 110_565, 10_000],
    ["EUR", 10_000, 10_000],
  ])("%s by its own minor unit", async ([currency, taxable_amount_minor, cents]) => {
    await committed(seller, makeSale({ currency, taxable_amount_minor, vat_amount_minor: 0 }));
    expect((await summaryOf(seller, "2025-Q3")).rows).toMatchObject([
      { taxable_amount_minor: cents },
    ]);
  });

  it("without a rate are kept, counted and found", async () => {
    await committed(seller, [
      makeSale(),
      makeSale({ event_id: "dinar", currency: "KWD", taxable_amount_minor: 1_234_567 }),
    ]);
    expect((await shown(seller, "dinar")).body).toMatchObject({
      taxable_amount_minor: 1_234_567,
      exclusion_code: null,
    });
    expect(await summaryOf(seller, "2025-Q3")).toMatchObject({
      warnings: [{ code: "missing_exchange_rate_excluded", count: 1 }],
      rows: [{ taxable_amount_minor: 10_000 }],
    });
    const query = "?period=2025-Q3&warning=missing_exchange_rate_excluded";
    expect((await listed(seller, query)).body.items).toMatchObject([{ event_id: "dinar" }]);
  });
});
