import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectTie, type ListedFigure } from "../../make/source-figure.ts";
import type { Account } from "../../stack/api.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { newSeller } from "../../stack/seller.ts";
import { commit, locked, refund, sale } from "../returns/locks/locking.ts";

/* Every figure of a return, clicked by a script: its drawer says that its events add up to it, and they do. */
const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const PERIOD = "2025-Q2";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const day = "2025-05-05";
const french = { consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 } as const;
const reduced = { rate_category: "reduced", vat_rate_bps: 700, vat_amount_minor: 700 } as const;
const zloty = { currency: "PLN", taxable_amount_minor: 33_333, vat_amount_minor: 6_333 } as const;

/** A quarter with several currencies, a refund of a locked quarter, late changes of two of its states, and what it leaves out. */
async function sellerWithAll(): Promise<Account> {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const before = "2025-03-03";
  await commit(seller, sale({ event_id: "filed", supply_date: before }));
  await locked(seller, "2025-Q1");
  await commit(
    seller,
    sale({ event_id: "late", supply_date: before, ...zloty }),
    sale({ event_id: "late-fr", supply_date: before, ...french }),
    refund("filed", { event_id: "back", supply_date: day }),
    sale({ event_id: "euro", supply_date: day }),
    sale({ event_id: "zloty", supply_date: day, ...zloty }),
    sale({ event_id: "dollar", supply_date: day, ...french, currency: "USD" }),
    sale({ event_id: "reduced", supply_date: day, ...reduced }),
    sale({ event_id: "open", supply_date: day, classification_status: "needs_review" }),
  );
  return seller;
}

/** Answers of lists of source events, as the page gets them. */
function answersOf(page: Page): ListedFigure[] {
  const answers: ListedFigure[] = [];
  page.on("response", async (response) => {
    if (/\/returns\/.*\/events\?/.test(response.url())) answers.push(await response.json());
  });
  return answers;
}

/** Clicks a figure, and closes what it opened once every part has said that it is the figure. */
async function expectFigure(page: Page, figure: Locator, answers: ListedFigure[]): Promise<void> {
  const name = (await figure.getAttribute("aria-label")) ?? "";
  expect(name).toContain((await figure.innerText()).trim());
  answers.splice(0);
  await figure.click();
  const sums = page.getByRole("dialog").locator(".figure-sums");
  await expect.poll(() => sums.count(), { message: name, timeout: 60_000 }).toBeGreaterThan(0);
  const parts = await page
    .getByRole("dialog")
    .locator("section:has(.figure-sums, progress)")
    .count();
  await expect.poll(() => sums.count(), { message: name, timeout: 60_000 }).toBe(parts);
  for (const text of await sums.allInnerTexts()) {
    expect(text, name).toContain("Equals the figure.");
  }
  expect(answers, name).toHaveLength(parts);
  for (const { items, figure: sum } of answers) {
    if (!sum) throw new Error(`${name}: the first page has no figure`);
    expectTie(items, sum);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Clicks every figure of every part of the page. @returns how many each part has */
async function expectAllFigures(page: Page, answers: ListedFigure[]): Promise<number[]> {
  const counts: number[] = [];
  for (const tab of ["Summary", "Lines", "Corrections", "Checks"]) {
    await page.getByRole("tab", { name: tab }).click();
    const figures = page.getByRole("tabpanel").locator("button.opens");
    const count = await figures.count();
    counts.push(count);
    for (let at = 0; at < count; at += 1) await expectFigure(page, figures.nth(at), answers);
    const texts = await figures.allInnerTexts();
    expect(texts.filter((text) => text === "0.00" || text === "0")).toEqual([]);
  }
  return counts;
}

/** Visits the return, and clicks every figure of it. @returns how many each part has */
async function visitAll(seller: Account): Promise<number[]> {
  const address = `#/period/union-oss/${PERIOD}`;
  const watched = await signedInTo(browser, { screen: WIDE, key: seller.full, address });
  const { page } = watched;
  const answers = answersOf(page);
  await expectFigure(page, page.locator(".sticky-bar button.opens").first(), answers);
  const counts = await expectAllFigures(page, answers);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
  return counts;
}

it("every figure of a return is the sum of the events that it opens", async () => {
  expect(await visitAll(await sellerWithAll())).toEqual([14, 17, 16, 1]);
});

it("every figure of a locked return is that of its lock, or of what has come since", async () => {
  const seller = await sellerWithAll();
  await locked(seller, PERIOD);
  await commit(
    seller,
    sale({ event_id: "later", supply_date: day, ...zloty }),
    sale({ event_id: "later-open", supply_date: day, classification_status: "needs_review" }),
  );
  expect(await visitAll(seller)).toEqual([19, 19, 16, 2]);
});
