import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Period, periodBefore, quarterOn } from "../../../shared/core/calendar/dates.ts";
import { call, newAccount } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { importedFile } from "../../stack/imports.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

/* A rate that does not exist: from the file to the portal, in the schemes with and without a filing preparation. */
const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };

let browser: Browser;
let quarter: Period;
beforeAll(async () => {
  browser = await startBrowser();
  quarter = periodBefore(quarterOn(await todayWithTimeLeft()));
});
afterAll(() => closePages());

const SCHEMES = [
  ["union-oss", "union_oss", "DE", { supply_kind: "goods", dispatch_country: "DE" }],
  ["non-union-oss", "non_union_oss", "US", { supply_kind: "tbe_services" }],
] as const;

const NOT_IN_FORCE = "This VAT rate is not in force there on that day.";

it.for(SCHEMES)(
  "the console warns about a rate that is not in force at each step of %s",
  async ([slug, scheme_type, seat, facts]) => {
    const seller = await newAccount("warned");
    await call(seller.full, "PUT", "/v1/account", { establishment_country: seat });
    const registration = {
      ...{ scheme_type, member_state_identification: "DE", status: "active" },
      effective_from: quarter.firstDay,
    };
    const registered = await call(seller.full, "POST", "/v1/tax-registrations", registration);
    expect(registered.status).toBe(201);
    const sale = {
      ...{ event_id: "wrong", event_type: "sale", supply_date: quarter.firstDay, ...facts },
      ...{ consumption_country: "FR", currency: "EUR", rate_category: "standard" },
      ...{ taxable_amount_minor: 1_000, vat_amount_minor: 160, vat_rate_bps: 1_600 },
    };
    const bytes = new TextEncoder().encode(`${JSON.stringify(sale)}\n`);
    const file = { format: "events_ndjson", settings: { source_id: "shop" }, bytes };
    const { id, counts } = await importedFile(seller, file);
    expect(counts).toMatchObject({ committed: 1 });
    const address = `#/imports/${id}`;
    const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
    const { page } = watched;
    await page.locator(".finding-reason").filter({ hasText: NOT_IN_FORCE }).waitFor();
    const warned = page.getByText("1 warning about the tax of a row that was taken:");
    await warned.getByRole("link", { name: "Go to review" }).click();
    const chosen = page.getByLabel("Show").locator("option:checked");
    await chosen.filter({ hasText: `${NOT_IN_FORCE} (1)` }).waitFor({ state: "attached" });
    await goTo(watched, "#/overview");
    await page.locator(".matters").getByText(NOT_IN_FORCE).first().waitFor();
    await goTo(watched, `#/period/${slug}/${quarter.key}`);
    await page.getByRole("tab", { name: /Checks/ }).click();
    const row = page.getByRole("row").filter({ hasText: NOT_IN_FORCE });
    await row.getByText("warning", { exact: true }).waitFor();
    await goTo(watched, `#/filing/${slug}/${quarter.key}`);
    const [checks, , portal] = await page.locator(".steps-list > li").all();
    expect(await checks?.textContent()).toContain("1 warning about tax: look at it");
    expect(await checks?.locator("details.step").getAttribute("open")).not.toBeNull();
    expect(await portal?.textContent()).toContain("The return has 1 warning about tax.");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel(/I have checked the return with 1 warning about tax/).check();
    await page.getByRole("button", { name: "Lock the return" }).click();
    await page
      .getByText(/^Locked on /)
      .first()
      .waitFor({ state: "attached" });
    expect(await portal?.textContent()).toContain("The return has 1 warning about tax.");
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);
