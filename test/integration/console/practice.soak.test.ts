import { randomBytes } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { periodBefore, quarterOn } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { savedBy } from "../../stack/console-visit.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import {
  invitation,
  issuerOfStack,
  type Person,
  signedInPerson,
} from "../../stack/person-visit.ts";
import { settleRecount } from "../../stack/settle.ts";
import { report } from "../../stack/soak.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const PRACTICES = ["Harbour Tax", "Island Tax"] as const;

/** Number of clients of each practice. */
const CLIENTS = 30;

/** Number of clicks from the first organisation to the last filing, however many clients there are. */
const CLICKS = 44;

let browser: Browser;
let issuer: string;
let quarter: ReturnType<typeof quarterOn>;
beforeAll(async () => {
  quarter = periodBefore(quarterOn(await todayWithTimeLeft()));
  browser = await startBrowser();
  issuer = await issuerOfStack();
});
afterAll(() => closePages());

type Headers = Readonly<Record<string, string>>;
type Client = { readonly account: LedgerId; readonly name: string };
type Row = {
  readonly account: LedgerId;
  readonly period_key: string;
  readonly state: string;
  readonly prepared_at: string | null;
};

const signedIn = (name: string, address = "") =>
  signedInPerson({ browser, issuer }, name, WIDE, address);

/** Reads the session of a person from a request that the board makes. */
async function sessionOf({ page }: Person): Promise<Headers> {
  const [request] = await Promise.all([
    page.waitForRequest(/\/board\b/),
    page.getByRole("link", { name: "Deadlines" }).click(),
  ]);
  const { authorization = "" } = request.headers();
  noteSecrets([authorization.slice(-43)]);
  return { Authorization: authorization };
}

/** Begins a practice with clients from a spreadsheet. */
async function begin(owner: Person, name: string): Promise<void> {
  await owner.page.getByLabel("Name of the organisation").fill(name);
  await owner.click("Begin the organisation");
  await owner.page.getByRole("heading", { name: "0 clients" }).waitFor();
  const lines = Array.from({ length: CLIENTS }, (_, n) => `${name.slice(0, 3)} ${n};${n}`);
  await owner.upload("Spreadsheet saved as CSV", ["name;reference", ...lines].join("\n"));
  await owner.page.getByText(`${CLIENTS} clients were added`).waitFor();
}

/** Registers a client, commits a sale of the quarter, and asks for four eyes. */
async function setUp({ account }: Client, session: Headers): Promise<void> {
  const send = async (method: "POST" | "PUT", path: string, body: object) => {
    const { status, text } = await call(undefined, method, path, body, {
      ...session,
      "X-Account": account,
    });
    expect(status, text).toBeLessThan(300);
  };
  await send("PUT", "/v1/account", {
    establishment_country: "SE",
    lock_requires_second_person: true,
  });
  await send("POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: quarter.firstDay,
    status: "active",
  });
  const sale = makeSale({ currency: "EUR", supply_date: quarter.lastDay });
  await send("POST", "/v1/supply-events", { events: [sale] });
  await settleRecount(account);
  await monitorAccount(account, new Date(), async () => {});
}

async function pagesOf<Item>(session: Headers, path: string): Promise<readonly Item[]> {
  const { body } = await call<{ items: readonly Item[] }>(
    undefined,
    "GET",
    path,
    undefined,
    session,
  );
  return body.items;
}

/** Accepts an invitation of a person who is signed in. */
async function join(person: Person, link: string): Promise<void> {
  await person.page.goto(`${inject("stack").url}/console${link}`);
  await person.page.reload();
  await settled(person);
  await person.click("Accept the invitation");
  await person.page.getByRole("heading", { name: `${CLIENTS} clients` }).waitFor();
}

/** Chooses all returns of the board, and waits until an action on them is over. */
async function act(person: Person, action: string, isFinal = false): Promise<void> {
  await person.click("Select all on this page");
  const name = `${action} (${CLIENTS})`;
  await person.click(name);
  if (isFinal) {
    person.clicks += 1;
    await person.page.getByRole("dialog").getByRole("button", { name: action }).click();
  }
  const ended = `${action}: ${CLIENTS} done, 0 unchanged, 0 rejected.`;
  await person.page.getByText(ended).waitFor({ timeout: 120_000 });
}

/** Goes to the board of a practice. */
async function toBoard(person: Person, practice: string): Promise<void> {
  await person.select("Organisation:", practice);
  const board = person.page.getByRole("link", { name: "Deadlines" });
  if ((await board.getAttribute("aria-current")) === null) await person.click("Deadlines", "link");
  await person.page
    .getByRole("row", { name: new RegExp(`${practice.slice(0, 3)} 0`) })
    .first()
    .waitFor();
}

it(`three persons file a quarter for ${2 * CLIENTS} clients of two practices in ${CLICKS} clicks`, async () => {
  const run = randomBytes(4).toString("hex");
  const olga = await signedIn(`Olga ${run}`);
  await begin(olga, PRACTICES[0]);
  olga.clicks += 1;
  await olga.page.getByText("Account and display").click();
  await olga.click("Begin or join an organisation", "link");
  await begin(olga, PRACTICES[1]);
  const session = await sessionOf(olga);
  const { body } = await call<{ organisations: readonly { id: string; name: string }[] }>(
    undefined,
    "GET",
    "/v1/session",
    undefined,
    session,
  );
  const { organisations } = body;
  for (const { id } of organisations) {
    const clients = await pagesOf<Client>(session, `/v1/organisations/${id}/accounts?limit=100`);
    for (const client of clients) await setUp(client, session);
  }
  const links: { readonly paul: string; readonly anna: string }[] = [];
  for (const practice of PRACTICES) {
    await olga.select("Organisation:", practice);
    await olga.click(/^Members$/, "link");
    const paul = await invitation(olga, "preparer");
    links.push({ paul, anna: await invitation(olga, "approver") });
  }

  const paul = await signedIn(`Paul ${run}`);
  for (const link of links) await join(paul, link.paul);
  for (const practice of PRACTICES) {
    await toBoard(paul, practice);
    await act(paul, "Mark as prepared");
  }
  expect(await paul.page.getByRole("button", { name: /^Lock \(/ }).count()).toBe(0);
  expect(await accessibilityFaults(paul.page)).toEqual([]);

  const anna = await signedIn(`Anna ${run}`);
  for (const link of links) await join(anna, link.anna);
  for (const practice of PRACTICES) {
    await toBoard(anna, practice);
    await act(anna, "Lock", true);
    await act(anna, "Record as filed", true);
  }

  // The tokens were renewed since.
  const renewed = await sessionOf(olga);
  for (const { id } of organisations) {
    const rows = await pagesOf<Row>(renewed, `/v1/organisations/${id}/board?limit=500`);
    const own = rows.filter(({ period_key }) => period_key === quarter.key);
    expect(own.map(({ state }) => state)).toEqual(Array.from({ length: CLIENTS }, () => "filed"));
  }
  const persons = [olga, paul, anna];
  const clicks = persons.map((person) => person.clicks);
  const all = clicks.reduce((sum, click) => sum + click, 0);
  report(`practice: ${2 * CLIENTS} clients, ${all} clicks (${clicks.join(" + ")})`);
  expect(all, clicks.join(" + ")).toBe(CLICKS);
  await act(anna, "Download files");
  expect(await savedBy(anna.page, anna.page.getByRole("button", { name: /\.zip$/ }))).toMatch(
    /^returns-.*\.zip$/,
  );
  for (const person of persons) await person.leave();
});
