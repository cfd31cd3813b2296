import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import {
  type IsoDate,
  type Period,
  periodBefore,
  quarterOn,
} from "../../../shared/core/calendar/dates.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { sampleBytes } from "../../make/import-sample.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, type WatchedPage } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, signedInTo } from "../../stack/console-visit.ts";
import { controlled, importedFile } from "../../stack/imports.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import { newPerson, newPractice, type SignedIn } from "../../stack/people.ts";
import { committed, register } from "../../stack/seller.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

/* One number of open questions: in every answer of the API and on every page, from the import to the lock. */
const WIDE: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const PHONE: Look = { width: 390, colorScheme: "light", locale: "de-DE" };

let browser: Browser;
let quarter: Period;
beforeAll(async () => {
  browser = await startBrowser();
  quarter = periodBefore(quarterOn(await todayWithTimeLeft()));
});
afterAll(() => closePages());

type Client = {
  readonly owner: SignedIn;
  readonly organisation: string;
  readonly seller: Account;
};

/** A client of a practice, registered in Germany. */
async function newClient(): Promise<Client> {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const full = await issueKey({ account, scope: "full", mode: "live" }, new Date());
  noteSecrets([secretOf(full)]);
  const seller = { account, full, readOnly: full };
  await register(seller, "DE");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: "DE" });
  return { owner, organisation: id, seller };
}

/** Orders of a shop on a day: one that is sold, one without a country and one without VAT. */
function ordersOn(day: string): Uint8Array {
  const [head = "", sold = ""] = Buffer.from(sampleBytes("shopify-orders.csv"))
    .toString()
    .split("\n");
  const columns = head.trimEnd().split(",");
  const order = (n: number, cells: Readonly<Record<string, string>>) => {
    const all = sold.trimEnd().replaceAll("2026-10-05", day).split(",");
    const changed = { Name: `#${n}`, Id: `${n}`, ...cells };
    for (const [name, cell] of Object.entries(changed)) all[columns.indexOf(name)] = cell;
    return all.join(",");
  };
  const orders = [
    order(1001, {}),
    order(1002, { "Shipping Country": "", "Billing Country": "", Total: "62.78" }),
    order(1003, { Taxes: "0.00", Total: "60.00", "Tax 1 Name": "", "Tax 1 Value": "" }),
  ];
  return Buffer.from([head.trimEnd(), ...orders, ""].join("\r\n"));
}

/** The number of open questions in each answer of the API. */
async function countsOf({ owner, organisation, seller }: Client) {
  const get = async <Body>(path: string) => (await call<Body>(seller.full, "GET", path)).body;
  await monitorAccount(seller.account, new Date(), async () => {});
  type Row = { readonly period_key: string; readonly open_questions: number };
  const board = await call<{ items: Row[] }>(
    undefined,
    "GET",
    `/v1/organisations/${organisation}/board`,
    undefined,
    owner.session,
  );
  type Due = { readonly period_key: string; readonly open_question_count: number };
  const overview = await get<{ open_question_count: number; returns: Due[] }>(
    "/v1/compliance/overview?details=true",
  );
  const prep = await get<{ union_oss: { open_question_count: number } }>(
    `/v1/reports/filing-prep?period=${quarter.key}`,
  );
  const isOwn = ({ period_key }: { period_key: string }) => period_key === quarter.key;
  return [
    overview.open_question_count,
    overview.returns.find(isOwn)?.open_question_count,
    board.body.items.find(isOwn)?.open_questions,
    prep.union_oss.open_question_count,
  ];
}

/** The number that a page of the sidebar has. */
const countBeside = async (page: Page, name: string) =>
  (await page.getByRole("link", { name }).locator(".nav-count").allTextContents()).map((text) =>
    text.replace(/\D/g, ""),
  );

const lock = () => `#/filing/union-oss/${quarter.key}`;

const OF_ROWS = /not in your return yet/;

/** Opens the pages one after the other, and returns what they say of the open questions; `shown` is the matter of the overview. */
async function saidIn(watched: WatchedPage, shown: RegExp | undefined) {
  const { page } = watched;
  await goTo(watched, "#/overview");
  const rows = page.locator(".matters li > span:nth-child(2)").filter({ hasText: OF_ROWS });
  // The overview shows what it knew, until it has loaded again.
  if (shown) await rows.filter({ hasText: shown }).waitFor();
  else await rows.waitFor({ state: "detached" });
  const [year, name] = quarter.key.split("-");
  const row = page.getByRole("row", { name: new RegExp(`^${name} ${year}`) }).first();
  await row.waitFor();
  const inRow = (await row.getByRole("cell").allTextContents())[2];
  const beside = await countBeside(page, "Imports");
  await goTo(watched, `#/period/union-oss/${quarter.key}`);
  const tab = await page.getByRole("tab", { name: /Checks/ }).textContent();
  await goTo(watched, lock());
  const steps = await page.locator(".steps-list > li").allTextContents();
  return { inRow, beside, tab, steps: steps.slice(0, 2) };
}

it("says how many orders are not in the return, everywhere the same, until each is answered", async () => {
  const client = await newClient();
  const { seller } = client;
  const day = `${quarter.firstDay.slice(0, 8)}14`;
  const { id, open_rows } = await importedFile(seller, {
    format: "shopify_csv",
    settings: { source_id: "lampen", dispatch_country: "DE" },
    bytes: ordersOn(day),
  });
  expect(open_rows).toEqual([{ month: day.slice(0, 7), row_count: 2 }]);
  expect(await countsOf(client)).toEqual([2, 2, 2, 2]);

  const watched = await signedInTo(browser, {
    screen: WIDE,
    key: seller.full,
    address: "#/overview",
  });
  const { page } = watched;
  const two = await saidIn(watched, /^2 orders of .* are .* \(lampen, €122\.78\)$/);
  expect([two.inRow, two.beside, two.tab]).toEqual(["2", ["2"], expect.stringContaining("2")]);
  for (const step of two.steps) expect(step).toContain("are not in your return yet");
  expect(two.steps[0]).not.toContain("There are no findings.");
  expect(await accessibilityFaults(page)).toEqual([]);

  // One of them is entered by hand, as the finding of the import offers it.
  const rows = await call<{ items: { row: string; reason: string }[] }>(
    seller.full,
    "GET",
    `/v1/imports/${id}/rows?outcome=unresolved`,
  );
  const nowhere = rows.body.items.find(({ reason }) => reason === "country_missing")?.row;
  await committed(seller, makeSale({ event_id: "1002", supply_date: day as IsoDate }));
  await call(seller.full, "POST", `/v1/imports/${id}/settled-rows`, {
    row: nowhere,
    event_id: "1002",
  });
  expect(await countsOf(client)).toEqual([1, 1, 1, 1]);
  const one = await saidIn(watched, /^1 order of .* is .* \(lampen, €60\.00\)$/);
  expect([one.inRow, one.beside]).toEqual(["1", ["1"]]);

  await goTo(watched, `#/imports/${id}`);
  await page.getByRole("button", { name: "Leave this order out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave this order out" }).click();
  await page.getByRole("button", { name: "Leave this order out" }).waitFor({ state: "detached" });
  expect(await countsOf(client)).toEqual([0, 0, 0, 0]);
  const none = await saidIn(watched, undefined);
  expect([none.inRow, none.beside]).toEqual(["", []]);
  expect(none.steps[0]).toContain("There are no findings.");
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("says after a lock what was left open, also on a telephone in German", async () => {
  const client = await newClient();
  const { seller } = client;
  const day = `${quarter.firstDay.slice(0, 8)}14`;
  const { id } = await importedFile(seller, {
    format: "shopify_csv",
    settings: { source_id: "lampen", dispatch_country: "DE" },
    bytes: ordersOn(day),
  });
  const watched = await signedInTo(browser, { screen: PHONE, key: seller.full, address: lock() });
  const { page } = watched;
  await page.getByText("Portale können die Erklärung ablehnen").waitFor();
  await page.getByLabel(/Ich habe die Erklärung geprüft/).check();
  await page.getByRole("button", { name: "Erklärung festschreiben" }).click();
  await page.getByText("waren bei der Festschreibung offen").first().waitFor({ state: "attached" });
  await controlled(seller, id, "settle");
  await goTo(watched, "#/overview");
  await goTo(watched, lock());
  await page.locator(".steps-list summary").nth(1).click();
  const left = page.locator(".steps-list > li").nth(1).locator(".matters");
  await left
    .getByText(/^2 Bestellungen vom .* fehlen noch in der Erklärung \(lampen, 122,78/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});
