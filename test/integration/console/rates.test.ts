import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ApiServer } from "../../../scripts/local/api-server.ts";
import { personId } from "../../../shared/accounts/people/person.ts";
import { recountWorker } from "../../../shared/ledger/recount/recount.ts";
import { updateProposals } from "../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import { rateProposal } from "../../make/rate-proposal.ts";
import { callAt } from "../../stack/api.ts";
import { startApiHere } from "../../stack/api-here.ts";
import {
  accessibilityFaults,
  type Look,
  openPage,
  settled,
  type WatchedPage,
} from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import {
  newOperator,
  newPerson,
  newPractice,
  OPERATOR,
  type SignedIn,
  sessionOf,
} from "../../stack/people.ts";
import { withoutDeadlines } from "../../stack/put-back.ts";
import { sentTo } from "../../stack/sent-messages.ts";
import { tableOfOwn } from "../../stack/table-of-own.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const PHONE: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };
const FRENCH = rateProposal({
  proposal_id: "FR-food-550-210-600",
  country: "FR",
  class_id: "food",
  kept_bps: 550,
  tedb_bps: [210, 600],
  reason: "ambiguous",
});

let api: ApiServer;
let browser: Browser;
beforeAll(async () => {
  withoutDeadlines();
  await tableOfOwn();
  vi.stubEnv("OPERATORS", personId(OPERATOR));
  api = await startApiHere();
  browser = await startBrowser();
  await updateProposals((seen) => ({ ...seen, proposals: [rateProposal(), FRENCH] }));
});
afterAll(async () => {
  await closePages();
  await api.stop();
});

/** Opens a page of the console in which a person has signed in before. */
async function opened({ refresh }: SignedIn, screen: Look, address: string): Promise<WatchedPage> {
  const watched = await openPage(browser, api.url, screen, address);
  const { page, context } = watched;
  const name = "__Host-vat_refresh";
  const url = api.url.replace("http:", "https:");
  await context.addCookies([{ name, value: refresh, url, httpOnly: true, sameSite: "Strict" }]);
  await page.evaluate('sessionStorage.setItem("eu-vat-person", "1")');
  await page.reload();
  await settled(watched);
  return watched;
}

/** Answers the question before a decision, and returns it. */
async function decided({ page }: WatchedPage, button: string): Promise<string> {
  const dialog = page.locator("dialog");
  await dialog.getByRole("button", { name: button }).click();
  const question = dialog.last();
  const asked = await question.locator("p").first().innerText();
  await question.locator(".danger").click();
  await dialog.first().waitFor({ state: "detached" });
  return asked;
}

/** Opens the account menu, and finds its link to the rates. */
async function ratesLinks({ page }: WatchedPage): Promise<Locator> {
  await page.locator(".account-menu summary").click();
  await page.getByRole("link", { name: "Mails" }).waitFor();
  return page.getByRole("link", { name: "VAT rates" });
}

const standardRate = async () => {
  const query = "country=DE&tax_class_id=standard&from=2027-01-01";
  const { body } = await callAt(api.url, undefined, "GET", `/v1/tax-rates?${query}`);
  const { items } = body as { readonly items: readonly { readonly rate_bps: number }[] };
  return items.map(({ rate_bps }) => rate_bps);
};

it("an operator accepts a rate, which is in force, and withdraws it", async () => {
  const watched = await opened(await newOperator(), WIDE, "#/join");
  const { page } = watched;
  await (await ratesLinks(watched)).click();
  await page.getByRole("heading", { name: "2 proposals wait for a decision" }).waitFor();
  const row = page.getByRole("row", { name: /^Germany/ });
  await row.waitFor();
  expect(await row.locator("td").allTextContents()).toEqual([
    "standard",
    "19%",
    "20%",
    "24 Dec 2026",
    "TEDB 2026-09-01",
    "open",
    "Decide Germany, standard",
  ]);
  await row.getByRole("button").click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("First day by law").fill("2027-01-01");
  await page.getByLabel("Reason").fill("BGBl. I Nr. 200");
  expect(await decided(watched, "Accept the proposal")).toBe(
    "Germany, standard: apply 20% from 1 Jan 2027 for all accounts?",
  );
  await page.getByRole("heading", { name: "1 proposal waits for a decision" }).waitFor();
  expect(await standardRate()).toEqual([2_000]);

  await page.getByRole("button", { name: "Change Germany" }).click();
  await page.getByText("20% from 1 Jan 2027").waitFor();
  await page.getByText("BGBl. I Nr. 200").waitFor();
  await page.getByLabel("Reason").fill("repealed");
  await decided(watched, "Withdraw what was accepted");
  await row.getByText("withdrawn").waitFor();
  expect(await standardRate()).toEqual([1_900]);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

itInTurn(
  "a proposal is refused and opened again, also with a client open, in German on a telephone",
  async () => {
    const operator = await newOperator();
    await newPractice(operator);
    const watched = await opened(operator, PHONE, "#/rates");
    const { page } = watched;
    await page.getByRole("button", { name: "Entscheiden Frankreich, food" }).click();
    await page.getByText("TEDB nennt mehrere: 2,1 %, 6 %.").waitFor();
    await page.getByLabel("Entscheidung", { exact: true }).selectOption("Vorschlag ablehnen");
    await page.getByLabel("Grund").fill("nur Kaviar");
    await decided(watched, "Vorschlag ablehnen");
    await page.getByRole("heading", { name: "0 Vorschläge" }).waitFor();
    await page.getByRole("button", { name: "Ändern Frankreich, food" }).click();
    await page.getByLabel("Grund").fill("doch nicht");
    await decided(watched, "Vorschlag wieder öffnen");
    await page.getByRole("heading", { name: "1 Vorschlag wartet" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

itInTurn(
  "a rate and a threshold are proposed with their source, and accepted with their own day",
  async () => {
    const watched = await opened(await newOperator(), WIDE, "#/rates");
    const { page } = watched;
    const propose = async (fields: Readonly<Record<string, string>>, chosen: object) => {
      await page.getByRole("button", { name: "Propose a rate or threshold" }).click();
      const dialog = page.getByRole("dialog");
      for (const [label, option] of Object.entries(chosen)) {
        await dialog.getByLabel(label, { exact: true }).selectOption(option);
      }
      for (const [label, text] of Object.entries(fields)) {
        await dialog.getByLabel(label, { exact: true }).fill(text);
      }
      await dialog.getByLabel("First day by law").fill("2027-01-01");
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Store the proposal" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    const address = "https://www.recht.bund.de/200";
    const law = { Source: "BGBl. 2026 I Nr. 200", "Address of the source": address };
    const rate = { "Member State": "Germany", "Tax class": "periodicals" };
    await propose({ ...law, "Rate in percent": "7.5" }, rate);
    const small = { Proposal: "SME threshold", "Member State": "Sweden" };
    await propose({ ...law, Currency: "SEK", "SME threshold": "150000" }, small);
    const row = page.getByRole("row", { name: /^Sweden/ });
    await row.waitFor();
    expect(await row.locator("td").allTextContents()).toEqual([
      "SME threshold",
      "SEK\u00a0120,000",
      "SEK\u00a0150,000",
      "1 Jan 2027",
      "BGBl. 2026 I Nr. 200",
      "open",
      "Decide Sweden, SME threshold",
    ]);
    expect(await row.getByRole("link").getAttribute("href")).toBe(address);
    await page.getByRole("button", { name: "Decide Germany, periodicals" }).click();
    await page.getByText("7% here, 7.5% proposed from 1 Jan 2027 on.").waitFor();
    await page.getByLabel("Reason").fill("in force");
    expect(await decided(watched, "Accept the proposal")).toBe(
      "Germany, periodicals: apply 7.5% from 1 Jan 2027 for all accounts?",
    );
    await page
      .getByRole("row", { name: /^Germany.*periodicals/ })
      .getByText("accepted")
      .waitFor();
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

itInTurn(
  "stored events are counted and checked anew, and exchange rates are loaded from a file",
  async () => {
    const watched = await opened(await newOperator(), WIDE, "#/rates");
    const { page } = watched;
    await page.getByRole("button", { name: "Change Germany, periodicals" }).click();
    using sent = sentTo<object>("recounts");
    await page.getByRole("button", { name: "Count the sales and refunds" }).click();
    await page.getByText("The sales and refunds are being counted.").waitFor();
    const Records = sent.messages.map((message) => ({
      messageId: "1",
      body: JSON.stringify(message),
    }));
    expect(await recountWorker()({ Records })).toEqual({ batchItemFailures: [] });
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("Other checks: 0 sales and refunds of 0 accounts in 0 periods.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    const csv = "date,currency,rate\n2026-11-20,SEK,11.0565\n";
    const file = { name: "rates.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await page.getByLabel("Older days: file of the ECB (CSV)").setInputFiles(file);
    await page.getByText("1 days stored, 0 rates corrected.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

itInTurn("of two operators at once, the second reads that the first has decided", async () => {
  const watched = await opened(await newOperator(), WIDE, "#/rates");
  const { session } = await newOperator();
  const { page } = watched;
  await page.getByRole("button", { name: "Decide France, food" }).click();
  await page.getByLabel("Rate in TEDB").selectOption("6%");
  await page.getByLabel("First day by law").fill("2027-01-01");
  await page.getByLabel("Reason").fill("the new law");
  const path = `/v1/operator/rate-proposals/${FRENCH.proposal_id}/decisions`;
  const refusal = { action: "refuse", reason: "caviar only" };
  const { status } = await callAt(api.url, undefined, "POST", path, refusal, session);
  expect(status).toBe(200);
  await page.getByRole("button", { name: "Accept the proposal" }).click();
  // The question returns the focus to the button that it was asked by.
  await page.keyboard.press("Escape");
  await page.locator("button:focus", { hasText: "Accept the proposal" }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.locator("dialog .danger").click();
  await page.getByText("The proposal has been decided already").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page
    .getByRole("row", { name: /^France/ })
    .getByText("refused")
    .waitFor();
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("a person who is no operator has no link to the page, and cannot open its address", async () => {
  const person = await newPerson();
  const alone = await opened(person, WIDE, "#/rates");
  await alone.page.getByRole("heading", { name: "Begin or join an organisation" }).waitFor();
  expect(await (await ratesLinks(alone)).count()).toBe(0);
  await alone.context.close();
  await newPractice(person);
  const owner = await opened(await sessionOf(person.id), WIDE, "#/rates");
  await owner.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(await (await ratesLinks(owner)).count()).toBe(0);
  expect([...alone.wrongs, ...owner.wrongs]).toEqual([]);
  await owner.context.close();
});
