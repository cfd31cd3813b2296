import type { Browser, Locator, Page } from "playwright-core";
import { inject } from "vitest";
import { type Look, openPage, settled, type WatchedPage } from "./browser.ts";

/** How somebody looks at the console, with which key, and where. */
type Visit = { readonly screen: Look; readonly key: string; readonly address: string };

/** Signs in by the form, and waits for the page. */
export async function signedInTo(
  browser: Browser,
  { screen, key, address }: Visit,
): Promise<WatchedPage> {
  const watched = await openPage(browser, inject("stack").url, screen, address);
  const { page } = watched;
  await page.locator("input[name=key]").fill(key);
  await page.locator("button[type=submit]").click();
  await shown(watched);
  return watched;
}

/** A page that only who is signed in sees. */
export async function shown(watched: WatchedPage): Promise<void> {
  await watched.page.locator(".sidebar nav").waitFor({ state: "attached" });
  await settled(watched);
}

export async function goTo(watched: WatchedPage, address: string): Promise<void> {
  await watched.page.goto(`${inject("stack").url}/console${address}`);
  await settled(watched);
}

/** Searches for a text by keyboard, and opens the event that is found. */
export async function openEvent(page: Page, id: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill(id);
  await page.getByRole("option", { name: id }).first().waitFor();
  await page.keyboard.press("Enter");
}

/** The name under which a click saves a file. */
export async function savedBy(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return download.suggestedFilename();
}
