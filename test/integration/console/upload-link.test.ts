import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { wholeReport } from "../../make/amazon-report.ts";
import { accessibilityFaults, type Look, openPage, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { signedInTo } from "../../stack/console-visit.ts";
import { importedFile } from "../../stack/imports.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { newSeller } from "../../stack/seller.ts";
import { newUploadLink } from "../../stack/upload-links.ts";

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const PHONE: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };
/** A name that means harm, and is displayed as a text. */
const FILE_NAME = '<img src=x onerror="document.title=1">.tsv';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => closePages());

/** Opens a link where nobody is signed in, and sends two files by it, of which one is none. */
async function sendTwoFiles(hash: string): Promise<void> {
  const watched = await openPage(browser, inject("stack").url, PHONE, hash);
  const { page } = watched;
  await settled(watched);
  expect(new URL(page.url()).hash).toBe("");
  await page.getByText("bittet um den Export aus amazon-eu für").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const send = page.getByRole("button", { name: "Datei senden" });
  const choose = (name: string, buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer });
  await choose("liste.csv", Buffer.from("=1+1;x\r\n"));
  await send.click();
  await page.getByText("erhalten, aber nicht verwendbar.").waitFor();
  // The sender has no account, whose drop folder could be set.
  await page.getByText("senden Sie sie unverändert.").waitFor();
  expect(await page.getByText("Ablageordner").count()).toBe(0);
  await choose(FILE_NAME, Buffer.from(wholeReport(5).bytes));
  await send.click();
  await page.getByText("erhalten. Danke").waitFor();
  expect(await page.locator("bdi").allTextContents()).toContain(FILE_NAME);
  expect(await page.title()).not.toBe("1");
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await page.context().close();
}

it("a link that is used up by a file that cannot be read asks for no other file by it", async () => {
  const { token } = await newUploadLink(await newSeller("DE"), { max_files: 1 });
  const { page } = await openPage(browser, inject("stack").url, WIDE, `#upload=${token}`);
  const buffer = Buffer.from("=1+1;x\r\n");
  const file = { name: "list.csv", mimeType: "text/plain", buffer };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Send the file" }).click();
  await page.getByText("it cannot be used.").waitFor();
  await page.getByText("This link takes no more files. If one is missing, ask").waitFor();
  expect(await page.getByText("send another").count()).toBe(0);
  await page.context().close();
});

it("a preparer asks for a file, a newcomer sends it, and the link can be revoked", async () => {
  const seller = await newSeller("DE");
  const settings = { source_id: "amazon-eu", supply_kind: "goods" };
  await importedFile(seller, { format: "amazon_avtr", settings, bytes: wholeReport(1).bytes });
  const watched = await signedInTo(browser, {
    screen: WIDE,
    key: seller.full,
    address: "#/imports",
  });
  const { page } = watched;
  await page.getByRole("button", { name: "Ask the client for a file" }).click();
  await page.getByLabel("Name of this shop").last().fill("amazon-eu");
  await page.getByLabel("Period").fill("2026-Q3");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = (await page.locator(".notice.good code").textContent()) ?? "";
  const { hash } = new URL(link);
  expect(hash).toMatch(/^#upload=vat_upload\./);
  noteSecrets([hash.split(".").at(-1) ?? ""]);
  const mail = await page.getByRole("link", { name: "Write a mail" }).getAttribute("href");
  expect(decodeURIComponent(mail ?? "")).toContain(link);
  expect(await accessibilityFaults(page)).toEqual([]);

  await sendTwoFiles(hash);

  await page.reload();
  await page.getByText("2 of at most 5").waitFor();
  expect(await page.getByRole("link", { name: FILE_NAME }).count()).toBe(1);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as CSV Files asked for" }).click(),
  ]);
  expect(await readFile(await saved.path(), "utf8")).toContain("2 of at most 5 ");
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("revoked").waitFor();
  expect(watched.wrongs).toEqual([]);

  const late = await openPage(browser, inject("stack").url, WIDE, hash);
  await late.page.getByText("This link is not valid any more.").waitFor();
  await late.page.context().close();
});
