import { randomBytes } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import {
  csvFile,
  invitation,
  issuerOfStack,
  type Person,
  signedInPerson,
} from "../../stack/person-visit.ts";
import { soaking } from "../../stack/soak.ts";

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const PHONE: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

let browser: Browser;
let issuer: string;
beforeAll(async () => {
  browser = await startBrowser();
  issuer = await issuerOfStack();
});
afterAll(() => closePages());

/** Opens the console, and signs in at the issuer of the stack under a name. */
const signedIn = (name: string, screen: Look = WIDE, address = "") =>
  signedInPerson({ browser, issuer }, name, screen, address);

const unique = () => randomBytes(4).toString("hex");

/** Registers a client in Northern Ireland from 2025-07-01 with the session of its owner, and returns the id of its account. */
async function registered({ page }: Person): Promise<string> {
  const [request] = await Promise.all([
    page.waitForRequest(/compliance.overview/),
    page.getByRole("button", { name: "Kaffe", exact: true }).click(),
  ]);
  const { authorization = "", "x-account": account = "" } = request.headers();
  noteSecrets([authorization.slice(-43)]);
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "XI",
    effective_from: "2025-07-01",
    status: "active",
  };
  const headers = { Authorization: authorization, "X-Account": account };
  const path = "/v1/tax-registrations";
  const { status } = await call(undefined, "POST", path, registration, headers);
  expect(status).toBe(201);
  await page.getByRole("link", { name: "All clients" }).click();
  return account;
}

it("persons sign in, invite each other, and see of a client what their role allows", async () => {
  const run = unique();
  const olga = await signedIn(`Olga ${run}`);
  await olga.heading("Begin or join an organisation");
  await olga.page.getByLabel("Name of the organisation").fill("Harbour Tax");
  await olga.click("Begin the organisation");
  const file = olga.page.getByLabel("Spreadsheet saved as CSV");
  await file.setInputFiles(csvFile("name;reference\nKaffe;1\n;2"));
  await olga.page.getByText("Line 3, Name or firm").waitFor();
  await file.setInputFiles(csvFile("name;reference\nKaffe;1\nTe;2\nVatten;3"));
  await olga.page.getByText("3 clients were added, 0 were there already.").waitFor();
  expect(await accessibilityFaults(olga.page)).toEqual([]);
  // No token is in the tab, and the session goes on after a reload.
  expect(await olga.page.evaluate("({ ...sessionStorage })")).toEqual({ "eu-vat-person": "1" });
  await olga.page.getByRole("button", { name: "Change Vatten" }).click();
  await olga.page.getByLabel("No longer a client from").fill("2026-07-01");
  await olga.click("Save the change");
  await olga.page.getByText(/^No longer a client from 1 Jul/).waitFor();
  const account = await registered(olga);
  await monitorAccount(account as LedgerId, new Date(), async () => {});
  await olga.click("Deadlines", "link");
  await olga.page
    .getByRole("row", { name: /^Kaffe/ })
    .first()
    .waitFor();
  await olga.page.getByText("HMRC lets no agent act").first().waitFor();
  expect(await accessibilityFaults(olga.page)).toEqual([]);
  await olga.page.getByRole("button", { name: /^Kaffe.* Q3 2025$/ }).click();
  await olga.heading(/Q3 2025/);
  await olga.page.getByRole("checkbox").waitFor();
  await olga.click("All clients", "link");
  await olga.click("Deadlines", "link");
  await olga.page.getByLabel("Due", { exact: true }).selectOption("10");
  await olga.page
    .getByRole("row", { name: /^Kaffe/ })
    .first()
    .waitFor();
  await olga.click("Members", "link");
  const toPaul = await invitation(olga, "preparer");
  expect(await accessibilityFaults(olga.page)).toEqual([]);

  // A preparer opens a client, decides and imports, and is told who locks.
  const paul = await signedIn(`Paul ${run}`, WIDE, toPaul);
  await paul.click("Accept the invitation");
  await paul.click(/^Kaffe$/);
  await paul.heading("Overview");
  expect(await paul.page.locator(".of-client").textContent()).toContain("Kaffe");
  const offered = paul.page.getByLabel("Client", { exact: true }).locator("option");
  expect(await offered.allTextContents()).toEqual(["Kaffe", "Te"]);
  await paul.page.getByLabel("Client", { exact: true }).selectOption("Te");
  await paul.page.locator(".of-client", { hasText: "Te" }).waitFor();
  await paul.page.getByLabel("Client", { exact: true }).selectOption("Kaffe");
  await paul.page.locator(".of-client", { hasText: "Kaffe" }).waitFor();
  // The search leads from the pages of the organisation to a client.
  await paul.page.goto(`${inject("stack").url}/console#/clients`);
  await paul.heading("Clients");
  await paul.page.keyboard.press("Control+k");
  await paul.page.getByRole("combobox", { name: "Search" }).fill("kaff");
  await paul.page.getByRole("option", { name: "Kaffe" }).waitFor();
  await paul.page.keyboard.press("Enter");
  await paul.page.locator(".of-client", { hasText: "Kaffe" }).waitFor();
  await paul.page.goto(`${inject("stack").url}/console#/filing/union-oss/2025-Q3`);
  await paul.page.getByText("This needs the role “approver”.").first().waitFor();
  await paul.click("Mark as prepared");
  await paul.page.getByText("Prepared: 1 person has marked exactly these figures.").waitFor();
  await paul.page.goto(`${inject("stack").url}/console#/settings`);
  await settled(paul);
  expect(await paul.page.getByText("Add a registration").count()).toBe(0);
  expect(await paul.page.getByRole("heading", { name: /keys/i }).count()).toBe(0);
  // The address of the last page is not that of the next person.
  await paul.page.getByText("Account and display").click();
  await paul.click("Sign out");
  await paul.heading("You are signed out");
  expect(new URL(paul.page.url()).hash).toBe("");
  expect(await paul.page.evaluate("sessionStorage.length")).toBe(0);
  await paul.page.reload();
  await paul.heading("Sign in");
  await paul.leave();
  if (soaking) await joinsAndIsRemoved(olga, `Vera ${run}`);
  await olga.leave();
});

/** Only in a soak: test/isolation/persons.test.ts has what a viewer and a removed member may see. */
async function joinsAndIsRemoved(olga: Person, name: string): Promise<void> {
  const toVera = await invitation(olga, "viewer", "Te");
  // A person with one account, on a telephone and in German, sees nothing of an organisation.
  const vera = await signedIn(name, PHONE, toVera);
  await vera.click("Einladung annehmen");
  await vera.page.getByText("Ein Mandant").or(vera.page.getByText("1 Mandant")).first().waitFor();
  await vera.page.goto(`${inject("stack").url}/console#/overview`);
  await vera.heading("Überblick");
  await vera.page.getByText("Ihre Rolle bei diesem Mandanten ist Leser").waitFor();
  await vera.click("Menü");
  await vera.page.getByText("Konto und Anzeige").click();
  expect(await vera.page.locator(".client-switch").count()).toBe(0);
  expect(await vera.page.getByRole("link", { name: "Mandanten und Mitglieder" }).count()).toBe(0);
  expect(await accessibilityFaults(vera.page)).toEqual([]);
  await vera.leave();

  // A removed member sees the client no more.
  await olga.page.reload();
  await settled(olga);
  const roleOfVera = olga.page.getByRole("row", { name: new RegExp(name) });
  await roleOfVera.getByRole("button", { name: /Remove/ }).click();
  await olga.page.locator("dialog .danger").click();
  await roleOfVera.waitFor({ state: "detached" });
}
