import { randomBytes } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { doMailWork } from "../../../shared/notifications/mails/send-mail.ts";
import { loadMailSettings } from "../../../shared/notifications/mails/store-mails.ts";
import { newAccount } from "../../stack/api.ts";
import { accessibilityFaults, type Look, openPage, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { dueMailsOf, tokenIn } from "../../stack/mails.ts";

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const PHONE: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

/** Sends the mails of a recipient to nobody, and returns their texts. */
async function textsTo(recipient: string): Promise<string> {
  const texts: string[] = [];
  const now = new Date();
  const post = async ({ text }: { readonly text: string }) => {
    texts.push(text);
    return { state: "sent" } as const;
  };
  for (const work of await dueMailsOf([recipient], now)) {
    await doMailWork(work, { now: () => now, post });
  }
  return texts.join("\n");
}

/** Opens the link of a mail in a browser in which nobody is signed in, and clicks its button. */
async function followed(hash: string, button: string, screen: Look): Promise<void> {
  const watched = await openPage(browser, inject("stack").url, screen, hash);
  const { page } = watched;
  await settled(watched);
  expect(new URL(page.url()).hash).toBe("");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: button }).click();
  await page.locator(".notice.good").waitFor();
  expect(watched.wrongs).toEqual([]);
  await page.context().close();
}

const save = async (page: Page) => {
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "PUT"),
    page.getByRole("button", { name: "Save" }).last().click(),
  ]);
};

it("an address is entered, confirmed by the link of its mail, and ended by that of any", async () => {
  const { account, full } = await newAccount("console-mails");
  const watched = await signedInTo(browser, { screen: WIDE, key: full, address: "#/settings" });
  const { page } = watched;
  const address = `shop-${randomBytes(4).toString("hex")}@mail.example`;
  await page.getByRole("tab", { name: "Mails" }).click();
  await page.getByLabel("Address").fill(address);
  await page.getByLabel("An import has failed, or left rows that are not booked").uncheck();
  await save(page);
  await page.getByText(`${address} waits for its link to be opened`).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  const token = tokenIn(await textsTo(account), "mail-confirm");
  await followed(`#mail-confirm=${token}`, "Adresse bestätigen", PHONE);
  const settings = await loadMailSettings(account);
  expect(settings).toMatchObject({ address, off: ["import"], enabled: true });

  noteSecrets([settings.unsubscribe_secret ?? ""]);
  const end = `#mail-unsubscribe=${account}.${settings.unsubscribe_secret}`;
  await followed(end, "End all mails", WIDE);
  expect(await loadMailSettings(account)).toMatchObject({ address, enabled: false });
  await page.reload();
  await page.getByRole("tab", { name: "Mails" }).click();
  await page.getByText("All mails were ended by the link of one.").waitFor();
  expect(watched.wrongs).toEqual([]);
});

it("the first mail is in the language of the reader", async () => {
  const { account, full } = await newAccount("console-mails-de");
  const { page, context } = await signedInTo(browser, {
    screen: { ...WIDE, locale: "de-DE" },
    key: full,
    address: "#/settings",
  });
  await page.getByRole("tab", { name: "Mails" }).click();
  await page.getByLabel("Adresse").fill(`laden-${randomBytes(4).toString("hex")}@mail.example`);
  await page.getByRole("button", { name: "Speichern" }).last().click();
  await page.getByText("ist noch nicht geöffnet").waitFor();
  expect(await textsTo(account)).toContain("Adresse bestätigen: ");
  await context.close();
});
