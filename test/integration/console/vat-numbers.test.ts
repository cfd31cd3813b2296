import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newAccount } from "../../stack/api.ts";
import { accessibilityFaults } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

it("numbers are checked at once, each with its answer, and listed with their evidence", async () => {
  const account = await newAccount("numbers");
  const look = { width: 1280, colorScheme: "light", locale: "en-GB" } as const;
  const watched = await signedInTo(browser, { look, key: account.full, address: "#/overview" });
  const { page } = watched;
  await page.getByRole("link", { name: "VAT numbers" }).click();
  const numbers = ["DE811907100", "DE811907200", "DE811907302", "nothing"];
  await page.getByLabel("VAT numbers of customers").fill(numbers.join("\n"));
  await page.getByLabel("Your own VAT number").fill("SE556000123101");
  await page.getByRole("button", { name: "Check in VIES" }).click();
  const answers = page.getByRole("status").getByRole("listitem");
  await answers.nth(3).waitFor();
  expect((await answers.allTextContents()).slice(0, 3)).toEqual([
    "DE811907100: valid",
    "DE811907200: not valid",
    "DE811907302: no answer yet, asked again each hour",
  ]);
  expect(await answers.nth(3).textContent()).toContain("nothing: ");
  const rows = page.getByRole("table", { name: "Checks" }).getByRole("row");
  await rows.nth(3).waitFor();
  const valid = rows.filter({ hasText: "valid" }).filter({ hasText: "DE*******00" });
  expect(await valid.count()).toBe(2);
  expect(await rows.filter({ hasText: "WAPI" }).count()).toBeGreaterThan(0);
  await page.getByLabel("State", { exact: true }).selectOption("pending");
  const pending = page.getByRole("row", { name: /did not answer in time; asked/ });
  await pending.waitFor();
  await page
    .getByRole("row", { name: /DE\*+00/ })
    .first()
    .waitFor({ state: "detached" });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
