import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { accessibilityFaults } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { committed, newSeller } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

it("overdue nil returns are ticked and locked by one button, and lead to their sheets", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const since = { effective_from: "2024-01-01" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", since);
  await committed(seller, makeSale({ supply_date: "2024-05-06" as IsoDate }));
  await settleRecount(seller.account);
  const screen = { width: 1280, colorScheme: "light", locale: "en-GB" } as const;
  const watched = await signedInTo(browser, { screen, key: seller.full, address: "#/overview" });
  const { page } = watched;
  const card = page.getByRole("region", { name: "Nil returns" });
  await card.getByText("no supply and no correction").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const lock = card.getByRole("button", { name: "Select a return" });
  expect(await lock.isDisabled()).toBe(true);
  for (const period of ["Q1 2024", "Q2 2024", "Q3 2024"]) {
    await card.getByRole("checkbox", { name: period }).check();
  }
  await card.getByRole("button", { name: "Lock 3 nil returns" }).click();
  const outcomes = card.getByRole("status").getByRole("listitem");
  await outcomes.nth(2).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await outcomes.allTextContents()).toEqual([
    "Q1 2024, Union scheme: locked Entry sheet Q1 2024",
    "Q2 2024, Union scheme: not locked: it has supplies, corrections, or open rows of a file",
    "Q3 2024, Union scheme: locked Entry sheet Q3 2024",
  ]);
  await card.getByRole("checkbox", { name: "Q1 2024" }).waitFor({ state: "detached" });
  const { body } = await call<{ items: { period_key: string }[] }>(
    seller.readOnly,
    "GET",
    "/v1/reports/locked-return-periods/union-oss",
  );
  expect(body.items.map(({ period_key }) => period_key)).toEqual(["2024-Q3", "2024-Q1"]);
  await card.getByRole("link", { name: "Entry sheet Q3 2024" }).click();
  await page.getByText("No supplies and no corrections").waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
