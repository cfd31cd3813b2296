import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { figureClicker } from "../../stack/clicked-figures.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { newSeller } from "../../stack/seller.ts";
import { commit, locked, sale } from "../returns/locks/locking.ts";

/* One figure with 1,500 events in six currencies, before and after a lock. */
const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const CURRENCIES = ["EUR", "PLN", "SEK", "CZK", "HUF", "DKK"];
const BATCH = 500;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

/** Sales of the quarter, of which each next one is in the next currency, with an odd amount. */
const salesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const taxable_amount_minor = 10_000 + 37 * n;
    return sale({
      event_id: `${name}-${n}`,
      supply_date: `2025-05-${String(1 + (n % 28)).padStart(2, "0")}`,
      currency: CURRENCIES[n % CURRENCIES.length] as string,
      taxable_amount_minor,
      vat_amount_minor: Math.round(taxable_amount_minor * 0.19),
    });
  });

/** A row of each currency: one of another than the euro has the rate and its day. */
const OF_CURRENCY = CURRENCIES.map((code) =>
  code === "EUR"
    ? /^€[\d.]+ → \d+\.\d{4}$/
    : new RegExp(`^${code}\\s[\\d,.]+ → \\d+\\.\\d{4}at ${code} [\\d.]+, 30 Jun 2025$`),
);

/** Returns, of each row of the open drawer, its amount and what it adds to the return, with the rate. */
const rowsIn = (drawer: Locator): Promise<string[]> =>
  drawer
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        [3, 6].map((at) => row.children[at]?.textContent?.trim() ?? "").join(" → "),
      ),
    );

it("a figure of 1,500 events in six currencies is their sum, each converted at its rate", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const sales = salesOf("sale", 3 * BATCH);
  for (let at = 0; at < sales.length; at += BATCH) {
    await commit(seller, ...sales.slice(at, at + BATCH));
  }
  const address = "#/period/union-oss/2025-Q2";
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  const clickedFigure = figureClicker(page, seller.readOnly);
  const figures = page.getByRole("table", { name: "Balances" }).locator("tbody button.opens");
  const open = await clickedFigure(figures.first());
  expect(open).toMatchObject({ events: 1_500, differs: undefined });
  expect(open.said).toContain("1,500 sales and refunds");

  await figures.first().click();
  const drawer = page.getByRole("dialog");
  const rows: string[] = [];
  for (let at = 0; at < sales.length; at += 100) {
    const first = drawer.locator("tbody th").first();
    await first.getByText(/./).first().waitFor();
    rows.push(...(await rowsIn(drawer)));
    const id = await first.innerText();
    if (at + 100 === sales.length) break;
    await drawer.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => first.innerText()).not.toBe(id);
  }
  await page.keyboard.press("Escape");
  expect(rows).toHaveLength(1_500);
  for (const [at, currency] of CURRENCIES.entries()) {
    const own = rows.filter((row) => OF_CURRENCY[at]?.test(row));
    expect(own, currency).toHaveLength(250);
  }

  await locked(seller, "2025-Q2");
  await commit(seller, ...salesOf("late", 60));
  await goTo(watched, "#/overview");
  await goTo(watched, address);
  const after = await clickedFigure(figures.first());
  expect(after).toMatchObject({ events: 1_560, differs: undefined });
  expect(after.said).toContain("1,500 sales and refunds");
  expect(after.said).toContain("Since then: +60 sales and refunds");
  const since = await clickedFigure(figures.last());
  expect(since.name).toContain("Since then");
  expect(since).toMatchObject({ events: 1_560, differs: undefined });
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
