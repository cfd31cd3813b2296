import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { sampleBytes } from "../../make/import-sample.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, openEvent, signedInTo } from "../../stack/console-visit.ts";
import { importedFile } from "../../stack/imports.ts";
import { csvFile, issuerOfStack, signedInPerson } from "../../stack/person-visit.ts";
import { newSeller } from "../../stack/seller.ts";

/* What people enter and repair by hand, without a command line and without the API. */
const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const PHONE: Look = { width: 390, colorScheme: "light", locale: "de-DE" };
const LOCK = "/v1/reports/locked-return-periods/union-oss";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const visit = (seller: Account, address: string, screen = WIDE) =>
  signedInTo(browser, { screen, key: seller.full, address });

const newSwede = () => newSeller("SE", { establishment_country: "SE" });

const button = (page: Page, name: string) => page.getByRole("button", { name });

/** The button that sends the form of the window in front. */
const submit = (page: Page) => page.getByRole("dialog").last().locator("form button[type=submit]");

const eventsOf = async (seller: Account) => {
  const { body } = await call<{ items: Record<string, unknown>[] }>(
    seller.readOnly,
    "GET",
    "/v1/supply-events",
  );
  return body.items;
};

const ENTERED = "Entered in the ledger as";

it("a sale is entered, refunded by an amount, and adjusted", async () => {
  const seller = await newSwede();
  const watched = await visit(seller, "#/imports");
  const { page } = watched;
  await button(page, "Enter a sale").click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel("Day").fill("2025-08-05");
  await dialog.getByLabel("Country of the customer").selectOption({ label: "Germany" });
  await dialog.getByLabel("Goods left from").selectOption({ label: "Sweden" });
  await dialog.locator("option", { hasText: "19%, standard" }).waitFor({ state: "attached" });
  await dialog.getByLabel("Amount", { exact: true }).fill("no amount");
  await submit(page).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Amount", { exact: true }).fill("119.00");
  await dialog.getByLabel("Order").fill("#B-77");
  expect(await accessibilityFaults(page)).toEqual([]);
  await submit(page).dblclick();
  await dialog.getByText(ENTERED).waitFor();
  await dialog.getByText(/return of Q3 2025/).waitFor();
  const [sale, ...others] = await eventsOf(seller);
  expect(others).toEqual([]);
  expect(sale).toMatchObject({
    event_type: "sale",
    dispatch_country: "SE",
    taxable_amount_minor: 10_000,
    vat_amount_minor: 1_900,
    exclusion_code: null,
  });
  await goTo(watched, "#/review");
  await openEvent(page, "b-77");
  await dialog.getByText(String(sale?.["event_id"])).first().waitFor();
  await button(page, "Add a refund").click();
  await dialog.getByLabel("Day of the refund").fill("2025-08-20");
  await dialog.getByLabel("What is given back").selectOption({ label: "an amount with VAT" });
  await dialog.getByLabel("Gross amount").fill("500");
  await button(page, "Show net amount and VAT").click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Gross amount").fill("11.90");
  await button(page, "Show net amount and VAT").click();
  await dialog.getByText("€10.00 + €1.90").waitFor();
  await button(page, "Enter the refund").click();
  await dialog.getByText(ENTERED).waitFor();
  await button(page, "Close").last().click();
  await button(page, "Add an adjustment").click();
  await dialog.getByLabel("Day").fill("2025-08-21");
  await dialog.getByLabel(/Taxable/).fill("20");
  await dialog.getByLabel(/VAT/).fill("3.80");
  await submit(page).click();
  await dialog.getByText(ENTERED).waitFor();
  const { body } = await call(seller.readOnly, "GET", "/v1/returns/union-oss/2025-Q3");
  expect(body).toMatchObject({ totals: { taxable_minor: 7_000, payable_vat_minor: 1_330 } });
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("a sale of an account in the import scheme alone has imported goods at first", async () => {
  const seller = await newAccount("importer");
  const body = { scheme_type: "ioss", member_state_identification: "NL", status: "active" };
  const registration = { ...body, effective_from: "2025-01-01" };
  await call(seller.full, "POST", "/v1/tax-registrations", registration);
  const watched = await visit(seller, "#/imports");
  const { page } = watched;
  await button(page, "Enter a sale").click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel("Value of the goods in the consignment").waitFor();
  expect(await dialog.getByLabel("Supply", { exact: true }).inputValue()).toBe("imported_goods");
  await dialog.getByLabel("Supply", { exact: true }).selectOption("goods");
  await dialog.getByLabel("Goods left from").waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("a row of an import is completed in place, and the others stay open", async () => {
  const seller = await newSwede();
  const row = makeSale({ event_id: "first", supply_date: "2025-08-03" as IsoDate });
  const rows = ["first", "second"].map((event_id) => ({ ...row, event_id, vat_rate_bps: "19 %" }));
  const { id } = await importedFile(seller, {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
  });
  const watched = await visit(seller, `#/imports/${id}`);
  const { page } = watched;
  await button(page, "Complete…").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Country of the customer").selectOption({ label: "Germany" });
  await dialog.getByLabel("Day").fill("2025-08-03");
  await dialog.getByLabel("Goods left from").selectOption({ label: "Sweden" });
  await dialog.locator("option", { hasText: "19%, standard" }).waitFor({ state: "attached" });
  await dialog.getByLabel("Amount", { exact: true }).fill("119");
  await submit(page).click();
  await dialog.getByText(ENTERED).waitFor();
  await button(page, "Close").click();
  await page.getByRole("columnheader", { name: "Entered as" }).waitFor();
  expect(await button(page, "Complete…").count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  const { body } = await call(seller.readOnly, "GET", `/v1/imports/${id}`);
  expect(body).toMatchObject({ open_rows: [{ row_count: 1 }] });
  expect(await eventsOf(seller)).toMatchObject([{ source_id: "shop", event_id: `${id}:1` }]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("a refund that a file cannot say is added to the sale of its order", async () => {
  const seller = await newSeller("DE", { establishment_country: "DE" });
  const { id, open_rows } = await importedFile(seller, {
    format: "shopify_csv",
    settings: { source_id: "shop", dispatch_country: "DE" },
    bytes: sampleBytes("shopify-orders.csv"),
  });
  const watched = await visit(seller, `#/imports/${id}`);
  const { page } = watched;
  await page
    .locator("summary", { hasText: /refund/i })
    .last()
    .click();
  await button(page, "Add a refund").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Day of the refund").fill("2026-10-20");
  await submit(page).click();
  await dialog.getByText("€20.00 + €4.00").waitFor();
  await button(page, "Enter the refund").click();
  await dialog.getByText(ENTERED).waitFor();
  await button(page, "Close").click();
  await page.getByRole("columnheader", { name: "Entered as" }).waitFor();
  const { body } = await call(seller.readOnly, "GET", `/v1/imports/${id}`);
  expect(body).toMatchObject({ open_rows });
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("a wrong number, a wrong scheme and a wrong reference are corrected", async () => {
  const seller = await newSwede();
  const watched = await visit(seller, "#/settings");
  const { page } = watched;
  const dialog = page.getByRole("dialog");
  const openChange = () => button(page, "Change Union scheme").click();
  await openChange();
  await dialog.locator("[name=vat_registration_number]").first().fill("SE556000123101");
  await button(page, "Save the change").click();
  await page.getByText("SE**********01").waitFor();
  await openChange();
  await dialog.getByText("The scheme or the Member State is wrong").click();
  await dialog.getByLabel("Member State of identification").selectOption({ label: "Germany" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, "Enter it anew").click();
  await page.getByRole("cell", { name: "Germany" }).waitFor();
  await call(seller.full, "POST", `${LOCK}?period=2025-Q3`);
  const filed = { filed_at: "2025-10-15", filing_reference: "wrong-1" };
  const { status } = await call(seller.full, "POST", `${LOCK}/filed?period=2025-Q3`, filed);
  expect(status).toBe(200);
  await goTo(watched, "#/filing/union-oss/2025-Q3");
  await page.getByRole("heading", { name: "File at the portal" }).click();
  await button(page, "Change").click();
  await dialog.getByLabel(/Reference of the tax authority/).fill("right-2");
  await button(page, "Save the change").click();
  const recorded = page.getByRole("status");
  await recorded.getByText("right-2").waitFor();
  await recorded.getByText("Recorded before").click();
  await recorded.getByText("wrong-1").waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("the name of a client is changed, and shows everywhere at once", async () => {
  const visitor = { browser, issuer: await issuerOfStack() };
  const owner = await signedInPerson(visitor, "Renate", WIDE, "");
  const { page } = owner;
  await owner.heading("Begin or join an organisation");
  await page.getByLabel("Name of the organisation").fill("Harbour Tax");
  await owner.click("Begin the organisation");
  const file = page.getByLabel("Spreadsheet saved as CSV");
  await file.setInputFiles(csvFile("name;reference\nKafe;1\nTe;2"));
  await button(page, "Change Kafe").click();
  await page.getByRole("dialog").locator("[name=name]").fill("Kaffe");
  await button(page, "Save the change").click();
  await button(page, "Kaffe").first().click();
  await page.getByText("Kafe", { exact: true }).waitFor({ state: "detached" });
  await page.locator(".of-client", { hasText: "Kaffe" }).waitFor();
  await owner.leave();
});

it("the name of the business shows at once, and the forms fit a telephone", async () => {
  const seller = await newSwede();
  const number = { vat_registration_number: "SE556000016701" };
  const path = "/v1/tax-registrations";
  const { body } = await call<{ items: { id: number }[] }>(seller.full, "GET", path);
  await call(seller.full, "PATCH", `${path}/${body.items[0]?.id}`, number);
  const watched = await visit(seller, "#/settings", PHONE);
  const { page } = watched;
  await page.getByText("Angaben ändern").click();
  await page.getByLabel(/^Name/).first().fill("Lampenladen GmbH");
  await button(page, "Speichern").first().click();
  await page.getByText("Gespeichert.").waitFor();
  await page.locator(".phone-top", { hasText: "Lampenladen GmbH" }).waitFor();
  // Half of a usual screen, as at 200 %: no action of a registration is cut off.
  await page.setViewportSize({ width: 720, height: 450 });
  const registrations = page.locator(".scrolls", { has: button(page, "Beenden") });
  await registrations.first().waitFor();
  const widths = await registrations.evaluateAll((all) =>
    all.map((one) => one.scrollWidth - one.clientWidth),
  );
  expect(widths).toEqual([0]);
  await page.setViewportSize({ width: 390, height: 800 });
  await goTo(watched, "#/imports");
  await button(page, "Umsatz erfassen").click();
  await page.getByRole("dialog").getByLabel("Land des Kunden").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
