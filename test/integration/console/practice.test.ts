import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { periodBefore, quarterOn } from "../../../shared/core/calendar/dates.ts";
import { csvRecords } from "../../../shared/core/files/csv.ts";
import { call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { Hand } from "../../stack/hand.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { lookUntil } from "../../stack/look-until.ts";
import { EPC, ISO, schemaFaults } from "../../stack/pain-001.ts";
import { issuerOfStack, type Person, signedInPerson } from "../../stack/person-visit.ts";
import { soaking } from "../../stack/soak.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";
import { sentFile, tokenOf } from "../../stack/upload-links.ts";

/*
 * The quarter of a practice, from an empty organisation to the last payment, by hand in a browser. Each client is real:
 * it gets a link of its own, sends a file by it, and its return is locked, filed and paid. The clicks and fields do not
 * depend on the number of clients; a soak has sixty of them. The cells of spreadsheets are typed elsewhere.
 */
const LAPTOP: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };
const CLIENTS = soaking ? 60 : 20;

let browser: Browser;
let issuer: string;
let quarter: ReturnType<typeof quarterOn>;
beforeAll(async () => {
  quarter = periodBefore(quarterOn(await todayWithTimeLeft()));
  browser = await startBrowser();
  issuer = await issuerOfStack();
});
afterAll(() => closePages());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** The clients as their practice's program exports them, with seat, first day and number. */
const clientsFile = () =>
  [
    "name;reference;establishment_country;scheme_type;effective_from;vat_registration_number",
    ...Array.from(
      { length: CLIENTS },
      (_, n) => `Client ${n};${1_000 + n};DE;union_oss;${quarter.firstDay};DE123456789`,
    ),
  ].join("\n");

/** The sales of a client, which differ in their amount. */
const salesOf = (n: number) =>
  Buffer.from(
    [
      "event_id,event_type,supply_date,supply_kind,customer_type,dispatch_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate,rate_category",
      `o-1,sale,${quarter.firstDay},goods,b2c,DE,FR,EUR,${100 + n}.00,${((100 + n) / 5).toFixed(2)},20,standard`,
      `o-2,sale,${quarter.lastDay},goods,b2c,DE,IT,EUR,50.00,11.00,22,standard`,
    ].join("\n"),
  );

type Row = {
  readonly period_key: string;
  readonly state: string;
  readonly payment_status: string | null;
  readonly files_asked: number;
  readonly files_received: number;
};

/** Goes to the board, and returns a function that reads its rows of the quarter as the page does. */
async function toBoard({ page }: Person, hand: Hand) {
  let last: { readonly path: string; readonly Authorization: string } | undefined;
  page.on("request", (request) => {
    const { pathname: path } = new URL(request.url());
    if (!/\/board$/.test(path)) return;
    const { authorization: Authorization = "" } = request.headers();
    noteSecrets([Authorization.slice(-43)]);
    last = { path, Authorization };
  });
  await hand.click(page.getByRole("link", { name: "Deadlines" }));
  return async (): Promise<Row[]> => {
    const { path = "", ...session } = last ?? {};
    const { body } = await call<{ items?: Row[] }>(undefined, "GET", path, undefined, session);
    return body.items?.filter(({ period_key }) => period_key === quarter.key) ?? [];
  };
}

/** Waits until all returns of the quarter are as they should be, and looks at the board anew. */
async function lookAgain(
  person: Person,
  hand: Hand,
  rowsOf: () => Promise<Row[]>,
  isDone: (row: Row) => boolean,
): Promise<void> {
  await lookUntil(async () => {
    const rows = await rowsOf();
    return rows.length === CLIENTS && rows.every(isDone) ? true : undefined;
  });
  await person.page.reload();
  await settled(person);
  const [year, of] = quarter.key.split("-");
  await hand.select(person.page.getByLabel("Period", { exact: true }), `${of} ${year}`);
  await person.page
    .locator("tbody tr")
    .nth(CLIENTS - 1)
    .waitFor();
}

/** Chooses all returns on the page, and presses the button of an action on each of them. */
async function press(page: Page, hand: Hand, action: string): Promise<void> {
  await hand.click(button(page, "Select all on this page"));
  await hand.click(button(page, `${action} (${CLIENTS})`));
}

const ended = (page: Page, action: string) =>
  page.getByText(`${action}: ${CLIENTS} done, 0 unchanged, 0 rejected.`).waitFor({
    timeout: 240_000,
  });

async function act(page: Page, hand: Hand, action: string, isFinal = false): Promise<void> {
  await press(page, hand, action);
  if (isFinal) await hand.click(page.getByRole("dialog").getByRole("button", { name: action }));
  await ended(page, action);
}

const textOfDownload = async (page: Page, click: () => Promise<void>): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFile(await download.path());
};

/** Asks all clients for their files, and returns the links of the spreadsheet. */
async function askForFiles(page: Page, hand: Hand): Promise<string[]> {
  await press(page, hand, "Ask for files");
  const dialog = page.getByRole("dialog");
  expect(await accessibilityFaults(page)).toEqual([]);
  // The texts are in the language of the clients, whatever that of the console.
  await dialog.getByLabel("Language").selectOption("de");
  await hand.click(dialog.getByRole("button", { name: `Make ${CLIENTS} links` }));
  const save = dialog.getByRole("button", { name: "Download links and texts" });
  const bytes = await textOfDownload(page, () => hand.click(save));
  await hand.click(dialog.getByRole("button", { name: "Close" }));
  const lines = csvRecords(bytes.toString("utf8")) as { link: string; text: string }[];
  for (const { link, text } of lines)
    expect(text.split("Anmeldung ist nicht nötig.")[1]).toContain(link);
  const tokens = lines.map(tokenOf);
  noteSecrets(tokens.map((token) => token.slice(-43)));
  return tokens;
}

/** Makes one ZIP with the files of all returns and one payment order, and returns its files by name. */
async function orderAndFiles(page: Page, hand: Hand): Promise<Record<string, Uint8Array>> {
  await press(page, hand, "Payment order");
  const dialog = page.getByRole("dialog");
  for (const [account, name, iban] of [
    ["Your account, which pays", "Kanzlei Berger", "DE89370400440532013000"],
    ["Account of the tax authority: Germany", "Bundeskasse", "DE02120300000000202051"],
  ] as const) {
    const group = dialog.getByRole("group", { name: account });
    await hand.fill(group.getByLabel("Account holder"), name);
    await hand.fill(group.getByLabel("IBAN"), iban);
  }
  await hand.click(dialog.getByRole("button", { name: "Make the order and the files" }));
  await ended(page, "Download files");
  return unzipSync(
    await textOfDownload(page, () => hand.click(button(page, /^Download returns-.*\.zip/))),
  );
}

/** Records the filings by the spreadsheet of the board, with the references that the portal gave. */
async function recordFilings(page: Page, hand: Hand): Promise<void> {
  const save = button(page, `Download a spreadsheet with ${CLIENTS} locked returns`);
  const [head = "", ...lines] = (await textOfDownload(page, () => hand.click(save)))
    .toString("utf8")
    .trim()
    .split("\r\n");
  const filled = [head, ...lines.map((line, n) => `${line}REF-${n}`)].join("\n");
  await hand.choose(page.getByLabel("Spreadsheet saved as CSV"), "filings.csv", filled);
  await ended(page, "Record as filed");
}

it(`from an empty organisation to the paid returns of ${CLIENTS} clients`, async () => {
  const olga = await signedInPerson(
    { browser, issuer },
    `Olga ${randomBytes(4).toString("hex")}`,
    LAPTOP,
  );
  const { page } = olga;
  const hand = new Hand();
  await hand.fill(page.getByLabel("Name of the organisation"), "Kanzlei Berger");
  await hand.click(button(page, "Begin the organisation"));
  await hand.choose(page.getByLabel("Spreadsheet saved as CSV"), "clients.csv", clientsFile());
  await page.getByText(`${CLIENTS} clients were added`).waitFor();
  const rowsOf = await toBoard(olga, hand);
  await lookAgain(olga, hand, rowsOf, ({ state }) => state === "open");

  const tokens = await askForFiles(page, hand);
  expect(tokens.length).toBe(CLIENTS);
  for (const [n, token] of tokens.entries()) {
    expect(await sentFile(token, `sales-${n}.csv`, salesOf(n))).toMatchObject({
      status: "received",
    });
  }
  await lookAgain(olga, hand, rowsOf, ({ files_received }) => files_received === 1);
  const sent = await page.locator("tbody td:last-child").allTextContents();
  expect(sent).toEqual(Array.from({ length: CLIENTS }, () => "1"));
  await act(page, hand, "Import files");
  await button(page, `${CLIENTS} ready`).waitFor();
  await act(page, hand, "Mark as prepared");
  await act(page, hand, "Lock", true);
  const files = await orderAndFiles(page, hand);
  const names = Object.keys(files);
  expect(names).not.toContain("not-included.csv");
  expect(names.filter((name) => /\/entry-sheet-/.test(name))).toHaveLength(CLIENTS);
  const order = files["payments.xml"] ?? new Uint8Array();
  expect(strFromU8(order).match(/<CdtTrfTxInf>/g)).toHaveLength(CLIENTS);
  expect(schemaFaults(order, [ISO, EPC])).toEqual([]);
  await recordFilings(page, hand);
  await act(page, hand, "Record as paid", true);

  const rows = await rowsOf();
  expect(rows.map(({ state, payment_status }) => `${state} ${payment_status}`)).toEqual(
    Array.from({ length: CLIENTS }, () => "filed paid"),
  );
  hand.expectAsDocumented(
    "A practice, from an empty organisation to the paid returns of 20 or of 60 clients",
  );
  await olga.leave();
});
