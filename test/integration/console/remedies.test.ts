import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { THIRDS, W19 } from "../../make/rounded-refunds.ts";
import { makeSale, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { accessibilityFaults } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { committed, listed, newSeller, shown } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const WIDE = { width: 1440, colorScheme: "light", locale: "en-GB" } as const;
const PHONE = { width: 390, colorScheme: "dark", locale: "de-DE" } as const;

async function sellerWith(events: readonly SentEvent[]): Promise<Account> {
  const seller = await newSeller();
  for (const event of events) await committed(seller, event);
  return seller;
}

const adjustmentsOf = async (seller: Account) =>
  (await listed(seller)).body.items.filter(({ event_type }) => event_type === "adjustment");

it("a correction that only rounding takes below zero is adjusted with one click", async () => {
  const seller = await sellerWith(W19);
  const address = "#/filing/union-oss/2025-Q4";
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  const reason = "Rounding of the refunds of Q1 2025, Poland";
  await page.getByText(`${reason}: taxable amount €0.00, VAT +€0.01`).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Book the adjustment" }).click();
  await page.getByText("There are no findings.").waitFor({ state: "attached" });
  expect(await adjustmentsOf(seller)).toMatchObject([
    {
      original_event_id: "sale-pl",
      supply_date: "2025-12-31",
      currency: "EUR",
      vat_amount_minor: 1,
      description: "Rounding of the refunds of sales of 2025-Q1 in PL",
    },
  ]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("two lines of a country are adjusted against the sale of each, on a telephone in German", async () => {
  const reduced = THIRDS.map((event) => ({
    ...event,
    event_id: `reduced-${event.event_id}`,
    ...(event.original_event_id ? { original_event_id: "reduced-sale-1" } : {}),
    vat_rate_bps: 700,
    rate_category: "reduced",
    vat_amount_minor:
      event.event_type === "sale" ? 700 : event.vat_amount_minor === 633 ? 233 : 234,
  }));
  const seller = await sellerWith([...THIRDS, ...(reduced as readonly SentEvent[])]);
  const address = "#/filing/union-oss/2025-Q3";
  const watched = await signedInTo(browser, { screen: PHONE, key: seller.full, address });
  const { page } = watched;
  const offered = page.getByText("Rundung der Erstattungen zu Q3 2025, Deutschland");
  await offered.first().waitFor();
  expect(await offered.count()).toBe(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "2 Anpassungen buchen" }).click();
  await page.getByText("Es gibt keine Feststellungen.").waitFor({ state: "attached" });
  const sales = (await adjustmentsOf(seller)).map(({ original_event_id }) => original_event_id);
  expect(sales.sort()).toEqual(["reduced-sale-1", "sale-1"]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

const B2B = { customer_type: "b2b", vat_rate_bps: 0, vat_amount_minor: 0, rate_category: "zero" };

it("a return without any event is locked once the filer has ticked that all belong elsewhere", async () => {
  const seller = await sellerWith([makeSale(B2B as Partial<SentEvent>)]);
  await call(seller.full, "PUT", "/v1/account", {
    establishment_country: "SE",
    lock_requires_ready: true,
  });
  await settleRecount(seller.account);
  const address = "#/filing/union-oss/2025-Q3";
  const visits = await Promise.all(
    [WIDE, PHONE].map((screen) => signedInTo(browser, { screen, key: seller.full, address })),
  );
  for (const { page } of visits) expect(await accessibilityFaults(page)).toEqual([]);
  const [english, german] = visits.map(({ page }) => page);
  await german?.getByLabel(/kein Umsatz des Zeitraums in diese/).waitFor();
  const lock = english?.getByRole("button", { name: "Lock the return" });
  await english?.getByLabel(/I have checked the return/).check();
  expect(await lock?.isDisabled()).toBe(true);
  await english?.getByLabel(/belong elsewhere/).check();
  await lock?.click();
  await english?.getByText("Locked on").first().waitFor({ state: "attached" });
  for (const { wrongs, context } of visits) {
    expect(wrongs).toEqual([]);
    await context.close();
  }
});

it("the return leads to a sale taxed at home, which a person excludes with a note", async () => {
  const treatment = "origin_below_threshold" as const;
  const seller = await sellerWith([
    makeSale({ event_id: "abroad" }),
    makeSale({ event_id: "at-home", treatment }),
  ]);
  const address = "#/filing/union-oss/2025-Q3";
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  await page
    .getByText(/VAT of your own country was charged/)
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Resolve" }).first().click();
  await page.getByLabel("Select at-home").check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Note").fill("Entered anew with the VAT of Germany.");
  await page.getByRole("button", { name: "Exclude" }).click();
  await page.getByText("Nothing to clarify here.").waitFor();
  expect((await shown(seller, "at-home")).body).toMatchObject({
    exclusion_status: "rightful",
    classification_history: [{ note: "Entered anew with the VAT of Germany." }],
  });
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
