import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type IsoDate, quarterOn } from "../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, openEvent, signedInTo } from "../../stack/console-visit.ts";
import { committed, newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/* Ways that people go from end to end, by hand, without a command line. */
const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const visit = (seller: Account, address: string) =>
  signedInTo(browser, { screen: WIDE, key: seller.full, address });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

it("a sale without its place of dispatch is completed in the review, and counts once", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  await committed(seller, [makeSale({ event_id: "nowhere", dispatch_country: undefined })]);
  const watched = await visit(seller, "#/review");
  const { page } = watched;
  const row = page.getByRole("row", { name: /nowhere/ });
  await row.getByLabel("Goods left from").selectOption({ label: "Sweden" });
  await row.getByRole("button", { name: /Complete and accept/ }).click();
  await page.getByText("1 sale or refund is decided.").waitFor();
  await page.getByText("Nothing to clarify here.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const path = "/v1/returns/union-oss/2025-Q3";
  const { body } = await call(seller.readOnly, "GET", path);
  expect(body).toMatchObject({
    totals: { taxable_minor: 10_000 },
    included_source_event_count: 1,
  });
  const old = await call(seller.readOnly, "GET", "/v1/supply-events/nowhere");
  expect(old.body).toMatchObject({
    classification_status: "excluded",
    classification_history: [
      { note: "Replaced by nowhere-completed, which has the missing country." },
    ],
  });
  // Done twice, as after a lost answer, it is a duplicate.
  await goTo(watched, "#/period/union-oss/2025-Q3");
  await page.locator(".opens").first().click();
  await page.getByRole("dialog").getByText("1 sale or refund.").waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("a finding that blocks is resolved from its return, and Review begins with it", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  await committed(seller, [
    makeSale({ event_id: "sold" }),
    ...["back", "again"].map((id) =>
      makeSale({ event_id: id, event_type: "refund", original_event_id: "sold" as EventId }),
    ),
  ]);
  const watched = await visit(seller, "#/period/union-oss/2025-Q3");
  const { page } = watched;
  const show = page.getByLabel("Show");
  const list = page.getByRole("table", { name: "Sales and refunds" });
  await page.getByRole("tab", { name: /Checks/ }).click();
  await page.getByRole("link", { name: /^Resolve.*More is refunded than was sold/ }).click();
  await list.getByRole("row", { name: /again/ }).waitFor();
  expect(new URL(page.url()).hash).toBe("#/review/refund_above_sale/2025-Q3");
  expect(await page.getByLabel("Period").inputValue()).toBe("2025-Q3");
  // The page itself begins with what waits, not with an empty list.
  await page.getByRole("link", { name: /^Review/ }).click();
  await list.getByRole("row", { name: /back/ }).waitFor();
  expect(await show.inputValue()).toBe("refund_above_sale");
  const shown = show.locator("option:checked");
  const before = await shown.filter({ hasText: "(" }).textContent();
  expect(before).toBe("More is refunded than was sold. (2)");
  await list.getByRole("row", { name: /again/ }).getByRole("checkbox").check();
  await button(page, "Exclude").click();
  await page.getByText("1 sale or refund is decided.").waitFor();
  // Without it the other refund is no more than was sold.
  await page.getByText("Nothing to clarify here.").waitFor();
  await shown.and(page.getByText(/sold\.$/)).waitFor({ state: "attached" });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it.for([
  ["of this quarter", 0],
  ["of the same quarter a year ago", 1],
] as const)("Review begins with the warnings %s where nothing else waits", async ([, ago]) => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const { firstDay } = quarterOn(await todayWithTimeLeft());
  const supply_date = `${Number(firstDay.slice(0, 4)) - ago}${firstDay.slice(4)}` as IsoDate;
  await committed(seller, [makeSale({ event_id: "old-rate", supply_date, vat_rate_bps: 1_500 })]);
  const watched = await visit(seller, "#/review");
  await watched.page.getByRole("row", { name: /old-rate/ }).waitFor();
  await watched.page
    .getByRole("option", { name: /not in force.*\(1\)/ })
    .waitFor({ state: "attached" });
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn(
  "a finding that blocks is accepted without a note, and the outcome stays in sight",
  async () => {
    const seller = await newSeller("SE", { establishment_country: "SE" });
    await committed(seller, [makeSale({ event_id: "per-cent", vat_rate_bps: 19 })]);
    const watched = await visit(seller, "#/review");
    const { page } = watched;
    await page.getByLabel("Show").selectOption("rate_given_in_percent");
    await page
      .getByRole("row", { name: /per-cent/ })
      .getByRole("checkbox")
      .check();
    await button(page, "Accept").click();
    await page.getByText("1 sale or refund is decided.").waitFor();
    await page.getByText("Nothing to clarify here.").waitFor();
    const { body } = await call(seller.readOnly, "GET", "/v1/supply-events/per-cent");
    expect(body).toMatchObject({ classification_history: [{ note: "Accepted in the console." }] });
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

itInTurn(
  "an event is found by its ID, whatever its state, and the queue is that of one shop",
  async () => {
    const seller = await newSeller("SE", { establishment_country: "SE" });
    const asked = { classification_status: "needs_review" } as const;
    for (const source_id of ["north", "south"]) {
      await committed(seller, [makeSale({ event_id: `of-${source_id}`, source_id, ...asked })]);
      const source = {
        source_key: source_id,
        display_name: source_id,
        channel_type: "owned_store",
      };
      expect((await call(seller.full, "POST", "/v1/sources", source)).status).toBe(201);
    }
    await committed(seller, [makeSale({ event_id: "settled" })]);
    const watched = await visit(seller, "#/review");
    const { page } = watched;
    await page.getByRole("row", { name: /of-south/ }).waitFor();
    await page.getByLabel("Shop").selectOption({ label: "north" });
    await page.getByRole("row", { name: /of-south/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /of-north/ }).waitFor();
    await openEvent(page, " settled ");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "settled" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

/** Each fourth turn runs it: locked-return.test.ts follows a late change from the return to the one that declares it. */
it.for(eachNth(4, ["late"]))(
  "a %s change of a filed return is found, followed to the return that declares it, and locked there",
  async (id) => {
    const seller = await newSeller("SE", { establishment_country: "SE" });
    const sale = (event_id: string) => makeSale({ event_id, supply_date: "2025-08-03" as IsoDate });
    await committed(seller, [sale("first")]);
    const lock = "/v1/reports/locked-return-periods/union-oss";
    expect((await call(seller.full, "POST", `${lock}?period=2025-Q3`)).status).toBe(201);
    await committed(seller, [sale(id)]);
    const watched = await visit(seller, "#/overview");
    const { page } = watched;
    const matter = page.locator("li", { hasText: "Q3 2025: has changed since it was locked" });
    await matter.getByRole("link").click();
    await page
      .getByText("The change belongs in the return of:")
      .getByRole("link", { name: "Q4 2025" })
      .click();
    await page.getByRole("tab", { name: /Corrections/ }).click();
    const late = page.getByRole("table", { name: "Late changes" });
    await late.getByRole("row", { name: /Q3 2025/ }).waitFor();
    await page.getByRole("link", { name: "Lock and file" }).click();
    await page.getByRole("checkbox").check();
    await button(page, "Lock the return").click();
    await page
      .locator("summary")
      .getByText(/^Locked on /)
      .waitFor();
    const { body } = await call(seller.readOnly, "GET", `${lock}?period=2025-Q4`);
    expect(body).toMatchObject({
      current_period: { locked_return: { late_changes: [{ vat_amount_minor: 1_900 }] } },
    });
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);
