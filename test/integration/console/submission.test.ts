import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
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

const SCREENS = [
  { width: 1440, colorScheme: "light", locale: "en-GB" },
  { width: 390, colorScheme: "dark", locale: "de-DE" },
] as const;

it("a last return is locked with the day of its submission, and its later refund goes elsewhere", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const ended = { effective_from: "2025-01-01", effective_to: "2025-06-30", status: "ended" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", ended);
  const supply_date = "2025-05-06" as IsoDate;
  await committed(seller, [
    makeSale({ event_id: "sold", supply_date }),
    makeRefund({
      event_id: "returned",
      original_event_id: "sold",
      supply_date: "2025-10-10" as IsoDate,
    }),
  ]);
  await settleRecount(seller.account);
  const visits = await Promise.all(
    SCREENS.map((screen) =>
      signedInTo(browser, { screen, key: seller.full, address: "#/period/union-oss/2025-Q2" }),
    ),
  );
  const [english, german] = visits.map(({ page }) => page) as [
    (typeof visits)[number]["page"],
    (typeof visits)[number]["page"],
  ];
  await english.getByText("It declares 1 correction that is dated after the due day").waitFor();
  await german.getByText("Sie enthält 1 Berichtigung von nach der Frist").waitFor();
  for (const { page } of visits) expect(await accessibilityFaults(page)).toEqual([]);

  for (const { page } of visits) await page.goto(page.url().replace("/period/", "/filing/"));
  await english.getByLabel("Day of submission").waitFor();
  await german.getByLabel("Tag der Einreichung").waitFor();
  expect(await english.getByLabel("Day of submission").inputValue()).toBe("");
  await english.getByLabel("Day of submission").fill("2025-07-20");
  await english.getByText("I have checked the return").click();
  await english.getByRole("button", { name: "Lock the return" }).click();
  await english.getByText("Locked on").first().waitFor({ state: "attached" });
  const { body } = await call<object>(
    seller.readOnly,
    "GET",
    "/v1/reports/locked-return-periods/union-oss?period=2025-Q2",
  );
  expect(body).toMatchObject({ current_period: { submitted_on: "2025-07-20" } });
  await english.getByLabel("Day on which it was filed").waitFor();
  expect(await english.getByLabel("Day on which it was filed").inputValue()).toBe("2025-07-20");
  await english.goto(english.url().replace("/filing/", "/period/"));
  await english.getByText("Submitted on 20 Jul 2025, as the lock states.").waitFor();
  expect(await accessibilityFaults(english)).toEqual([]);
  await english.getByRole("button", { name: "1 of 2" }).click({ timeout: 8_000 });
  await english.getByRole("button", { name: "returned" }).first().click({ timeout: 8_000 });
  await english
    .getByText("because the registration that declared it makes no return any more")
    .waitFor({ timeout: 8_000 });
  for (const { wrongs, context } of visits) {
    expect(wrongs).toEqual([]);
    await context.close();
  }
});
