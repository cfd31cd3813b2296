import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wooHeaders, wooOrder } from "../../make/shop-order.ts";
import { accessibilityFaults, type Look } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { newSeller } from "../../stack/seller.ts";
import { startWooShop, WOO_KEYS } from "../../stack/shop-server.ts";
import { sendTo } from "../../stack/shops.ts";
import { soaking } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const NARROW: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

it("connects a shop, shows what arrives, and says what is wrong and what to do", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const watched = await signedInTo(browser, {
    screen: WIDE,
    key: seller.full,
    address: "#/connections",
  });
  const { page } = watched;
  await page.getByText("No shop is connected yet.").waitFor();
  await page.getByLabel("Name of this shop").fill("my-shop");
  await button(page, "Connect a shop").click();
  await button(page, "Create a secret").click();
  await page.getByText("This is the signing secret.").waitFor();
  const [address = "", secret = ""] = await page.locator("main code").allTextContents();
  const id = address.split("/").at(-1) ?? "";
  expect(await accessibilityFaults(page)).toEqual([]);
  const order = { id: 17, lines: [{ net: 10_000, rate: 1_900 }] };
  const send = async (content: unknown, key: string) => {
    const body = JSON.stringify(content);
    return (await sendTo(id, body, wooHeaders(key, "order.updated", body))).status;
  };
  expect(await send(wooOrder(order), "another-secret")).toBe(401);
  await goTo(watched, "#/overview");
  await goTo(watched, "#/connections");
  await page.getByText("Messages arrive whose signature is wrong.").waitFor();
  expect(await send(wooOrder(order), secret)).toBe(200);
  expect(await send(wooOrder({ ...order, id: 18, country: "XX" }), secret)).toBe(200);
  await button(page, /^Messages/).click();
  const log = page.getByRole("dialog");
  await log.getByText("booked", { exact: true }).waitFor();
  await log.getByText("The country is missing, or is no country code.").waitFor();
  await log.getByText("5 Oct 2026").waitFor();
  expect(await log.innerText()).not.toMatch(/country_missing|unresolved_|_minor/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByText("active", { exact: true }).first().waitFor();
  await catchesUp(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, /^Pause/).click();
  await page.getByText("paused", { exact: true }).waitFor();
  expect(await send(wooOrder(order), secret)).toBe(404);
  await button(page, /^Disconnect my-shop/).click();
  await button(page, "Disconnect the shop").click();
  await page.getByText("No shop is connected yet.").waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

/** Gives access, in a soak first with a key without rights, and catches up. */
async function catchesUp(page: Page): Promise<void> {
  const server = await startWooShop();
  const lines = [{ net: 10_000, rate: 1_900 }];
  // Messages have brought the first two; the second one has no country.
  for (const order of [{ id: 17 }, { id: 18, country: "XX" }, { id: 19 }]) {
    server.orders.set(order.id, { ...order, lines });
  }
  const give = async (secret: string) => {
    await page.locator("summary", { hasText: /access to the shop/ }).click();
    await page.getByLabel("Address of the shop").fill(server.url);
    await page.getByLabel("Consumer key (ck_…)").fill(WOO_KEYS.key);
    await page.getByLabel("Consumer secret (cs_…)").fill(secret);
    const saved = page.waitForResponse((answer) => answer.url().endsWith("/access"));
    await button(page, "Save the access").click();
    await saved;
    await page.getByText(server.url).waitFor();
  };
  const catchUp = async () => {
    await page.getByLabel("From day (optional)").fill("2026-10-01");
    await button(page, /^Catch up now/).click();
  };
  // catch-up.test.ts has what is reported of a wrong key.
  if (soaking) {
    await give(`cs_${"0".repeat(40)}`);
    await catchUp();
    await page.getByText("The shop does not accept the keys, or they lack a right.").waitFor();
    // The form of the access is open then.
    await page.locator("details[open]", { hasText: "Consumer key" }).waitFor();
    await page.locator("summary", { hasText: /access to the shop/ }).click();
  }
  await give(WOO_KEYS.secret);
  await page.getByText("The shop does not accept the keys, or they lack a right.").waitFor({
    state: "detached",
  });
  await catchUp();
  await page.getByText("All is caught up.").waitFor();
  await page
    .getByText("3 changed orders, of which no message had brought 1; 0 taken back.")
    .waitFor();
  await page.getByText("1 could not be booked: see the open orders.").waitFor();
  await server.close();
}

itInTurn("is a page on a telephone too, for who may only read", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const watched = await signedInTo(browser, {
    screen: NARROW,
    key: seller.readOnly,
    address: "#/connections",
  });
  await watched.page.getByText("Es ist noch kein Shop angebunden.").waitFor();
  expect(await button(watched.page, "Shop anbinden").count()).toBe(0);
  expect(await accessibilityFaults(watched.page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
