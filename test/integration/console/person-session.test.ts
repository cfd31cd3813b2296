import { randomBytes } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import {
  acceptInvitation,
  createClients,
  createOrganisation,
  invite,
} from "../../../shared/accounts/people/manage-organisations.ts";
import { newSession } from "../../../shared/accounts/people/session.ts";
import {
  insertSession,
  loadSession,
  noteSignIn,
  replaceSession,
} from "../../../shared/accounts/people/store-sessions.ts";
import { periodBefore, quarterOn } from "../../../shared/core/calendar/dates.ts";
import type { AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, openPage, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { newPerson, sessionOf } from "../../stack/people.ts";
import { issuerOfStack, signedInPerson } from "../../stack/person-visit.ts";
import { settleRecount } from "../../stack/settle.ts";
import { eachNth } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };

let browser: Browser;
let issuer: string;
beforeAll(async () => {
  browser = await startBrowser();
  issuer = await issuerOfStack();
});
afterAll(() => closePages());

/** Makes a practice with the clients Kaffe and Te, whose owner has not signed in yet. */
async function practiceOf(name: string) {
  const subject = `${name} ${randomBytes(4).toString("hex")}`;
  const now = new Date();
  const person = await noteSignIn({ issuer, subject, name: subject }, now);
  const by = { person, now };
  const { id } = await createOrganisation("Harbour Tax", by);
  const made = await createClients(id, [{ name: "Kaffe" }, { name: "Te" }], by);
  return { subject, person, organisation: id, accounts: made.map(({ client }) => client.account) };
}

/** Follows the session of a browser, from a reload on: its id, and how often it is renewed. */
async function watchSession(page: Page) {
  const session = { id: "", renewals: 0 };
  page.context().on("request", (request) => {
    const { authorization } = request.headers();
    if (request.url().endsWith("/v1/session/refresh")) session.renewals += 1;
    const [, id, secret] =
      /^Bearer vat_session_([0-9a-f]{16})_(.*)$/.exec(authorization ?? "") ?? [];
    if (id === undefined || secret === undefined) return;
    noteSecrets([secret]);
    session.id = id;
  });
  await page.reload();
  await settled({ page });
  session.renewals = 0;
  return session;
}

/** Lets the access token of a session end, as after a quarter of an hour. */
async function expire({ id }: { readonly id: string }): Promise<void> {
  const seen = await loadSession(id);
  if (!seen) throw new Error("there is no such session");
  const access_until = new Date(Date.now() - 1000).toISOString();
  expect(await replaceSession(seen, { ...seen, access_until })).toBe(true);
}

const openClient = async (page: Page, name: string) => {
  await page.getByRole("button", { name, exact: true }).click();
  await isClient(page, name);
};

const isClient = (page: Page, name: string) =>
  page.locator(".of-client", { hasText: name }).waitFor();

const headingOf = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

it("a session whose token has ended is renewed once, and what a person sends is done", async () => {
  const { subject } = await practiceOf("Olga");
  const olga = await signedInPerson({ browser, issuer }, subject, WIDE);
  const { page } = olga;
  const session = await watchSession(page);
  const added = page.getByLabel("Client", { exact: true });
  await added.fill("Vatten");
  await page.getByLabel(/^Your number/).fill("3");
  await expire(session);
  await page.getByRole("button", { name: "Add the client" }).click();
  await page.getByRole("button", { name: "Vatten", exact: true }).waitFor();
  expect([session.renewals, await added.inputValue()]).toEqual([1, ""]);
  // Several calls of a page wait for one renewal.
  await expire(session);
  await openClient(page, "Kaffe");
  await settled(olga);
  expect(session.renewals).toBe(2);
  await olga.leave();
});

const PHONE: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

it("a person sees where they are signed in, and ends one session or all others", async () => {
  const { subject, person } = await practiceOf("Rosa");
  const others = [await sessionOf(person), await sessionOf(person), await sessionOf(person)];
  const rosa = await signedInPerson({ browser, issuer }, subject, WIDE);
  const { page } = rosa;
  await page.getByText("Account and display").click();
  await rosa.click("Where you are signed in", "link");
  await rosa.heading("Where you are signed in");
  await page.getByRole("heading", { name: "4 sessions" }).waitFor();
  const own = page.getByRole("row", { name: /^Chrome, Linux this one/ });
  expect(await own.getByRole("button").count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "End Unknown device" }).first().click();
  await page.getByRole("heading", { name: "3 sessions" }).waitFor();

  // The same on another device, which then ends all others: the page of the first one is signed out.
  const phone = await signedInPerson({ browser, issuer }, subject, PHONE, "#/sessions");
  await phone.heading("Wo Sie angemeldet sind");
  await phone.page.getByRole("heading", { name: "4 Sitzungen" }).waitFor();
  expect(await accessibilityFaults(phone.page)).toEqual([]);
  await phone.click("Alle anderen beenden");
  await phone.page.getByRole("heading", { name: "1 Sitzung" }).waitFor();
  expect(await phone.page.getByRole("button", { name: /beenden/i }).count()).toBe(0);
  const ended = await Promise.all(others.map(({ session }) => statusOf(session)));
  expect(ended).toEqual([401, 401, 401]);
  await page.reload();
  await headingOf(page, "Sign in");
  await Promise.all([page, phone.page].map((one) => one.context().close()));
});

const statusOf = async (session: Readonly<Record<string, string>>) =>
  (await call(undefined, "GET", "/v1/session", undefined, session)).status;

it("an owner sees where a member is signed in, and ends one session or all", async () => {
  const { subject, person, organisation } = await practiceOf("Otto");
  const member = await newPerson("Mia");
  await insertSession(newSession(member.id, new Date(), "Firefox, Windows").session);
  const by = { person, now: new Date() };
  const { token } = await invite(organisation, { role: "viewer" }, by);
  await acceptInvitation(token, { person: member.id, now: by.now });
  const otto = await signedInPerson({ browser, issuer }, subject, WIDE);
  await otto.click("Members", "link");
  await otto.click("Sessions Mia");
  const rows = otto.page.getByRole("dialog").getByRole("row");
  await rows.nth(2).waitFor();
  expect(await accessibilityFaults(otto.page)).toEqual([]);
  await rows.filter({ hasText: "Firefox, Windows" }).getByRole("button").click();
  await rows.nth(2).waitFor({ state: "detached" });
  expect(await statusOf(member.session)).toBe(200);
  await otto.agree("Sign out everywhere");
  await otto.page.getByText("Mia is signed in nowhere.").waitFor();
  expect(await statusOf(member.session)).toBe(401);
  await otto.click(/Close/);
  // Nobody ends their own session here.
  expect(await otto.page.getByRole("button", { name: "Sessions Otto" }).count()).toBe(0);
  expect(await accessibilityFaults(otto.page)).toEqual([]);
  await otto.leave();
});

itInTurn(
  "the link of a mail opens its page in the account of its client, where numbers are stored",
  async () => {
    const { subject, person, accounts } = await practiceOf("Vera");
    await withReturn(person, String(accounts[1]) as LedgerId);
    const link = `#open=${accounts[1]}/settings`;
    const vera = await signedInPerson({ browser, issuer }, subject, WIDE, link);
    await headingOf(vera.page, "Settings");
    await isClient(vera.page, "Te");
    expect(new URL(vera.page.url()).hash).toBe("#/settings");

    // The page has the numbers in full, which are shown masked.
    const number = vera.page.getByLabel(/^VAT number in the Union scheme .Sweden/);
    await number.fill("SE556000016701");
    await vera.page.getByRole("button", { name: "Store the numbers" }).click();
    await vera.page.getByText(/^Stored on /).waitFor();
    expect(await number.inputValue()).toBe("");
    expect(await number.getAttribute("placeholder")).toMatch(/\*/);
    expect(await accessibilityFaults(vera.page)).toEqual([]);
    await vera.page.getByRole("button", { name: "Erase the numbers" }).click();
    await vera.page.getByText(/^Stored on /).waitFor({ state: "detached" });
    await vera.leave();
  },
);

itInTurn("two tabs have a client each and renew at once, and a sign-out ends both", async () => {
  const { subject } = await practiceOf("Paul");
  const paul = await signedInPerson({ browser, issuer }, subject, WIDE);
  const one = paul.page;
  const session = await watchSession(one);
  // A duplicate has what the storage of its tab had.
  const [other] = await Promise.all([
    one.context().waitForEvent("page"),
    one.evaluate("void open(location.href)"),
  ]);
  await openClient(one, "Kaffe");
  await openClient(other, "Te");
  await Promise.all([one.reload(), other.reload()]);
  await Promise.all([isClient(one, "Kaffe"), isClient(other, "Te")]);
  for (const name of ["Settings", "Notifications", "Settings", "Notifications"]) {
    await expire(session);
    await Promise.all(
      [one, other].map(async (page) => {
        await page.getByRole("link", { name }).click();
        await headingOf(page, name);
        await settled({ page });
      }),
    );
  }
  await Promise.all([isClient(one, "Kaffe"), isClient(other, "Te")]);
  // The token of one tab is that of the other, so that they do not replace it by turns.
  const { renewals } = session;
  await one.getByRole("link", { name: "Overview" }).click();
  await settled({ page: one });
  await other.getByRole("link", { name: "Overview" }).click();
  await settled({ page: other });
  expect(session.renewals).toBe(renewals);
  await one.getByText("Account and display").click();
  await one.getByRole("button", { name: "Sign out" }).click();
  await Promise.all([one, other].map((page) => headingOf(page, "You are signed out")));
  expect(await other.evaluate("sessionStorage.length")).toBe(0);
  await paul.leave();
});

/** Registers a client, and commits a sale of the quarter before this one; returns the name of its return. */
async function withReturn(person: string, account: LedgerId): Promise<string> {
  const quarter = periodBefore(quarterOn(await todayWithTimeLeft()));
  const headers = (await sessionOf(person as AuthorId)).at(account);
  const registration = {
    ...{ scheme_type: "union_oss", member_state_identification: "SE", status: "active" },
    effective_from: quarter.firstDay,
  };
  const sale = makeSale({ currency: "EUR", supply_date: quarter.lastDay });
  for (const [path, body] of [
    ["/v1/tax-registrations", registration],
    ["/v1/supply-events", { events: [sale] }],
  ] as const) {
    const { status, text } = await call(undefined, "POST", path, body, headers);
    expect(status, text).toBeLessThan(300);
  }
  await settleRecount(account);
  await monitorAccount(account, new Date(), async () => {});
  const [year, of] = quarter.key.split("-");
  return `${of} ${year}`;
}

it("a mark of preparation is taken back at once, for many returns on the board and for one", async () => {
  const { subject, person, accounts } = await practiceOf("Nora");
  const quarter = await withReturn(person, String(accounts[0]) as LedgerId);
  const nora = await signedInPerson({ browser, issuer }, subject, WIDE);
  const { page } = nora;
  await nora.click("Deadlines", "link");
  const row = page.getByRole("row", { name: new RegExp(`^Kaffe .*${quarter}`) });
  await row.getByRole("checkbox").check();
  await nora.click("Mark as prepared (1)");
  await page.getByText("1 return is marked as prepared.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await nora.click("Undo");
  await page.getByText("Take the mark back: 1 done, 0 unchanged, 0 rejected.").waitFor();
  await row.getByRole("checkbox").check();
  // The board is read again after the answer.
  await page.getByRole("button", { name: /^Take the mark back/ }).waitFor({ state: "detached" });

  await row.getByRole("button", { name: "Kaffe" }).click();
  await nora.click("Mark as prepared");
  await page.getByText("Prepared: 1 person has marked exactly these figures.").waitFor();
  await nora.click("Undo");
  await page.getByText("Prepared: 1 person").waitFor({ state: "detached" });
  await nora.leave();
});

/** The focused element: its name, and whether a person sees that it has the focus. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent;
  const { width, height, bottom, top } = at.getBoundingClientRect();
  const isShown = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
  const isOutlined = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  return { tag: at.tagName, name: label.trim(), isVisible: isShown && isOutlined };
})()`;

type Focused = { readonly tag: string; readonly name: string; readonly isVisible: boolean };

const focused = (page: Page) => page.evaluate(FOCUSED) as Promise<Focused>;

/** Goes on by a key until a named element has the focus, which is visible on the way. */
async function go(page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const way: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    expect(at).toMatchObject({ isVisible: true });
    if (name.test(at.name)) return;
    way.push(`${at.tag} ${at.name.slice(0, 40)}`);
  }
  throw new Error(`${name} is not among ${way.join(", ")}`);
}

/** Waits until the heading of a page has the focus. */
async function reached(page: Page, name: RegExp): Promise<void> {
  await page.locator("h1:focus", { hasText: name }).waitFor();
}

/** Each fourth turn runs it: browser.test.ts goes by keyboard from a period to its events, locked-return.test.ts over a sheet. */
it.for(eachNth(4, ["Anna"]))(
  "%s prepares and locks a return by keyboard alone, from the sign-in on",
  async (name) => {
    const { subject, person, accounts } = await practiceOf(name);
    const quarter = await withReturn(person, String(accounts[0]) as LedgerId);
    const watched = await openPage(browser, inject("stack").url, WIDE);
    const { page } = watched;
    const { keyboard } = page;
    await page.getByRole("button", { name: /company account$/ }).waitFor();
    await go(page, /company account$/);
    await keyboard.press("Enter");
    await page.locator("input[name=login]").focus();
    await keyboard.type(subject);
    await keyboard.press("Tab");
    await keyboard.type("none");
    await keyboard.press("Enter");
    await page.locator("button[type=submit]", { hasText: "Continue" }).focus();
    await keyboard.press("Enter");

    await headingOf(page, "Clients");
    await page.getByRole("button", { name: "Kaffe", exact: true }).waitFor();
    await go(page, /^Kaffe/);
    await keyboard.press("Enter");
    await reached(page, /^Overview$/);
    await go(page, /^Client/, "Shift+Tab");
    await keyboard.press("ArrowDown");
    await isClient(page, "Te");
    expect((await focused(page)).tag).toBe("SELECT");
    await keyboard.press("ArrowUp");
    await isClient(page, "Kaffe");
    await go(page, /^All clients$/);
    await keyboard.press("Enter");
    await reached(page, /^Clients$/);
    await go(page, /^Deadlines$/, "Shift+Tab");
    await keyboard.press("Enter");
    await reached(page, /^Deadlines$/);

    const row = new RegExp(`^Kaffe Union .*${quarter}$`);
    const box = page.getByRole("checkbox", { name: row });
    for (const action of ["Mark as prepared", "Lock"]) {
      await box.waitFor();
      await go(page, row);
      while ((await focused(page)).tag !== "INPUT") await go(page, row);
      await keyboard.press("Space");
      await go(page, new RegExp(`^${action}`));
      await keyboard.press("Enter");
      if (action === "Lock") {
        await page.getByRole("dialog").waitFor();
        await go(page, /^Lock/);
        await keyboard.press("Enter");
      }
      await page.getByText(`${action}: 1 done, 0 unchanged, 0 rejected.`).waitFor();
      expect((await focused(page)).name).toContain(action);
    }
    await watched.context.close();
  },
);
