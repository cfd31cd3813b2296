import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { textOf, utf8 } from "../../make/damaged-file.ts";
import { SAMPLES } from "../../make/import-sample.ts";
import { makeSale } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { importedFile } from "../../stack/imports.ts";
import { committed, newSeller } from "../../stack/seller.ts";

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const PHONE: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
let seller: Account;
beforeAll(async () => {
  [browser, seller] = await Promise.all([
    startBrowser(),
    newSeller("SE", { establishment_country: "SE" }),
  ]);
  const shopify = SAMPLES.find(({ format }) => format.name === "shopify_csv");
  if (!shopify) throw new RangeError("no sample of shopify_csv");
  const { settings, bytes } = shopify;
  await importedFile(seller, { format: "shopify_csv", settings, bytes: utf8(textOf(bytes)) });
  await committed(seller, [makeSale({ event_id: "by-hand-1" })]);
});
afterAll(() => closePages());

it("one field finds pages, periods, orders and events, by keyboard alone", async () => {
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address: "" });
  const { page } = watched;
  const field = page.getByRole("combobox", { name: "Search" });
  const options = page.locator(".results").getByRole("option");
  await page.keyboard.press("/");
  await field.fill("set");
  await page.getByRole("option", { name: "Settings" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.keyboard.press("Control+k");
  await field.fill("q3 2025");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /Q3 2025/ }).waitFor();
  // The names of orders begin with what is typed; the arrow keys go from one to the next, and round.
  await page.keyboard.press("Control+k");
  await field.fill("#1001");
  await page.getByRole("group", { name: "Orders, sales and refunds" }).waitFor();
  await page.keyboard.press("ArrowUp");
  const last = options.last();
  expect(await last.getAttribute("aria-selected")).toBe("true");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await last.getAttribute("id"));
  await page.keyboard.press("ArrowDown");
  expect(await options.first().getAttribute("aria-selected")).toBe("true");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("#1001").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await field.fill("by-hand-1");
  await options.first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("heading", { name: "by-hand-1" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await field.fill("no such thing");
  await page.getByText("Nothing has this name.").waitFor();
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("the answer to an earlier question never stands under a later one", async () => {
  const watched = await signedInTo(browser, { screen: PHONE, key: seller.full, address: "" });
  const { page } = watched;
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  await page.route(/order=by-hand/, async (route) => {
    begun.resolve();
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Suchen" }).first().click();
  const field = page.getByRole("combobox", { name: "Suchen" });
  await field.fill("by-hand-1");
  await begun.promise;
  await field.fill("#1001");
  const options = page.locator(".results").getByRole("option");
  await options.first().waitFor();
  held.resolve();
  await field.fill("#100");
  await page.getByText(/^\d+ Treffer$/).waitFor();
  expect((await options.allTextContents()).join()).not.toContain("by-hand-1");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
