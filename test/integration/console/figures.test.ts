import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { clickedFigures } from "../../stack/clicked-figures.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { newSeller } from "../../stack/seller.ts";
import { commit, locked, refund, sale } from "../returns/locks/locking.ts";

/* Every figure of a return, clicked by a script: its drawer says that its events add up to it, and they do. */
const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const PERIOD = "2025-Q2";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const day = "2025-05-05";
const french = { consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 } as const;
const reduced = { rate_category: "reduced", vat_rate_bps: 700, vat_amount_minor: 700 } as const;
const zloty = { currency: "PLN", taxable_amount_minor: 33_333, vat_amount_minor: 6_333 } as const;

/** A quarter with several currencies, a refund of a locked quarter, late changes of two of its states, and what it leaves out. */
async function sellerWithAll(): Promise<Account> {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const before = "2025-03-03";
  await commit(seller, sale({ event_id: "filed", supply_date: before }));
  await locked(seller, "2025-Q1");
  await commit(
    seller,
    sale({ event_id: "late", supply_date: before, ...zloty }),
    sale({ event_id: "late-fr", supply_date: before, ...french }),
    refund("filed", { event_id: "back", supply_date: day }),
    sale({ event_id: "euro", supply_date: day }),
    sale({ event_id: "zloty", supply_date: day, ...zloty }),
    sale({ event_id: "dollar", supply_date: day, ...french, currency: "USD" }),
    sale({ event_id: "reduced", supply_date: day, ...reduced }),
    sale({ event_id: "open", supply_date: day, classification_status: "needs_review" }),
  );
  return seller;
}

/** Visits the return, and clicks every figure of it. @returns how many each part has */
async function visitAll(seller: Account): Promise<number[]> {
  const address = `#/period/union-oss/${PERIOD}`;
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  const clicked = await clickedFigures(page, seller.readOnly);
  expect(clicked.filter(({ differs }) => differs)).toEqual([]);
  const texts = await page.locator("button.opens").allInnerTexts();
  expect(texts.filter((text) => text === "0.00" || text === "0")).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
  return [...Map.groupBy(clicked, ({ tab }) => tab).values()].map(({ length }) => length);
}

it("every figure of a return is the sum of the events that it opens", async () => {
  expect(await visitAll(await sellerWithAll())).toEqual([1, 14, 17, 16, 1, 5]);
});

it("every figure of a locked return is that of its lock, or of what has come since", async () => {
  const seller = await sellerWithAll();
  await locked(seller, PERIOD);
  await commit(
    seller,
    sale({ event_id: "later", supply_date: day, ...zloty }),
    sale({ event_id: "later-open", supply_date: day, classification_status: "needs_review" }),
  );
  expect(await visitAll(seller)).toEqual([2, 19, 19, 16, 2, 5]);
});
