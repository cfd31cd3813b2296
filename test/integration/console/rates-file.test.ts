import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call, newAccount } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";

const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const NARROW: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
let key: string;
beforeAll(async () => {
  browser = await startBrowser();
  key = (await newAccount()).full;
});
afterAll(closePages);

it("a shop owner maps the classes, downloads the file, and sees when that was", async () => {
  const { page } = await signedInTo(browser, { screen: WIDE, key, address: "#/connections" });
  const card = page.getByRole("region", { name: "VAT rates for the shop" });
  await card.getByRole("button", { name: "Add a class" }).click();
  await card.getByRole("textbox", { name: "Class in the shop" }).last().fill("reduced-rate");
  await card.getByRole("button", { name: "Download the file" }).click();
  // Nothing is known of the seller yet.
  await card.getByText("It is not certain whether").waitFor();
  const year = new Date().getUTCFullYear() - 1;
  await call(key, "PUT", "/v1/account", {
    establishment_country: "DE",
    entered_turnover: [{ year, amount_minor: 0, currency: "EUR" }],
  });
  const saving = page.waitForEvent("download");
  await card.getByRole("button", { name: "Download the file" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^vat-rates-woocommerce-\d{4}-\d\d-\d\d-home-de\.csv$/);
  const text = await readFile(await saved.path(), "utf8");
  expect(text).toContain("FR,,,,19.00,VAT DE 19%,1,0,1,\r\n");
  expect(text).toContain("FR,,,,7.00,VAT DE 7%,1,0,1,reduced-rate\r\n");
  await card.getByText("the rates of Germany everywhere").waitFor();
  await card.getByText("Last downloaded in this browser on").waitFor();
  await card.getByRole("checkbox", { name: "Rates of the destination in any case" }).check();
  await card.getByRole("button", { name: "Download the file" }).click();
  await card.getByText("Not in the file: XI books").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await card.getByText("Last downloaded in this browser on").waitFor();
  const shops = card.getByRole("textbox", { name: "Class in the shop" });
  expect(await shops.last().inputValue()).toBe("reduced-rate");
});

it("fits on a phone, in German", async () => {
  const { page } = await signedInTo(browser, { screen: NARROW, key, address: "#/connections" });
  const card = page.getByRole("region", { name: "Steuersätze für den Shop" });
  await card.getByRole("button", { name: "Datei herunterladen" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
