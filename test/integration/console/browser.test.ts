import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import {
  accessibilityFaults,
  cutOff,
  type Look,
  openPage,
  type WatchedPage,
} from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, shown, signedInTo } from "../../stack/console-visit.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import { committed, newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * The console in a real browser, one for the whole file: at two widths, light and dark, in both
 * languages, with one account that has a bit of everything, and texts that mean harm.
 */
const MARKUP = '<img src=x onerror="document.title=1">';
const HOSTILE_ID = `${MARKUP} ${"x".repeat(55)}`;
const HOSTILE_TEXT = `\u202e${MARKUP}\u2067 ${"long ".repeat(30)}`.slice(0, 200);
const HOSTILE_NAME = `${MARKUP} ${"n".repeat(150)}`;

const Q3 = "#/period/union-oss/2025-Q3";
const UNKNOWN: Look = { width: 1280, colorScheme: "light" };
const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const NARROW: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
let seller: Account;
const { url } = inject("stack");

beforeAll(async () => {
  [browser, seller] = await Promise.all([
    startBrowser(),
    newSeller("SE", { establishment_country: "SE", display_name: HOSTILE_NAME }),
  ]);
  const sale = makeSale({ event_id: HOSTILE_ID, description: HOSTILE_TEXT });
  await committed(seller, [
    sale,
    makeSale({
      event_id: "dk",
      consumption_country: "DK",
      currency: "DKK",
      vat_amount_minor: 2500,
      vat_rate_bps: 2500,
    }),
    makeSale({ event_id: "nowhere", dispatch_country: undefined }),
    makeSale({ event_id: "per-cent", vat_rate_bps: 19 }),
    makeRefund({
      event_id: "late",
      original_event_id: HOSTILE_ID,
      supply_date: "2025-10-20" as IsoDate,
    }),
  ]);
});

afterAll(() => closePages());

const signedIn = (screen: Look, address: string, key = seller.full): Promise<WatchedPage> =>
  signedInTo(browser, { screen, key, address });

describe.for(eachNth(2, [NARROW, WIDE]))("at $width pixels, $colorScheme, $locale", (screen) => {
  it("signs in, and shows its pages without a fault of accessibility or a word to another host", async () => {
    const watched = await openPage(browser, url, screen);
    const { page } = watched;
    const key = page.getByLabel(screen === WIDE ? "API key" : "API-Schlüssel");
    await key.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    await key.fill(seller.full);
    await page
      .getByRole("button", { name: screen === WIDE ? "Sign in" : "Anmelden", exact: true })
      .click();
    await shown(watched);
    expect(await page.locator("html").getAttribute("lang")).toBe(screen.locale?.slice(0, 2));
    expect(await accessibilityFaults(page)).toEqual([]);
    await goTo(watched, Q3);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    await page.locator(".opens").first().click();
    await page.locator("dialog table").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    // Each of them fits into the window.
    for (const name of ["review", "filing/union-oss/2025-Q3", "records", "settings"]) {
      await goTo(watched, `#/${name}`);
      expect(await cutOff(page)).toEqual([]);
    }
    // Text of a caller is shown as text.
    expect(await page.locator("img").count()).toBe(0);
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  });
});

itInTurn("each figure opens its source events, and user input is displayed as text", async () => {
  const watched = await signedIn(WIDE, Q3);
  const { page } = watched;
  await page.getByRole("tab", { name: "Lines" }).click();
  const line = page.getByRole("row", { name: /Germany 19% standard/ });
  await line.getByRole("button", { name: /100\.00, show the sales and refunds/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: /Germany, 19% standard.*: 100\.00$/ }).waitFor();
  await dialog.getByText("1 sale or refund.").waitFor();
  expect(await dialog.locator("bdi").allTextContents()).toEqual([HOSTILE_ID, HOSTILE_TEXT]);
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.locator(".client-name bdi").textContent()).toBe(HOSTILE_NAME);
  expect(await page.title()).toBe(`Q3 2025 · Returns · ${HOSTILE_NAME} · EU VAT console`);
  // The sum of the events, and one of them in full.
  expect(await dialog.locator("tfoot").innerText()).toContain("€100.00");
  await dialog.locator("tbody th button").click();
  await dialog.getByRole("heading", { name: "History" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.locator("img").count()).toBe(0);
  // From the event to the list, and out of it.
  await page.keyboard.press("Escape");
  await dialog.locator("tbody th button:focus").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // The finding leads to the event that has it, the reason to the one that is left out.
  await page.getByRole("tab", { name: "Checks" }).click();
  for (const [row, id] of [
    ["The VAT rate looks as if it were given in per cent.", "per-cent"],
    ["Waiting for a decision.", "nowhere"],
  ] as const) {
    await page.getByRole("row", { name: row }).locator(".opens").click();
    await dialog.getByText("1 sale or refund.").waitFor();
    expect(await dialog.locator("tbody th").allTextContents()).toEqual([id]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn(
  "shows a correction of the quarter before, and its amounts as the reader writes them",
  async () => {
    const watched = await signedIn(NARROW, "#/period/union-oss/2025-Q4");
    const { page } = watched;
    await page.getByRole("tab", { name: "Berichtigungen" }).click();
    const corrections = page.getByRole("table", { name: "Berichtigungen" });
    expect(await corrections.getByRole("row").nth(1).textContent()).toMatch(
      /Q3 2025Deutschland\u221210,00.*\u22121,90/,
    );
    await corrections.getByRole("button", { name: /: 1, / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 Umsatz.").waitFor();
    expect(await dialog.locator("tbody th").allTextContents()).toEqual(["late"]);
    await watched.context.close();
  },
);

itInTurn(
  "goes by keyboard alone: past the head, to a period, into its events and out again",
  async () => {
    const watched = await signedIn(WIDE, Q3);
    const { page } = watched;
    const focused = () => page.evaluate("document.activeElement.textContent");
    await page.reload();
    await shown(watched);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    await page.locator(".opens").first().focus();
    const opened = await focused();
    await page.keyboard.press("Enter");
    await page.locator("dialog table").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    expect(await focused()).toBe(opened);
    await watched.context.close();
  },
);

itInTurn(
  "chooses between two registrations of a quarter, and records a return that was filed elsewhere",
  async () => {
    const own = await newSeller("SE", { establishment_country: "SE" });
    const registrations = "/v1/tax-registrations";
    const { body } = await call<{ items: { id: number }[] }>(own.full, "GET", registrations);
    const moved = { status: "ended", effective_to: "2025-08-15" };
    await call(own.full, "PATCH", `${registrations}/${body.items[0]?.id}`, moved);
    await call(own.full, "POST", registrations, {
      scheme_type: "union_oss",
      member_state_identification: "FI",
      effective_from: "2025-08-16",
      status: "active",
    });
    const watched = await signedIn(WIDE, Q3, own.full);
    const { page } = watched;
    const choice = page.getByRole("navigation", { name: "Registrations of the period" });
    const filedIn = page
      .locator("dl div", { hasText: "Member State of identification" })
      .locator("dd");
    expect(await filedIn.textContent()).toBe("Finland");
    expect(await accessibilityFaults(page)).toEqual([]);
    await choice.getByRole("link", { name: /Sweden/ }).click();
    await filedIn.getByText("Sweden").waitFor();
    await goTo(watched, "#/period/union-oss/2025-Q1");
    await page.getByText("Was this return filed before you used this service?").click();
    await page.getByLabel("Day on which it was filed").fill("2025-04-20");
    await page.getByLabel("Member State of consumption").selectOption({ label: "Germany" });
    await page.getByLabel("Taxable amount", { exact: true }).fill("8,200.50");
    await page.getByLabel("VAT", { exact: true }).fill("1.558");
    await page.getByRole("button", { name: "Record the return" }).click();
    expect(await page.getByRole("alert").textContent()).toBe("These are not amounts: “1.558”");
    await page.getByLabel("VAT", { exact: true }).fill("1558.10");
    await page.getByRole("button", { name: "Record the return" }).click();
    await page.getByText("Filed on 20 Apr 2025 with another system: €1,558.10 of VAT.").waitFor();
    await page.getByRole("row", { name: "Germany 8,200.50 1,558.10" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Withdraw the record" }).click();
    await page.getByText("Was this return filed before you used this service?").waitFor();
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

it("keeps settings and records: a registration, a source, a key that is shown once, a request", async () => {
  const own = await newAccount();
  const watched = await signedIn(WIDE, "#/settings", own.full);
  const { page } = watched;
  await page.getByLabel("Country of the seat").selectOption({ label: "Sweden" });
  const business = page.getByRole("region", { name: "Business" });
  await business.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator("dd", { hasText: "Sweden" }).waitFor();
  const adding = page.locator("details", { hasText: "Add a fixed establishment" });
  await adding.locator("summary").click();
  await adding.getByLabel("Member State").selectOption({ label: "Germany" });
  await adding.getByLabel("VAT identification number").fill("DE136695976");
  await adding.getByRole("button").click();
  await page.getByRole("row", { name: /Germany DE\*+76/ }).waitFor();
  const registering = page.locator("details", { hasText: "Add a registration" });
  await registering.getByLabel("Member State").selectOption({ label: "Sweden" });
  await registering.getByLabel("Number").fill("SE55600012310X");
  await registering.getByLabel("First day").fill("2025-01-01");
  await registering.locator("[type=submit]").click();
  // The fault stands at its field, once.
  const number = registering.getByLabel("Number");
  await page.getByRole("alert").waitFor();
  expect(await number.getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByRole("alert").allTextContents()).toEqual([
    expect.stringContaining("This is not a valid number of that Member State."),
  ]);
  await registering.getByLabel("Number").fill("SE556000123101");
  await registering.locator("[type=submit]").click();
  await page.getByRole("row", { name: /Union scheme Sweden SE\*+01/ }).waitFor();
  await page.getByRole("button", { name: "Remove Germany" }).click();
  await page.getByText("There are no fixed establishments").waitFor();
  await page.getByRole("tab", { name: "API keys" }).click();
  const form = page.locator("details", { hasText: "Create a key" });
  await form.locator("summary").click();
  await form.getByLabel("Name").fill(MARKUP);
  await form.getByLabel("Access").selectOption("read");
  await form.getByRole("button").click();
  const made = (await page.locator("code").textContent()) ?? "";
  noteSecrets([secretOf(made)]);
  await page.getByRole("row", { name: MARKUP }).waitFor();
  expect((await call(made, "GET", "/v1/account")).status).toBe(200);
  expect(await accessibilityFaults(page)).toEqual([]);
  await goTo(watched, "#/records");
  await page.getByLabel("First day").fill("2025-01-01");
  await page.getByLabel("Last day").fill("2025-03-31");
  await page.getByRole("button", { name: "Request records" }).click();
  await page.getByRole("row", { name: /1 Jan 2025 – 31 Mar 2025/ }).waitFor();
  await page.locator("button[type=submit]:not(:disabled)").waitFor();
  // What an empty quarter lacks is nothing.
  await page.getByRole("button", { name: /^Files/ }).click();
  await page.getByRole("heading", { name: "Particulars by point" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.locator("img").count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("signs in by a link of this machine once, takes its key out of the address, and replaces it", async () => {
  const { account, full } = await newAccount();
  const ofLink = await issueKey({ account, scope: "full", mode: "live" }, new Date());
  const opened = await openPage(browser, url, WIDE, `#link=${ofLink}`);
  await shown(opened);
  expect(opened.page.url()).toBe(`${url}/console`);
  expect(await opened.page.evaluate("history.length")).toBe(2);
  const storedKey = String(await opened.page.evaluate("sessionStorage.getItem('eu-vat-key')"));
  noteSecrets([secretOf(storedKey), secretOf(ofLink)]);
  expect((await call(ofLink, "GET", "/v1/account")).status).toBe(401);
  expect((await call(storedKey, "GET", "/v1/account")).status).toBe(200);
  // It goes on through a reload, until it is stopped.
  await opened.page.reload();
  await shown(opened);
  expect(opened.wrongs).toEqual([]);
  await opened.context.close();
  const again = await openPage(browser, url, NARROW, `#link=${ofLink}`);
  await again.page.getByText("Dieser Anmeldelink wurde schon benutzt").waitFor();
  expect(await accessibilityFaults(again.page)).toEqual([]);
  await again.page.getByLabel("API-Schlüssel").fill(full);
  await again.page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await shown(again);
  expect(again.wrongs).toEqual([]);
  await again.context.close();
});

it("shows a read-only key everything and gives it nothing to change", async () => {
  const watched = await signedIn(WIDE, "#/review", seller.readOnly);
  const { page } = watched;
  expect(await page.getByRole("row").count()).toBe(2);
  expect(await page.getByRole("checkbox").count()).toBe(0);
  expect(await page.getByRole("button", { name: /Accept|Exclude|Complete/ }).count()).toBe(0);
  await goTo(watched, "#/filing/union-oss/2025-Q3");
  expect(await page.getByRole("button", { name: /Lock|Record/ }).count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("tells why nothing is there: no registration, no data, a wrong key, one that was stopped", async () => {
  const { full, readOnly } = await newAccount();
  const watched = await openPage(browser, url, UNKNOWN);
  const { page } = watched;
  await page.getByLabel("API key").fill("vat_live_wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  expect(await page.getByRole("alert").textContent()).toBe("No account has this key.");
  await page.getByLabel("API key").fill(readOnly);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("This key is read-only: you see everything and change nothing.").waitFor();
  await page.getByRole("heading", { name: "Set up in three steps" }).waitFor();
  await goTo(watched, "#/period/ioss/2025-09");
  await page.getByRole("heading", { name: "No return here yet" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  const id = readOnly.split("_")[2];
  expect((await call(full, "DELETE", `/v1/api-keys/${id}`)).status).toBe(200);
  await page.goto(`${url}/console#/overview`);
  await page.getByText("The key no longer works").waitFor();
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("keeps the tab signed in while the service does not answer", async () => {
  const watched = await signedIn(WIDE, Q3);
  const { page, context } = watched;
  await page.route("**/v1/**", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.reload();
  await page.getByText("This tab stays signed in: try again.").waitFor();
  await page.unroute("**/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await shown(watched);
  expect(new URL(page.url()).hash).toBe(Q3);
  await context.close();
});

it("keeps the key in its tab alone, through a reload, until somebody signs out", async () => {
  const watched = await signedIn(WIDE, Q3);
  const { page, context } = watched;
  await page.reload();
  await shown(watched);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Union scheme, Q3 2025");
  const other = await context.newPage();
  await other.goto(`${url}/console`);
  await other.getByLabel("API key").waitFor();
  expect(await page.evaluate("Object.keys(localStorage).sort().join()")).toBe(
    "eu-vat-language,eu-vat-theme",
  );
  await page.getByText("Account and display").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API key").waitFor();
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
  // The next key may be another client's, who is not to begin on this one's return.
  expect(page.url()).toBe(`${url}/console`);
  await context.close();
});
