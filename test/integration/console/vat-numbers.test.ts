import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";
import { accessibilityFaults } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { openEvent, signedInTo } from "../../stack/console-visit.ts";
import { committed } from "../../stack/seller.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

it("numbers are checked at once, each with its answer, and listed with their evidence", async () => {
  const account = await newAccount("numbers");
  const screen = { width: 1280, colorScheme: "light", locale: "en-GB" } as const;
  const watched = await signedInTo(browser, { screen, key: account.full, address: "#/overview" });
  const { page } = watched;
  await page.getByRole("link", { name: "VAT numbers" }).click();
  const numbers = ["DE811907100", "DE811907200", "DE811907302", "DE811907201", "nothing"];
  await page.getByLabel("VAT numbers of customers").fill(numbers.join("\n"));
  await page.getByLabel("Your own VAT number").fill("SE556000123101");
  await page.getByRole("button", { name: "Check in VIES" }).click();
  const answers = page.getByRole("status").getByRole("listitem");
  await answers.nth(4).waitFor();
  expect((await answers.allTextContents()).slice(0, 3)).toEqual([
    "DE811907100: valid",
    "DE811907200: not valid",
    "DE811907302: no answer yet, asked again each hour",
  ]);
  expect(await answers.nth(4).textContent()).toContain("nothing: ");
  const rows = page.getByRole("table", { name: "Checks" }).getByRole("row");
  await rows.nth(3).waitFor();
  const valid = rows.filter({ hasText: "valid" }).filter({ hasText: "DE*******00" });
  expect(await valid.count()).toBe(2);
  expect(await rows.filter({ hasText: "WAPI" }).count()).toBeGreaterThan(0);
  const unanswered = page.getByRole("row", { name: /no answer.*VIES does not take a number of/ });
  await unanswered.waitFor();
  await page.getByLabel("State", { exact: true }).selectOption("pending");
  const pending = page.getByRole("row", { name: /did not answer in time; asked/ });
  await pending.waitFor();
  await page
    .getByRole("row", { name: /DE\*+00/ })
    .first()
    .waitFor({ state: "detached" });
  expect(await accessibilityFaults(page)).toEqual([]);
  const vat_number = "DE811907100";
  const check = { vat_number, requester_vat_number: "SE556000123101" };
  const { body } = await call<{ id: string }>(account.full, "POST", "/v1/vat-numbers/check", check);
  const customer = { customer_type: "b2b", vat_number_check_id: body.id } as const;
  await committed(account, makeSale({ event_id: "to-a-business", ...customer }));
  await page.getByRole("link", { name: "Review" }).click();
  await openEvent(page, "to-a-business");
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("heading", { name: "Check of the customer's VAT number" }).waitFor();
  await drawer.getByText("WAPIAAAAW1234567").waitFor();
  expect(await drawer.getByText("DE*******00").count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
