import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { newSeller } from "../../stack/seller.ts";
import { commit, locked, refund, sale } from "../returns/locks/locking.ts";

/* A figure of the balances opens the events that it adds up, and no others. */
const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

/** Opens a figure, and returns what its drawer shows once it has `count` events. */
async function opened(page: Page, column: string, count: number) {
  const row = page.getByRole("table", { name: "Balances" }).getByRole("row", { name: "Germany" });
  await row.locator(`td[data-head="${column}"]`).getByRole("button").click();
  const drawer = page.getByRole("dialog");
  await expect.poll(() => drawer.locator("tbody tr").count()).toBe(count);
  return textsIn(page);
}

/** Returns what the open drawer shows: title, headings of parts, ids of events, and heads and VAT of sums. */
async function textsIn(page: Page) {
  const drawer = page.getByRole("dialog");
  const texts = async (selector: string) =>
    (await drawer.locator(selector).allInnerTexts()).map((text) =>
      text.replace(/\s+/g, " ").trim(),
    );
  return {
    title: (await texts("h2"))[0],
    parts: await texts("h3"),
    ids: await texts("tbody th"),
    heads: await texts("tfoot th"),
    vat: await texts("tfoot td[data-head=VAT]"),
  };
}

/** Q1 is locked with EUR 19.00; Q2 has 38.00, a refund of 1.90 of Q1, and a sale of Q1 that came after the lock. */
async function sellerWithThreeParts(): Promise<Account> {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  await commit(seller, sale({ event_id: "filed", supply_date: "2025-03-03" }));
  await locked(seller, "2025-Q1");
  await commit(
    seller,
    sale({
      event_id: "late",
      supply_date: "2025-03-04",
      taxable_amount_minor: 30_000,
      vat_amount_minor: 5_700,
    }),
    sale({
      event_id: "current",
      supply_date: "2025-05-05",
      taxable_amount_minor: 20_000,
      vat_amount_minor: 3_800,
    }),
    refund("filed", { event_id: "back", supply_date: "2025-05-06" }),
  );
  return seller;
}

it("VAT, corrections and balance of a Member State each open their own events, late changes apart", async () => {
  const seller = await sellerWithThreeParts();
  const address = "#/period/union-oss/2025-Q2";
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  expect(await opened(page, "VAT, EUR", 1)).toEqual({
    title: "Germany, VAT, EUR: 38.00",
    parts: [],
    ids: ["current"],
    heads: ["Total"],
    vat: ["€38.00"],
  });
  await page.keyboard.press("Escape");
  expect(await opened(page, "Corrections, EUR", 2)).toEqual({
    title: "Germany, Corrections, EUR: 55.10",
    parts: ["Corrections: −€1.90", "Late changes: €57.00"],
    ids: ["back", "late"],
    heads: ["Total", "Total"],
    vat: ["−€1.90", "€57.00"],
  });
  await page.keyboard.press("Escape");
  expect(await opened(page, "Balance, EUR", 3)).toEqual({
    title: "Germany, Balance, EUR: 93.10",
    parts: ["Lines: €38.00", "Corrections: −€1.90", "Late changes: €57.00"],
    ids: ["current", "back", "late"],
    heads: ["Total", "Total", "Total"],
    vat: ["€38.00", "−€1.90", "€57.00"],
  });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("a page of the events of a figure shows its sum as that of the page, and no correction opens nothing", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const sales = Array.from({ length: 101 }, (_, at) =>
    sale({ event_id: `sale-${at}`, supply_date: "2025-05-05" }),
  );
  await commit(seller, ...sales);
  const address = "#/period/union-oss/2025-Q2";
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  const first = await opened(page, "VAT, EUR", 100);
  expect(first).toMatchObject({ heads: ["This page"], vat: ["€1,900.00"] });
  await page.getByRole("dialog").getByRole("button", { name: "Next" }).click();
  await expect.poll(() => page.getByRole("dialog").locator("tbody tr").count()).toBe(1);
  const { heads, vat } = await textsIn(page);
  expect({ heads, vat }).toEqual({ heads: ["This page"], vat: ["€19.00"] });
  await page.keyboard.press("Escape");
  const corrections = page.getByRole("table", { name: "Balances" }).locator("td").nth(1);
  expect(await corrections.innerText()).toBe("0.00");
  expect(await corrections.getByRole("button").count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
