import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { utf8 } from "../../make/damaged-file.ts";
import { SAMPLES } from "../../make/import-sample.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { importedFile } from "../../stack/imports.ts";
import { committed, newSeller } from "../../stack/seller.ts";

/* The amounts are worked out in test/integration/imports/bridge.test.ts. */
const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

/** Returns the lines of the table: line, count and amount with VAT. */
async function linesIn(page: Page, title: string): Promise<string[]> {
  const rows = page.locator("section.card", { hasText: title }).locator("tbody tr");
  await rows.first().waitFor();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent ?? "")),
  );
  return texts.map((cells) => cells.join(" | ").replace(/ show the sales and refunds/, ""));
}

/** Opens each line that opens, in order. @returns the title of what is opened, and what it says */
async function openedLines(page: Page, title: string): Promise<string[]> {
  const buttons = page.locator("section.card", { hasText: title }).locator("td button.opens");
  const opened: string[] = [];
  await buttons.first().waitFor();
  for (const button of await buttons.all()) {
    await button.click();
    const dialog = page.getByRole("dialog");
    const status = dialog.locator("[role=status]").filter({ hasNotText: "Loading" }).first();
    const texts = [dialog.getByRole("heading").first(), status];
    const said = await Promise.all(texts.map((text) => text.innerText()));
    opened.push(said.map((text) => text.replaceAll(/\s+/g, " ").trim()).join(" | "));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  return opened;
}

it("shows how a file leads to what was committed, and how that leads to the return", async () => {
  const seller = await newSeller("DE");
  const sample = SAMPLES.find(({ format }) => format.name === "shopify_csv");
  if (!sample) throw new RangeError("shopify_csv");
  const { format, settings, bytes } = sample;
  const { id } = await importedFile(seller, { format: format.name, settings, bytes });
  const toBusiness = makeSale({ customer_type: "b2b", rate_category: "zero" });
  const supply_date = "2026-10-05" as never;
  await committed(seller, { ...toBusiness, supply_date, vat_rate_bps: 0, vat_amount_minor: 0 });

  const address = `#/imports/${id}`;
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  const ofFile = await linesIn(page, "From the file to the import");
  expect(ofFile[0]).toBe("+ Amounts in the files | 15 | €390.47");
  expect(ofFile).toContain("− Domestic sales, or taxed at the place of dispatch | 1 | €19.00");

  await goTo(watched, "#/period/union-oss/2026-Q4");
  await page.getByRole("tab", { name: "From the shop" }).click();
  const ofReturn = await linesIn(page, "From your shop to the return");
  expect(ofReturn).toContain("− Business customers (reverse charge) | 1 | €100.00");
  expect(ofReturn).toContain("= In the return | 7 | €227.67");
  expect(await accessibilityFaults(page)).toEqual([]);
  const opened = await openedLines(page, "From your shop to the return");
  expect(opened).toEqual([
    "No sale, or not paid: 1 | 1 row. Equals the line.",
    "Domestic sales, or taxed at the place of dispatch: 1 | 1 row. Equals the line.",
    "Outside the Union or the scope of VAT: 2 | 2 rows. Equals the line.",
    "Not taken, to be clarified: 3 | 3 rows. Equals the line.",
    expect.stringMatching(
      /^Recorded for the period: 9 \| 9 sales and refunds. .* Equals the line\.$/,
    ),
    "Business customers (reverse charge): 1 | 1 sale or refund. Left out €100.00 taxable, €0.00 VAT. Equals the line.",
    "Left out for other reasons: 1 | 1 sale or refund. Left out SEK 850.00 taxable, SEK 212.50 VAT. Equals the line.",
    expect.stringMatching(/^In the return: 7 \| 7 sales and refunds. .* Equals the figure\.$/),
    expect.stringMatching(/^Total payable: 7 \| 7 sales and refunds. .* Equals the figure\.$/),
  ]);

  await page.getByRole("tab", { name: "Checks" }).click();
  const leftOut = () => linesIn(page, "Not in the return");
  const business = "Business customers (reverse charge) | 1 | €100.00";
  await expect.poll(leftOut).toContain(business);
  await page.getByRole("button", { name: "Business customers (reverse charge)" }).click();
  await expect.poll(() => page.getByRole("dialog").locator("tbody tr").count()).toBe(1);

  await goTo(watched, address);
  const ofImport = await openedLines(page, "From the file to the import");
  expect(ofImport).toEqual(opened.slice(0, 4));
});

it("begins with the amount before refunds on the page of a file, and says on that of the return that it does not", async () => {
  const seller = await newSeller("SE");
  const sale = makeSale({ supply_date: "2025-08-03" as never });
  const refund = makeRefund({ supply_date: "2025-08-09" as never });
  const { id } = await importedFile(seller, {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: utf8([sale, refund].map((event) => `${JSON.stringify(event)}\n`).join("")),
  });
  const address = `#/imports/${id}`;
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  expect(await linesIn(page, "From the file to the import")).toEqual([
    "+ Amounts in the files | 1 | €119.00",
    "+ Refunds and corrections | 1 | −€11.90",
    "= Taken from the files | 2 | €107.10",
  ]);
  await goTo(watched, "#/period/union-oss/2025-Q3");
  await page.getByRole("tab", { name: "From the shop" }).click();
  const [first] = await linesIn(page, "From your shop to the return");
  expect(first).toBe("+ Amounts in the files | 2 | €107.10");
  await page.getByText(/after refunds and corrections\. The page of an import/).waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
