import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { periodBefore, quarterOn } from "../../../shared/core/calendar/dates.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { accessibilityFaults, type Look, type WatchedPage } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { Hand } from "../../stack/hand.ts";
import { importedFile } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";
import { commit, locked, postFiled, refund, sale } from "../returns/locks/locking.ts";

/* Journeys of a person, with their clicks and fields: docs/console.md has a table of them. */
const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };

const PHONE: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const visit = (seller: Account, address: string) =>
  signedInTo(browser, { screen: WIDE, key: seller.full, address });

async function left({ wrongs, context }: WatchedPage): Promise<void> {
  expect(wrongs).toEqual([]);
  await context.close();
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Orders of a day, as a shop exports them. */
const exportOf = (day: string) =>
  [
    "event_id,event_type,supply_date,supply_kind,customer_type,dispatch_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate,rate_category",
    `o-1,sale,${day},goods,b2c,DE,FR,EUR,100.00,20.00,20,standard`,
    `o-2,sale,${day},goods,b2c,DE,IT,EUR,50.00,11.00,22,standard`,
  ].join("\n");

it("an empty account comes to its first paid return", async () => {
  // The overview computes the recent periods alone.
  const { key, firstDay } = periodBefore(quarterOn(await todayWithTimeLeft()));
  const [year, quarter] = key.split("-");
  const period = `${quarter} ${year}`;
  const seller = await newAccount("journey");
  const watched = await visit(seller, "");
  const { page } = watched;
  const hand = new Hand();
  await page.getByRole("heading", { name: "Set up in three steps" }).waitFor();
  await page.getByText(/^VAT rates are known up to \d.* ECB are known up to \d/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await setUp(page, hand, firstDay);
  await page.locator("main").getByRole("link", { name: period }).first().waitFor();
  await importFile(page, hand, exportOf(firstDay));
  await hand.click(page.getByRole("link", { name: `Lock and file: ${period}` }));
  await lockFileAndPay(page, hand);
  expect(hand.clicks).toBeLessThanOrEqual(12);
  expect(hand.fields).toBeLessThanOrEqual(7);
  hand.expectAsDocumented("From an empty account to the first paid return");
  await left(watched);
});

const primaries = (page: Page): Promise<number> => page.locator("main .primary:visible").count();

/** Seat and registration: the least that the service must know. Then a file comes first, and no return is offered. */
async function setUp(page: Page, hand: Hand, firstDay: string): Promise<void> {
  expect(await primaries(page)).toBe(1);
  await hand.select(page.getByLabel("Where is your company based?"), "Germany");
  await hand.fill(page.getByLabel(/First day/), firstDay);
  await hand.click(button(page, "Save"));
  await page.locator("input[type=file]").waitFor({ state: "attached" });
  expect(await page.locator("main").getByRole("link", { name: "Lock and file" }).count()).toBe(0);
  expect(await page.getByRole("heading", { name: "Nil returns" }).count()).toBe(0);
}

/** A file that is recognised by its header. */
async function importFile(page: Page, hand: Hand, file: string): Promise<void> {
  await hand.choose(page.locator("input[type=file]"), "orders.csv", file);
  await page.getByText(/^Recognised: /).waitFor();
  expect(await primaries(page)).toBe(1);
  await hand.fill(page.getByLabel("Name of this shop"), "my-shop");
  await hand.click(button(page, /^Check/));
  await hand.click(button(page, /^Import \d/));
  await page.getByText("completed", { exact: true }).waitFor();
}

/** The return of the quarter: locked, its file made, recorded as filed and as paid. */
async function lockFileAndPay(page: Page, hand: Hand): Promise<void> {
  await hand.click(page.getByRole("checkbox"));
  await hand.click(button(page, "Lock the return"));
  await button(page, "Create the file").waitFor();
  expect(await primaries(page)).toBe(1);
  await hand.fill(page.getByLabel("Your VAT or scheme number, in full").first(), "DE123456789");
  const file = page.waitForEvent("download");
  await hand.click(button(page, "Create the file"));
  await file;
  await hand.fill(page.getByLabel(/Reference/), "DE-2025-Q3");
  expect(await primaries(page)).toBe(1);
  await hand.click(button(page, "Record the filing"));
  await button(page, "Record the payment").waitFor();
  expect(await primaries(page)).toBe(1);
  await hand.click(button(page, "Record the payment"));
  await page.getByText("paid", { exact: true }).first().waitFor();
}

it("a sample comes to its paid return by keyboard alone", async () => {
  const seller = await newAccount("keyboard");
  const watched = await visit(seller, "");
  const { page } = watched;
  const { keyboard } = page;
  const press = (name: string | RegExp) => pressOn(page, button(page, name));
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await keyboard.type(text);
  };
  await type(page.getByLabel("Where is your company based?"), "Germany");
  // The same day in each order of day and month.
  const { firstDay } = periodBefore(quarterOn(await todayWithTimeLeft()));
  await type(page.getByLabel(/First day/), `0101${firstDay.slice(0, 4)}`);
  await press("Save");
  await press("Try it with a sample file");
  await press(/^Check/);
  await press(/^Import \d/);
  await page.getByText("completed", { exact: true }).waitFor();
  await pressOn(page, page.locator("main").getByRole("link", { name: /^Lock and file/ }));
  await tabTo(page, page.getByRole("checkbox").last());
  await keyboard.press("Space");
  await press("Lock the return");
  await type(page.getByLabel("Your VAT or scheme number, in full").first(), "DE123456789");
  const file = page.waitForEvent("download");
  await press("Create the file");
  await file;
  await press("Record the filing");
  await press("Record the payment");
  await page.getByText("paid", { exact: true }).first().waitFor();
  await left(watched);
});

/** More elements than any page of the journey lets the Tab key stop at. */
const STOPS = 150;

/** Goes to an element by the Tab key, once it is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${target}`);
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

it("who had no sales is offered the nil returns once they say so", async () => {
  const seller = await newSeller("DE", { establishment_country: "DE" });
  const watched = await visit(seller, "#/overview");
  const { page } = watched;
  await button(page, "I had no sales").waitFor();
  expect(await page.getByRole("heading", { name: "Nil returns" }).count()).toBe(0);
  await button(page, "I had no sales").click();
  await page.getByRole("heading", { name: "Nil returns" }).waitFor();
  await left(watched);
});

it("a business outside the Union is asked for its scheme and Member State", async () => {
  const watched = await visit(await newAccount("outside"), "");
  const { page } = watched;
  await page.getByLabel("Where is your company based?").selectOption({ label: "United States" });
  await page.getByLabel("Member State of identification").selectOption({ label: "Ireland" });
  await page.getByLabel(/First day/).fill("2025-07-01");
  await button(page, "Save").click();
  await page
    .getByRole("link", { name: /Non-Union scheme/ })
    .first()
    .waitFor();
  await left(watched);
});

it.for([
  [WIDE, /^Hungary, .*27.00/, "Explain this", "electronic supplies only", /^E-books/],
  [PHONE, /^Ungarn, .*27,00/, "Erklären", "nur elektronische Leistungen", /^E-books/],
] as const)(
  "the explanation of an e-book says what its rate covers (%j)",
  async ([screen, figure, explain, form, note]) => {
    const seller = await newSeller("SE", { establishment_country: "SE" });
    const { dispatch_country: _, ...ebook } = sale({
      event_id: "e-book",
      supply_date: "2025-05-06",
      supply_kind: "tbe_services",
      establishment_country: "SE",
      consumption_country: "HU",
      tax_class_id: "books",
      vat_rate_bps: 2_700,
      vat_amount_minor: 2_700,
    });
    await commit(seller, ebook);
    const address = "#/period/union-oss/2025-Q2";
    const watched = await signedInTo(browser, { screen, key: seller.full, address });
    const { page } = watched;
    await button(page, figure).first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: "e-book" }).click();
    await drawer.getByText(explain).click();
    await drawer.getByText(note).waitFor();
    await drawer.getByText(form).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await left(watched);
  },
);

it("a refund is explained from the figure that it lowers, with its sale", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  await commit(seller, sale({ event_id: "sold", supply_date: "2025-03-03" }));
  await locked(seller, "2025-Q1");
  await commit(seller, refund("sold", { event_id: "back", supply_date: "2025-05-06" }));
  const watched = await visit(seller, "#/period/union-oss/2025-Q2");
  const { page } = watched;
  const hand = new Hand();
  await hand.click(button(page, /^Germany, Corrections, EUR: −1.90/));
  const drawer = page.getByRole("dialog");
  await hand.click(drawer.getByRole("button", { name: "back" }));
  await hand.click(drawer.getByText("Explain this"));
  await drawer.getByText("Correction of the return").waitFor();
  await hand.click(drawer.getByRole("button", { name: "sold" }).last());
  await drawer.getByRole("heading", { name: "sold" }).waitFor();
  hand.expectAsDocumented("A refund explained, with its sale");
  await left(watched);
});

it("the difference between shop and return is answered line by line", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const toBusiness = { customer_type: "b2b", rate_category: "zero", vat_rate_bps: 0 } as const;
  await commit(
    seller,
    makeSale({ event_id: "private" }),
    makeSale({ event_id: "business", ...toBusiness, vat_amount_minor: 0 }),
  );
  const watched = await visit(seller, "#/period/union-oss/2025-Q3");
  const { page } = watched;
  const hand = new Hand();
  await hand.click(page.getByRole("tab", { name: "From the shop" }));
  await hand.click(
    page.getByRole("row", { name: "Business customers (reverse charge)" }).getByRole("button"),
  );
  await page.getByRole("dialog").getByRole("button", { name: "business" }).waitFor();
  hand.expectAsDocumented("Why the return is not the shop's number: down to the sales left out");
  await left(watched);
});

it("a wrong import is undone", async () => {
  const seller = await newSeller("DE", { establishment_country: "DE" });
  const bytes = Buffer.from(exportOf("2025-08-03"));
  const { id } = await importedFile(seller, {
    format: "events_csv",
    settings: { source_id: "my-shop" },
    bytes,
  });
  const watched = await visit(seller, `#/imports/${id}`);
  const { page } = watched;
  const hand = new Hand();
  await hand.click(button(page, "Undo the import"));
  await page.getByRole("dialog").getByText("€31.00").waitFor();
  await hand.click(button(page, "Undo the import now"));
  await page.getByText("undone", { exact: true }).waitFor();
  hand.expectAsDocumented("A wrong import undone");
  await left(watched);
});

it("a wrong number of a registration is corrected", async () => {
  const watched = await visit(await newSeller("DE"), "#/settings");
  const { page } = watched;
  const hand = new Hand();
  await hand.click(
    page.getByRole("row", { name: /Union scheme/ }).getByRole("button", { name: /Change/ }),
  );
  const dialog = page.getByRole("dialog");
  await hand.fill(dialog.locator("input[name=vat_registration_number]").first(), "DE123456789");
  await hand.click(dialog.getByRole("button", { name: "Save the change" }));
  await page.getByRole("row", { name: /DE\*+89/ }).waitFor();
  hand.expectAsDocumented("A wrong number of a registration corrected");
  await left(watched);
});

it("a wrong reference of a filing is corrected", async () => {
  const seller = await newSeller("DE", { establishment_country: "DE" });
  await commit(seller, makeSale());
  await locked(seller, "2025-Q3");
  const wrong = { filed_at: "2025-10-20", filing_reference: "wrong" };
  expect((await postFiled(seller, "2025-Q3", wrong)).status).toBe(200);
  const watched = await visit(seller, "#/filing/union-oss/2025-Q3");
  const { page } = watched;
  const hand = new Hand();
  await hand.click(page.locator("summary", { hasText: "File at the portal" }));
  await hand.click(button(page, /^Change/));
  const dialog = page.getByRole("dialog");
  await hand.fill(dialog.getByLabel(/Reference/), "DE-2025-Q3");
  await hand.click(dialog.getByRole("button", { name: "Save the change" }));
  await dialog.waitFor({ state: "detached" });
  const path = "/v1/reports/locked-return-periods/union-oss?period=2025-Q3";
  expect((await call(seller.readOnly, "GET", path)).text).toContain("DE-2025-Q3");
  hand.expectAsDocumented("A wrong reference of a filing corrected");
  await left(watched);
});
