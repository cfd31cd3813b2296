import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, type WatchedPage } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { type Receiver, startReceiver } from "../../stack/receiver.ts";
import { committed, newSeller } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import { workAt } from "../../stack/webhooks.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * A receiver that means harm: its address, its description, and what it answers are markup. The account is told of
 * it when it is gone, and of a return that is due.
 */
const MARKUP = '<img src=x onerror="document.title=1">';
const HOSTILE = `\u2067${MARKUP} ${"long ".repeat(20)}${"x".repeat(100)}`;

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const NARROW: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
let seller: Account;
let receiver: Receiver;
let url: string;

beforeAll(async () => {
  [browser, seller, receiver] = await Promise.all([
    startBrowser(),
    newSeller("SE"),
    startReceiver(),
  ]);
  url = `${receiver.url}?${MARKUP}${"y".repeat(300)}`;
  await committed(seller, makeSale({ event_id: "one" }));
  await settleRecount(seller.account);
  // Returns before the third quarter of 2025 would be overdue.
  const begin = { effective_from: "2025-07-01" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", begin);
  await monitorAccount(seller.account, new Date("2025-10-25T12:00:00Z"), async () => {});
});
afterAll(() => Promise.all([closePages(), receiver.close()]));

const signedIn = (screen: Look, address: string, key = seller.full): Promise<WatchedPage> =>
  signedInTo(browser, { screen, key, address });

/** A button by the beginning of its name: the address of the webhook follows, unseen. */
const button = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}`) });

/** All that is due in so many minutes is sent. */
const workIn = (minutes: number) =>
  workAt(seller.account, new Date(Date.now() + minutes * 60_000 + 1_000));

/** The secret that stands there, which is not shown again once it is kept. */
async function secretTaken(page: Page): Promise<string> {
  const secret = (await page.locator("main code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  noteSecrets([secret.replace("whsec_", "")]);
  await button(page, "Copy").click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
  await button(page, "I have stored it").click();
  await page.locator("main code").waitFor({ state: "detached" });
  return secret;
}

it("makes a webhook, tests it, sends again what did not arrive, and shows its secrets once", async () => {
  const watched = await signedIn(WIDE, "#/webhooks");
  const { page, context } = watched;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("There are no webhooks yet.").waitFor();
  await page.getByLabel("URL").fill(url);
  await page.getByLabel("Description").fill(HOSTILE.slice(0, 200));
  await page.getByLabel("an import is done").uncheck();
  await button(page, "Add a webhook").click();
  await page.getByText("This is the signing secret.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const first = await secretTaken(page);
  await page.getByText("active").waitFor();
  expect(await page.locator("bdi").allTextContents()).toEqual(
    expect.arrayContaining([HOSTILE.slice(0, 200), url]),
  );
  await tested(page);
  await button(page, "New secret").click();
  await page.getByText("This is the signing secret.").waitFor();
  expect(await secretTaken(page)).not.toBe(first);
  await page.getByText("The previous secret also signs").waitFor();
  await page.reload();
  await page.getByText("The previous secret also signs").waitFor();
  expect(await page.content()).not.toContain("whsec_");
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.title()).toMatch(/^Webhooks · .* · EU VAT console$/);
  expect(watched.wrongs).toEqual([]);
  await context.close();
});

/** An answer of 500, one of 204, and the same once more by hand. */
async function tested(page: Page): Promise<void> {
  receiver.answer = (response) => response.writeHead(500).end(HOSTILE);
  await button(page, "Send a test").click();
  const log = page.getByRole("dialog", { name: "Deliveries" });
  await log.getByText("pending").waitFor();
  await workIn(0);
  await log.locator("summary").click();
  // The page asks by itself while something is on its way.
  await log.getByText("Next attempt at").waitFor();
  await log.getByText("answered with 500, will be retried").waitFor();
  expect(await log.getByRole("listitem").textContent()).toContain("500");
  expect(await log.locator("bdi").allTextContents()).toContainEqual(
    expect.stringContaining(MARKUP),
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  receiver.answer = (response) => response.writeHead(204).end();
  await workIn(2);
  await button(page, "Refresh").click();
  await log.getByText("delivered, answered with 204").waitFor();
  await log.getByRole("button", { name: "Send again" }).click();
  await log.getByText("pending").waitFor();
  await workIn(0);
  await log.getByRole("listitem").nth(2).waitFor();
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  await page.keyboard.press("Escape");
  await log.waitFor({ state: "detached" });
}

it("tells of a webhook that is gone and of a return that is due, until that is read", async () => {
  const watched = await signedIn(NARROW, "#/webhooks");
  const { page } = watched;
  receiver.answer = (response) => response.writeHead(410).end();
  await button(page, "Test senden").click();
  await page.getByText("ausstehend").waitFor();
  // The retry of what is gone is given up.
  await workIn(0);
  await workIn(2);
  await page.keyboard.press("Escape");
  await page.getByText("dass es ihn nicht mehr gibt (410)").waitFor();
  await button(page, "Zustellungen").click();
  await page.getByText("fehlgeschlagen").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await goTo(watched, "#/overview");
  await page.getByRole("link", { name: /^Lesen.*2 Benachrichtigungen sind ungelesen/ }).click();
  const gone = page.locator(".notification", { hasText: "Ein Webhook wurde abgeschaltet" });
  const due = page.locator(".notification", { hasText: "Die Erklärung für Q3 2025" });
  await gone.waitFor();
  expect(await gone.locator("bdi").first().textContent()).toContain(`${receiver.url}/…`);
  expect(await gone.getByRole("link").getAttribute("href")).toBe("#/webhooks");
  expect(await due.getByRole("link").getAttribute("href")).toBe("#/filing/union-oss/2025-Q3");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  await due.getByRole("button").click();
  await page.getByText("1 Benachrichtigung ist ungelesen.").waitFor();
  expect(await due.getByText("ungelesen").count()).toBe(0);
  // The button is gone, and who pressed it is still at what it was of.
  expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(
    "#/filing/union-oss/2025-Q3",
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, "Rückgängig machen").click();
  await page.getByText("2 Benachrichtigungen sind ungelesen.").waitFor();
  await due.getByRole("button").click();
  await page.getByText("1 Benachrichtigung ist ungelesen.").waitFor();
  expect(await page.locator("img").count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn("shows a read-only key all of it, and gives it nothing to change", async () => {
  const watched = await signedIn(WIDE, "#/notifications", seller.readOnly);
  const { page } = watched;
  const buttons = page.locator("main button");
  await page.getByText("1 notification is unread.").waitFor();
  expect(await page.locator("main .notification").count()).toBe(2);
  expect(await buttons.count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await goTo(watched, "#/webhooks");
  await button(page, "Deliveries").click();
  const log = page.getByRole("dialog", { name: "Deliveries" });
  await log.getByText("failed").waitFor();
  for (const locator of await log.locator("summary").all()) await locator.click();
  expect(await log.locator("summary").count()).toBe(2);
  expect(
    (await buttons.allTextContents()).map((text) => text.replace(`${receiver.url}/…`, "").trim()),
  ).toEqual(["Deliveries", "Close", "Refresh"]);
  expect(await page.locator("main form").count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn(
  "switches a webhook on and off, chooses what it is told of, and deletes it when asked twice",
  async () => {
    const watched = await signedIn(WIDE, "#/webhooks");
    const { page } = watched;
    await button(page, "Switch on").click();
    await button(page, "Change events").click();
    const choice = page.getByRole("dialog", { name: "Change events" });
    expect(await choice.getByLabel("an import is done").isChecked()).toBe(false);
    await choice.getByLabel("an import is done").check();
    await button(page, "Save").click();
    await page.locator("p.muted", { hasText: "an import is done" }).waitFor();
    await button(page, "Switch off").click();
    await page.getByText("It was switched off by hand.").waitFor();
    await button(page, "Delete http").click();
    const question = page.getByRole("dialog", { name: "Delete this webhook?" });
    await question.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await button(page, "Delete http").click();
    await button(page, "Delete the webhook").click();
    await page.getByText("There are no webhooks yet.").waitFor();
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);
