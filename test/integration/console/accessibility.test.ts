import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { allAccessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { committed, newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

/* Every page of an account by the rules of WCAG 2.2; those of an organisation are in board, people and person-session. */

const LOOKS: readonly Look[] = [
  { width: 1440, colorScheme: "light", locale: "en-GB" },
  { width: 390, colorScheme: "dark", locale: "de-DE" },
  { width: 390, colorScheme: "light", locale: "en-GB" },
  { width: 1440, colorScheme: "dark", locale: "de-DE" },
];

const OF_RETURN = "union-oss/2025-Q3";
const PAGES = [
  "overview",
  `period/${OF_RETURN}`,
  `filing/${OF_RETURN}`,
  `sheet/${OF_RETURN}`,
  "imports",
  "movements",
  "review",
  "notifications",
  "connections",
  "vat-numbers",
  "records",
  "webhooks",
  "settings",
];

let browser: Browser;
let seller: Account;
beforeAll(async () => {
  [browser, seller] = await Promise.all([
    startBrowser(),
    newSeller("SE", { establishment_country: "SE" }),
  ]);
  await committed(seller, [
    makeSale({ event_id: "sold" }),
    makeSale({ event_id: "nowhere", dispatch_country: undefined }),
  ]);
  await call(seller.full, "POST", "/v1/webhooks", {
    url: "https://hooks.example/vat",
    events: ["period.filed"],
  });
});
afterAll(() => closePages());

/** Returns the faults of a page: movements, focused elements that are not visible, and figures whose name does not say what they measure. */
const FAULTS = `(() => {
  const { outlineStyle } = getComputedStyle(document.activeElement);
  return [
    ...document.getAnimations().map(() => "it moves"),
    ...(outlineStyle === "none" ? ["nobody sees the focus on " + document.activeElement.outerHTML] : []),
    ...[...document.querySelectorAll(".opens[aria-label]")]
      .filter((one) => !/.+: .+, .+/.test(one.getAttribute("aria-label")))
      .map((one) => one.outerHTML),
  ];
})()`;

async function faultsAt(page: Page, address: string): Promise<string[]> {
  await page.keyboard.press("Tab");
  const found = (await page.evaluate(FAULTS)) as string[];
  // The link that skips the head covers the menu while it has the focus.
  await page.evaluate("document.activeElement.blur()");
  // Where a pointer is, nothing may become illegible.
  const row = page.locator("main tbody tr:visible").first();
  if ((await row.count()) > 0) await row.hover();
  return [...found, ...(await allAccessibilityFaults(page))].map((one) => `${address}: ${one}`);
}

it.for(eachNth(2, LOOKS))(
  "every page at $width pixels, $colorScheme, has names, contrast, targets of 24 pixels and no motion",
  async (screen) => {
    const watched = await signedInTo(browser, { screen, key: seller.full, address: "#/overview" });
    const faults: string[] = [];
    for (const address of PAGES) {
      await goTo(watched, `#/${address}`);
      faults.push(...(await faultsAt(watched.page, address)));
    }
    expect(faults).toEqual([]);
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

it("Escape leads from an event back to the list of its figure, and from there to the figure", async () => {
  const screen = LOOKS[0] as Look;
  const watched = await signedInTo(browser, {
    screen,
    key: seller.full,
    address: `#/period/${OF_RETURN}`,
  });
  const { page } = watched;
  const figure = page.locator(".opens").first();
  await figure.click();
  const opener = page.getByRole("dialog").locator("tbody th button").first();
  await opener.click();
  await page.getByRole("button", { name: "Back to the list" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog tbody th button:focus").waitFor();
  expect(await page.getByRole("button", { name: "Back to the list" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.locator(".opens:focus").waitFor();
  await watched.context.close();
});
