import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleBytes } from "../../make/import-sample.ts";
import type { Account } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { newSeller } from "../../stack/seller.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const NARROW: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
let seller: Account;

beforeAll(async () => {
  [browser, seller] = await Promise.all([
    startBrowser(),
    newSeller("DE", { establishment_country: "DE" }),
  ]);
});
afterAll(() => closePages());

const visited = (screen: Look) =>
  signedInTo(browser, { screen, key: seller.full, address: "#/imports" });

const chosen = (page: Page, name: string, bytes: Uint8Array | string) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(bytes) });

const sample = (page: Page, file: string) => chosen(page, file, sampleBytes(file));

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

it("takes the export of a shop in three steps, and remembers how", async () => {
  const watched = await visited(WIDE);
  const { page } = watched;
  await sample(page, "shopify-orders.csv");
  await page.getByText("Recognised: Shopify orders export (CSV).").waitFor();
  const source = page.getByLabel("Name of this shop");
  const dispatch = page.getByLabel("Goods are dispatched from");
  expect(await source.inputValue()).toBe("shopify");
  expect(await dispatch.inputValue()).toBe("DE");
  await source.fill("my-shop");
  await dispatch.selectOption("Poland");
  await button(page, "Check the file").click();
  await page.getByText("checked, not imported").waitFor();
  const finding = page.getByRole("row", { name: "#" }).first();
  await finding.waitFor();
  expect(await finding.textContent()).toMatch(/#\d+.*2026.*€/);
  // Each reason stands once, and no code of the API stands anywhere.
  const text = await page.locator("main").innerText();
  expect(text).not.toMatch(/shopify_csv|_minor|no_vat_charged|UTC|bytes/);
  expect(await page.locator(".finding-reason", { hasText: "No VAT was charged" }).count()).toBe(1);
  expect(await page.locator(".why").count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, /^Import \d+ entr(?:y|ies)$/).click();
  await page.getByText("completed", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Import another file" }).click();
  await sample(page, "shopify-orders.csv");
  await page.getByText("Recognised: Shopify orders export (CSV).").waitFor();
  expect(await source.inputValue()).toBe("my-shop");
  expect(await dispatch.inputValue()).toBe("PL");
  await button(page, "Check the file").click();
  await page.getByText("This file has nothing new to import.").waitFor();
  expect(await page.locator("button.primary").count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn("says at once what is no export, in the reader's language", async () => {
  const watched = await visited(NARROW);
  const { page } = watched;
  for (const [name, bytes, said] of [
    ["a.xlsx", "PK\u0003\u0004 workbook", "Das ist eine Excel-Arbeitsmappe"],
    ["a.html", "<!doctype html><p>Sign in", "Das ist eine Webseite"],
    ["a.csv", "\ufeffName", undefined],
    ["b.csv", new Uint8Array([0xff, 0xfe, 0x41, 0]), "Die Datei ist nicht in UTF-8."],
    ["c.csv", "", "Die Datei ist leer."],
  ] as const) {
    await chosen(page, name, bytes);
    await page.getByText(name, { exact: true }).waitFor();
    await page.getByText(said ?? "Die Art der Datei wurde nicht erkannt.").waitFor();
    expect(await button(page, "Datei prüfen").count()).toBe(said ? 0 : 1);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn("names the report that a file is, and reads it as such by one button", async () => {
  const watched = await visited(WIDE);
  const { page } = watched;
  await sample(page, "amazon-avtr.tsv");
  await page.getByText("Recognised: Amazon VAT Transactions Report (AVTR).").waitFor();
  const kind = page.getByLabel("Kind of file");
  await kind.selectOption("amazon_vcs");
  await page.getByText("This file looks like another export").waitFor();
  await button(page, "Check the file").click();
  await page.getByText("This is another report: Amazon VAT Transactions Report (AVTR).").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, "Read it as: Amazon VAT Transactions Report (AVTR)").click();
  await page.locator("bdi.mark", { hasText: "amazon-avtr.tsv" }).waitFor();
  await page.getByText("Recognised: Amazon VAT Transactions Report (AVTR).").waitFor();
  expect(await kind.inputValue()).toBe("amazon_avtr");
  await button(page, "Check the file").click();
  await page.getByText("checked, not imported").waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn("says at its field what is wrong with a setting", async () => {
  const watched = await visited(WIDE);
  const { page } = watched;
  await sample(page, "generic.csv");
  await page.getByText("Recognised: Own table of sales and refunds (CSV).").waitFor();
  await page.getByLabel("Name of this shop").fill("my-table");
  await page.getByText("More settings").click();
  const zone = page.getByLabel(/^Time zone/);
  await zone.fill("Europe/Atlantis");
  await button(page, "Check the file").click();
  await page.getByRole("alert").waitFor();
  expect(await zone.getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByRole("alert").allTextContents()).toEqual([
    "Enter a time zone, such as Europe/Berlin.",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await zone.fill("Europe/Berlin");
  await button(page, "Check the file").click();
  await page.getByText("checked, not imported").waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("refuses in words what a spreadsheet has damaged", async () => {
  const watched = await visited(WIDE);
  const { page } = watched;
  const saved = Buffer.from(sampleBytes("shopify-orders.csv"))
    .toString()
    .replaceAll(",", ";")
    .replaceAll("5000000001", "5,0E+12");
  await chosen(page, "saved.csv", saved);
  await page.getByText("Recognised: Shopify orders export (CSV).").waitFor();
  await button(page, "Check the file").click();
  await page.getByText("A spreadsheet has changed this file: ids, days or amounts").waitFor();
  const guide = page.getByRole("link", { name: "Where to get the file" });
  const address = new URL((await guide.getAttribute("href")) ?? "", page.url());
  expect(address.pathname).toBe("/docs/imports/shopify_csv.md");
  expect((await page.request.get(address.href)).status()).toBe(200);
  expect(await page.locator("button.primary").count()).toBe(0);
  await page.getByRole("link", { name: "Import another file" }).waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
