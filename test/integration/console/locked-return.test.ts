import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type IsoDate,
  periodBefore,
  plusDays,
  quarterOn,
} from "../../../shared/core/calendar/dates.ts";
import { type Account, call } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, savedBy, signedInTo } from "../../stack/console-visit.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { textsOfPages } from "../../stack/pdf-text.ts";
import { newSeller } from "../../stack/seller.ts";
import { eachNth, soaking } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";
import { filerOfF1 } from "../filing/portal-files/filing.ts";
import { commit, locked, postFiled, sale } from "../returns/locks/locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/* A return that was locked or filed shows what was locked, and beside it what has changed since. */
const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const NARROW: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const visit = (seller: Account, address: string, screen = WIDE) =>
  signedInTo(browser, { screen, key: seller.full, address });

/** A filed quarter with EUR 19.00, to which 3.80 for Germany and 5.70 for Denmark came later. */
async function filedSeller(quarter: { readonly key: string; readonly lastDay: IsoDate }) {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const supply_date = plusDays(quarter.lastDay, -5);
  await commit(seller, sale({ event_id: "first", supply_date }));
  await locked(seller, quarter.key);
  await postFiled(seller, quarter.key);
  const more = { supply_date, taxable_amount_minor: 2_000, vat_amount_minor: 380 };
  await commit(
    seller,
    sale({ event_id: "late", ...more }),
    sale({
      event_id: "denmark",
      supply_date,
      consumption_country: "DK",
      taxable_amount_minor: 2_280,
      vat_amount_minor: 570,
      vat_rate_bps: 2500,
    }),
  );
  return seller;
}

/** The text of a figure of the headline, with its change. */
const figureOf = (page: Page, name: string) =>
  page
    .locator("dl.figures > div", { has: page.getByText(name, { exact: true }) })
    .locator("dd")
    .allTextContents();

const rowOf = (page: Page, table: string, row: string) =>
  page.getByRole("table", { name: table }).getByRole("row", { name: row });

async function cellsOf(page: Page, table: string, row: string): Promise<string[]> {
  const texts = await rowOf(page, table, row).locator("td.figure").allInnerTexts();
  return texts.map((text) => text.replace(/\s*show the sales and refunds/, "").replace(/\s/, " "));
}

it("the return page shows what was filed, and since then what a later return declares", async () => {
  const seller = await filedSeller({ key: "2025-Q3", lastDay: "2025-09-30" as IsoDate });
  const watched = await visit(seller, "#/period/union-oss/2025-Q3");
  const { page } = watched;
  await page.getByRole("heading", { name: "The return as it was filed" }).waitFor();
  expect(await page.locator(".sticky-bar dd").allTextContents()).toEqual([
    "€19.00",
    "since then: +€9.50",
  ]);
  expect(await figureOf(page, "VAT to pay")).toEqual(["€19.00", "since then: +€9.50"]);
  expect(await figureOf(page, "Taxable amount")).toEqual(["€100.00", "since then: +€42.80"]);
  expect(await figureOf(page, "Corrections")).toEqual(["€0.00"]);
  expect(await figureOf(page, "Sales and refunds declared")).toEqual(["1 of 1", "since then: +2"]);
  await page.getByText("Since then, VAT to pay has changed by +€9.50.").waitFor();
  const declaring = page.getByText("The change belongs in the return of:").getByRole("link");
  expect(await declaring.allTextContents()).toEqual(["Q4 2025"]);
  expect(await cellsOf(page, "Balances", "Germany")).toEqual(["19.00", "0.00", "19.00", "+3.80"]);
  expect(await rowOf(page, "Balances", "Denmark").locator("td").last().innerText()).toBe("");
  await page.getByRole("tab", { name: "Lines" }).click();
  const section = "2b: goods from the Member State of identification";
  expect(await cellsOf(page, section, "Germany")).toEqual([
    "19% standard",
    "100.00",
    "19.00",
    "+20.00",
    "+3.80",
    "1",
  ]);
  expect(await cellsOf(page, section, "Denmark")).toEqual([
    "25% standard",
    "0.00",
    "0.00",
    "+22.80",
    "+5.70",
    "0",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: /Germany, .*, VAT, EUR: 19.00, show/ }).click();
  const sums = page.getByRole("dialog").locator(".figure-sums");
  await sums
    .getByText(
      /As locked on .*: 1 sale or refund. Together €100.00 taxable, €19.00 VAT. Equals the figure./,
    )
    .waitFor();
  await sums
    .getByText("Since then: +1 sale or refund. Together €20.00 taxable, €3.80 VAT.")
    .waitFor();
  await sums
    .getByText("2 sales and refunds. Together €120.00 taxable, €22.80 VAT.", { exact: true })
    .waitFor();
  expect(await page.getByRole("dialog").getByText("since the lock").count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Summary" }).click();
  await declaring.click();
  await page.getByRole("heading", { name: "The return as it stands", exact: true }).waitFor();
  expect(await figureOf(page, "Corrections")).toEqual(["€9.50"]);
  await goTo(watched, "#/filing/union-oss/2025-Q3");
  expect(await figureOf(page, "VAT to pay")).toEqual(["€19.00", "since then: +€9.50"]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

/** Fills the picture with eight returns of five figures. */
const EIGHT_RETURNS = `(() => {
  const list = document.querySelector(".columns");
  while (list.children.length < 8) list.append(list.firstElementChild.cloneNode(true));
  for (const amount of list.querySelectorAll(".figure")) amount.textContent = "13.228,20\u00a0€";
})()`;

const OVERLAPPING_AMOUNTS = `(() => {
  const boxes = [...document.querySelectorAll(".columns .figure")]
    .map((amount) => amount.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  return boxes.filter(({ left }, n) => n > 0 && left < boxes[n - 1].right).length;
})()`;

itInTurn("the overview shows what was locked, and the change since", async () => {
  const quarter = periodBefore(periodBefore(quarterOn(await todayWithTimeLeft())));
  const seller = await filedSeller(quarter);
  const watched = await visit(seller, "#/overview", NARROW);
  const name = `${quarter.key.slice(5)} ${quarter.key.slice(0, 4)}`;
  const column = watched.page.locator(".columns li", { hasText: name });
  await column.getByText("+9,50 € seit der Festschreibung").waitFor();
  await column.getByText("19,00 €", { exact: true }).waitFor();
  expect(await accessibilityFaults(watched.page)).toEqual([]);
  await watched.page.evaluate(EIGHT_RETURNS);
  for (const width of [390, 700, 820, 1280, 1440]) {
    await watched.page.setViewportSize({ width, height: 900 });
    expect([width, await watched.page.evaluate(OVERLAPPING_AMOUNTS)]).toEqual([width, 0]);
  }
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn("what was locked is shown where no registration makes the return today", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  await commit(seller, sale({ supply_date: "2025-09-05" }));
  await locked(seller, "2025-Q3");
  const path = "/v1/tax-registrations/1";
  expect((await call(seller.full, "PATCH", path, { status: "excluded" })).status).toBe(200);
  const watched = await visit(seller, "#/period/union-oss/2025-Q3");
  const { page } = watched;
  await page.getByRole("heading", { name: "The return as it was locked" }).waitFor();
  expect(await figureOf(page, "VAT to pay")).toEqual(["€19.00"]);
  await page.getByText("Today there is no return of this period").waitFor();
  await page.getByText("No return declares the change").waitFor();
  await watched.context.close();
});

it("a return is typed in from its entry sheet by keyboard alone, and ticks are kept", async () => {
  const seller = await filerOfF1("SE", "SE556000016701");
  const watched = await visit(seller, "#/sheet/union-oss/2025-Q3");
  const { page, context } = watched;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("heading", { name: "Entry sheet" }).waitFor();
  const cells = page.locator("button.copies");
  const copied: string[] = [];
  await cells.first().focus();
  for (const text of await cells.allTextContents()) {
    await page.keyboard.press("Enter");
    await page.getByText(`Copied: ${text}`, { exact: false }).waitFor();
    copied.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  expect(copied).toEqual(await cells.allTextContents());
  expect(copied).toContain("200,00");
  const boxes = page.getByRole("checkbox");
  await boxes.nth(1).click();
  await page.getByText(/1 of 7 lines ticked/).waitFor();
  const totals = page.getByRole("table", { name: "Control totals in EUR" });
  expect(await totals.getByRole("row", { name: "Total VAT due" }).innerText()).toContain("101,10");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  if (soaking) await expectNarrowSheet(seller);
  await context.close();
});

async function expectNarrowSheet(seller: Account): Promise<void> {
  const narrow = await signedInTo(browser, {
    screen: NARROW,
    key: seller.readOnly,
    address: "#/sheet/union-oss/2025-Q3",
  });
  await narrow.page.getByText(/1 von 7 Zeilen abgehakt/).waitFor();
  expect(await narrow.page.getByRole("checkbox").count()).toBe(0);
  expect(await narrow.page.getByText("Erfasst", { exact: true }).count()).toBe(1);
  expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await accessibilityFaults(narrow.page)).toEqual([]);
  await narrow.context.close();
}

it("the payment reference is shown in full, to be copied, where the number is stored", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const number = "SE556000016701";
  noteSecrets([number]);
  const numbers = { vat_registration_number: number };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", numbers);
  const items = [{ registration_id: 1, number }];
  const stored = await call(seller.full, "PUT", "/v1/account/identifiers", { items });
  expect(stored.status, stored.text).toBe(200);
  await commit(seller, sale({ event_id: "first", supply_date: "2025-09-25" as IsoDate }));
  await locked(seller, "2025-Q3");
  await postFiled(seller, "2025-Q3");
  const { page, wrongs, context } = await visit(seller, "#/filing/union-oss/2025-Q3");
  await page.getByRole("button", { name: "Show with the stored number" }).click();
  await page.getByText(`SE/${number}/Q3.2025`, { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(wrongs).toEqual([]);
  await context.close();
});

it.for(eachNth(2, [NARROW, WIDE]))(
  "a filed return can be paid and booked, at %j",
  async (screen) => {
    const seller = await filedSeller({ key: "2025-Q3", lastDay: "2025-09-30" as IsoDate });
    const german = screen.locale === "de-DE";
    const { page, wrongs } = await visit(seller, "#/filing/union-oss/2025-Q3", screen);
    await page.getByText(german ? "Offen" : "Outstanding", { exact: true }).waitFor();
    expect(wrongs).toEqual([]);
    await page.locator('[name="vat_number"]').fill("x");
    await page.locator('[name="creditor.name"]').fill("Skatteverket");
    await page.locator('[name="creditor.iban"]').fill("SE35 5000 0000 0549 1000 0003");
    const qr = page.getByRole("button", { name: german ? "QR-Code anzeigen" : "Show the QR code" });
    await qr.click();
    await page.locator(".field-fault").first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const field = page.locator('[name="amount"]');
    const record = page.getByRole("button", {
      name: german ? "Als bezahlt erfassen" : "Record the payment",
    });
    const asked = page.getByRole("dialog");
    expect(await field.inputValue()).toBe(german ? "19,00" : "19.00");
    // More than is outstanding is asked about, and not recorded before.
    await field.fill(german ? "1.532,73" : "1,532.73");
    await record.click();
    await asked.getByText(german ? "1.513,73" : "1,513.73").waitFor();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    await field.fill("19.00");
    await record.click();
    await page.getByRole("listitem").filter({ hasText: "19" }).last().waitFor();
    await qr.waitFor({ state: "detached" });
    await page.getByText(german ? "Vollständig bezahlt." : "Paid in full.").waitFor();
    await page
      .getByRole("heading", { name: german ? "Buchungen exportieren" : "Export bookings" })
      .click();
    await page.locator('[name="clearing_account"]').fill("1460");
    await page.locator('[name="vat_account"]').fill("1767");
    const revenue = page.locator('[name="revenue"]');
    const make = page.getByRole("button", {
      name: german ? "Buchungen herunterladen" : "Download the bookings",
    });
    await revenue.fill("FR = 8330");
    await make.click();
    await page.locator(".field-fault").filter({ hasText: "DE" }).waitFor();
    await revenue.fill("* = 8320\nDE 19 = 8331 / 1768");
    const [download] = await Promise.all([page.waitForEvent("download"), make.click()]);
    expect(download.suggestedFilename()).toBe("bookings-2025-Q3.csv");
    const [, net = "", vat = ""] = readFileSync(await download.path(), "utf8").split("\r\n");
    const [amount, tax] = german ? ["100,00", "19,00"] : ["100.00", "19.00"];
    expect([net, vat]).toEqual([
      expect.stringMatching(`1460[,;]8331[,;]${amount}`),
      expect.stringMatching(`1460[,;]1768[,;]${tax}`),
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await revenue.waitFor({ state: "attached" });
    expect(await revenue.inputValue()).toBe("* = 8320\nDE 19 = 8331 / 1768");
  },
);

it("a number is typed once for file and payment, and stored if its reader wants that", async () => {
  const seller = await filerOfF1("SE", "SE556000016701");
  const watched = await visit(seller, "#/filing/union-oss/2025-Q3");
  const { page } = watched;
  const number = page.getByLabel("Your VAT or scheme number, in full");
  expect(await number.first().getAttribute("required")).not.toBeNull();
  await number.first().fill("SE556000016701");
  await page.getByLabel("Store the number, encrypted").first().check();
  const create = page.getByRole("button", { name: "Create the file" });
  await page.getByLabel("Number of the establishment in Italy").fill("IT12345678901");
  const inPoland = page.getByLabel("Number of the establishment in Poland");
  await inPoland.fill("IT1");
  await create.click();
  await page.locator('[name="establishment.PL"][aria-invalid="true"]').waitFor();
  await inPoland.fill("PL1234567883");
  expect(await savedBy(page, create)).toMatch(/txt$/);
  await page.getByText("The number is stored.").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Record the filing" }).click();
  await page.getByText("SE/SE556000016701/Q3.2025").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await call(seller.readOnly, "GET", "/v1/account/identifiers")).body).toMatchObject({
    items: [{ registration_id: 1, number_masked: "SE**********01" }],
  });
  await page.reload();
  await page.getByText("SE/SE**********01/Q3.2025").waitFor();
  expect(await number.first().getAttribute("required")).toBeNull();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("each printed page of a return names the client and its number, and no page has a total of its own", async () => {
  const seller = await filerOfF1("SE", "SE556000016701");
  const watched = await visit(seller, "#/period/union-oss/2025-Q3");
  const { page } = watched;
  await page.setViewportSize({ width: 700, height: 900 });
  await page.emulateMedia({ media: "print" });
  const name = page.locator(".of-client bdi");
  await name.waitFor();
  const margin = (of: string) =>
    page.evaluate((name) => document.documentElement.style.getPropertyValue(name), of);
  expect(await margin("--printed-client")).toBe(JSON.stringify(await name.innerText()));
  expect(await margin("--printed-number")).toBe('"Union scheme · Q3 2025 · SE**********01"');
  expect(await margin("--printed-signature")).toMatch(/^"Prepared: _+ · Reviewed: _+ · Locked \d/);
  const total = page.locator("tfoot").first();
  expect(await total.evaluate((foot) => getComputedStyle(foot).display)).toBe("table-row-group");
  await page.emulateMedia({ media: "screen" });
  const report = page.getByRole("button", { name: "Save the report" });
  expect(await savedBy(page, report)).toBe("union-oss-2025-Q3-report.html");
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

/** The width of A4 within the margins of the console's pages. */
const PAPER = { width: 703, height: 900 };

it("printed in German, the lines and the sheet of a return fit the paper, and no field to fill in is left", async () => {
  const seller = await filerOfF1("DE", "DE123456789");
  const screen = { ...WIDE, locale: "de-DE" };
  const watched = await visit(seller, "#/period/union-oss/2025-Q3", screen);
  const { page } = watched;
  await page.getByRole("tab", { name: "Zeilen" }).click();
  await page.getByRole("heading", { name: "Verwendete Steuersätze" }).waitFor();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(PAPER);
  const tooWide = () =>
    page
      .locator(".scrolls, .on-paper")
      .evaluateAll((places) => places.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(await tooWide()).toBe(0);
  await goTo(watched, "#/sheet/union-oss/2025-Q3");
  await page.locator(".on-paper table").first().waitFor();
  expect(await tooWide()).toBe(0);
  await goTo(watched, "#/filing/union-oss/2025-Q3");
  const fields = page.locator(".step[open] form").locator("input, textarea, select");
  await fields.first().waitFor({ state: "attached" });
  expect(await fields.and(page.locator(":visible")).count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it.for([
  ["en", "Unionscheme,Q32025", /Preparedby:_+Reviewedby:_+$/],
  ["de", "EU-Regelung,Q32025", /Vorbereitetvon:_+Geprüftvon:_+$/],
] as const)(
  "each page of the report, printed in %s, has the client, the return, its number and lines to sign",
  async ([language, name, signed]) => {
    const seller = await filerOfF1("SE", "SE556000016701");
    const path = `/v1/returns/union-oss/2025-Q3/accountant-report?format=html&language=${language}`;
    const { text } = await call(seller.readOnly, "GET", path);
    const page = await browser.newPage();
    await page.setContent(text);
    await page.emulateMedia({ media: "print" });
    // The width of the paper within its margins: a table that is wider makes all the text smaller.
    await page.setViewportSize({ width: 687, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(687);
    const pages = textsOfPages(await page.pdf({ preferCSSPageSize: true }));
    expect(pages.length).toBeGreaterThan(1);
    for (const [n, printed] of pages.entries()) {
      const [count = ""] = /\d\/\d/.exec(printed.replace("SE/", "")) ?? [];
      expect(printed).toContain("SE**********01");
      expect(printed).toContain(name);
      expect(count).toBe(`${n + 1}/${pages.length}`);
      expect(printed).toMatch(signed);
    }
    await page.close();
  },
);

it("wherever a page of the report ends, no sum stands without its rows, nor the note alone", async () => {
  const seller = await filerOfF1("SE", "SE556000016701");
  const path = "/v1/returns/union-oss/2025-Q3/accountant-report?format=html";
  const { text } = await call(seller.readOnly, "GET", path);
  const page = await browser.newPage();
  await page.setContent(text);
  // A row is about 5 mm high: every one of them comes to stand last on its page.
  for (let moved = 0; moved < 120; moved += 4) {
    await page.locator("h1").evaluate((title, mm) => {
      title.style.marginBottom = `${mm}mm`;
    }, moved);
    const printed = textsOfPages(await page.pdf({ preferCSSPageSize: true })).join();
    // The last head of a table, which is repeated on each page, and its sum.
    expect(printed).not.toMatch(/(Events|Partofthetotalpayable)Total\d/);
    expect(printed).toMatch(/Totalpayable,nothingsetoff[\d.,]+ECBreferencerates/);
  }
  await page.close();
});

it("a sheet of 104 lines is printed on three pages, each with the client, its number and who signs", async () => {
  const seller = await filerOfF1("SE", "SE556000016701");
  const watched = await visit(seller, "#/period/union-oss/2025-Q3");
  const { page } = watched;
  await page.route("**/entry-sheet*", async (route) => {
    const response = await route.fetch();
    const sheet = (await response.json()) as { lines: { part: string; line_id: string }[] };
    const supplies = sheet.lines.filter(({ part }) => part === "supplies");
    const more = Array.from({ length: 104 - sheet.lines.length }, (_, n) => ({
      ...supplies[n % supplies.length],
      line_id: `line-${n}`,
    }));
    const lines = [...sheet.lines.slice(0, 1), ...more, ...sheet.lines.slice(1)];
    await route.fulfill({ response, json: { ...sheet, lines } });
  });
  await page.goto(page.url().replace("#/period", "#/sheet"));
  await page.getByText(/of 104 lines/).waitFor();
  const printed = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  expect(printed.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(3);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("button.copies").first().isVisible()).toBe(false);
  expect(
    await page
      .getByRole("row", { name: /France/ })
      .first()
      .innerText(),
  ).toContain("FR France");
  const margins = await page.evaluate(() =>
    ["client", "number", "signature"].map((name) =>
      document.documentElement.style.getPropertyValue(`--printed-${name}`),
    ),
  );
  expect(margins).toEqual([
    expect.stringMatching(/^"\S+/),
    '"Union scheme · Q3 2025 · SE**********01 · locked"',
    expect.stringMatching(/^"Prepared: _+ · Reviewed: _+"$/),
  ]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
