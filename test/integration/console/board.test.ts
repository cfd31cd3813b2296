import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CheckedRow } from "../../../shared/accounts/people/board.ts";
import { createClients } from "../../../shared/accounts/people/manage-organisations.ts";
import { saveCheckedRow } from "../../../shared/accounts/people/store-board.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { AuthorId, PeriodKey } from "../../../shared/core/ids.ts";
import { makeBoardRow } from "../../make/board-row.ts";
import { call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { issuerOfStack, type Person, signedInPerson } from "../../stack/person-visit.ts";

const LAPTOP: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };

let browser: Browser;
let issuer: string;
beforeAll(async () => {
  browser = await startBrowser();
  issuer = await issuerOfStack();
});
afterAll(() => closePages());

/** Begins an organisation, and returns it with the person who did. */
async function begin({ page }: Person): Promise<{ id: string; person: AuthorId }> {
  await page.getByLabel("Name of the organisation").fill("Harbour Tax");
  await page.getByRole("button", { name: "Begin the organisation" }).click();
  await page.getByRole("heading", { name: "0 clients" }).waitFor();
  const [request] = await Promise.all([
    page.waitForRequest(/\/board\b/),
    page.getByRole("link", { name: "Deadlines" }).click(),
  ]);
  const { authorization = "" } = request.headers();
  noteSecrets([authorization.slice(-43)]);
  type Session = { person: { id: AuthorId }; organisations: readonly { id: string }[] };
  const headers = { Authorization: authorization };
  const { body } = await call<Session>(undefined, "GET", "/v1/session", undefined, headers);
  return { id: body.organisations[0]?.id ?? "", person: body.person.id };
}

const STATES: readonly Partial<CheckedRow>[] = [
  { state: "open", filing_status: "review_required", open_questions: 2 },
  { state: "open", filing_status: "ready" },
  { state: "open", filing_status: "nil_return", payable_vat_minor: 0 },
  { state: "locked", payment_status: "unpaid" },
  { state: "filed", payment_status: "paid" },
];
const CLIENTS = 6 * STATES.length;

/** Writes the rows of clients, as their checks do: one of the quarter each, and a running one of the first. */
async function fill({ id, person }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const now = new Date();
  const names = Array.from({ length: CLIENTS }, (_, n) => ({
    name: `Client ${String(n).padStart(2, "0")}`,
    ...(n === 3 ? {} : { reference: String(20_000 + n) }),
  }));
  const clients = await createClients(id, names, { person, now });
  for (const [n, { client }] of clients.entries()) {
    const row = {
      ...makeBoardRow({ account: client.account, filing_status: null }),
      member_state_identification: n % 2 ? "DE" : "SE",
      payable_vat_minor: 12_345 * n,
      ...{ files_asked: n < 2 ? 1 : 0, files_received: n === 1 ? 2 : 0 },
    };
    const state = STATES[n % STATES.length];
    const isLocked = state?.state === "locked" || state?.state === "filed";
    const signed = isLocked ? { prepared_by: person, locked_by: "key_1" } : {};
    const quarter = { period_key: "2026-Q3" as PeriodKey, filing_due_date: DUE };
    await saveCheckedRow(id, { ...row, ...quarter, ...state, ...signed }, now);
    const next = { period_key: "2026-Q4" as PeriodKey, filing_due_date: "2027-01-31" as IsoDate };
    if (n === 0) await saveCheckedRow(id, { ...row, ...next, state: "running" }, now);
  }
}

const DUE = "2026-10-31" as IsoDate;

it("is worked from the next due day on: counted, narrowed, grouped, kept, and asked before a lock", async () => {
  const name = `Olga ${randomBytes(4).toString("hex")}`;
  const olga = await signedInPerson({ browser, issuer }, name, LAPTOP);
  const { page } = olga;
  await fill(await begin(olga));
  await page.reload();
  await settled(olga);
  const rows = page.locator("tbody tr");
  const count = (text: string) => page.getByRole("button", { name: text, exact: true });
  await count("6 to check").waitFor();
  expect(await rows.count()).toBe(CLIENTS + 1);
  const texts = await rows.allTextContents();
  expect([texts[0], texts[3], texts.at(-1)]).toEqual([
    expect.stringMatching(/^Client 00.*20000Q3 2026 · Union31 Oct 2026€0\.00to check past due/),
    expect.stringMatching(new RegExp(`^Client 03.*locked past duenot paid${name}An API key$`)),
    expect.stringMatching(/^Client 00.*Q4 2026 · Union31 Jan 2027.*running/),
  ]);
  const files = await page.locator("tbody td:last-child").allTextContents();
  expect(files.filter((text) => text !== "")).toEqual(["0", "2", "0"]);
  expect(await rows.first().getAttribute("title")).toMatch(/^Checked /);
  const { height = 99 } = (await rows.nth(5).boundingBox()) ?? {};
  expect(height).toBeLessThan(27);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Group by").selectOption("period");
  expect(await page.locator("tr.group").allTextContents()).toEqual(["Q3 2026", "Q4 2026"]);
  await count("6 locked").click();
  expect(await rows.count()).toBe(7);
  await olga.click("Save this view");
  await page.getByLabel("Name of the view").fill("Locked ones");
  await page.getByRole("dialog").getByRole("button", { name: "Save this view" }).click();
  await page.reload();
  await settled(olga);
  await page.getByLabel("Saved view").selectOption("Locked ones");
  expect(await rows.count()).toBe(7);
  expect(await accessibilityFaults(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download a spreadsheet with 6 locked returns/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[1]).toMatch(/^ac_\w+,,union_oss,2026-Q3,1,\d{4}-\d\d-\d\d,$/);
  expect(lines[2]).toMatch(/^,20008,union_oss,2026-Q3,1,/);
  await olga.click("Select all on this page");
  await olga.click("Payment order (6)");
  await page.getByRole("group", { name: "Account of the tax authority: Germany" }).waitFor();
  await page.getByRole("group", { name: "Account of the tax authority: Sweden" }).waitFor();
  await olga.click("Close");
  await olga.click("Record as filed (6)");
  await page.getByText("Record 6 returns as filed? The records stay.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // The page is loaded again before it has heard of the end. To end the route would let what it holds go on.
  let isHeld = true;
  page.on("framenavigated", () => {
    isHeld = false;
  });
  await page.route(/bulk-jobs\/bk_/, (route) => (isHeld ? undefined : route.continue()));
  await Promise.all([
    page.waitForRequest(/bulk-jobs\/bk_/),
    page.getByRole("dialog").getByRole("button", { name: "Record as filed" }).click(),
  ]);
  expect(isHeld).toBe(true);
  await page.reload();
  await page.getByText("Record as filed: 0 done, 0 unchanged, 6 rejected.").waitFor();
  await olga.leave();
});

it("narrowed to an intermediary it is the list of what is due, printed on one page and saved as CSV", async () => {
  const olga = await signedInPerson(
    { browser, issuer },
    `Olga ${randomBytes(4).toString("hex")}`,
    LAPTOP,
  );
  const { page } = olga;
  const { id, person } = await begin(olga);
  const now = new Date();
  const names = [{ name: "Ankara Textiles" }, { name: "Hanoi Crafts" }, { name: "Other AB" }];
  const clients = await createClients(id, names, { person, now });
  for (const [n, { client }] of clients.entries()) {
    const represented = {
      intermediary_name: "Delta Fiscal B.V.",
      intermediary_number_masked: "IN528*****67",
      registration_number_masked: `IM528*****1${n}`,
      payment_reference: `NL/IM528*****1${n}/M10.2026`,
    };
    const row = makeBoardRow({
      account: client.account,
      ...{ scheme_type: "ioss", member_state_identification: "NL" },
      ...{ period_key: "2026-10" as PeriodKey, filing_due_date: "2026-11-30" as IsoDate },
      ...{ payable_vat_minor: 1_000 * (n + 1), correction_vat_minor: -50 },
      ...(n < 2 ? represented : {}),
    });
    await saveCheckedRow(id, row, now);
  }
  await page.reload();
  await settled(olga);
  await page.getByLabel("Intermediary", { exact: true }).selectOption({ index: 1 });
  await page
    .getByText(/^Netherlands, October 2026: €30\.00 still to pay by 30 Nov 2026, 2 returns\./)
    .waitFor();
  const rows = page.locator("tbody tr");
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(
      /^Ankara.*IM528\*+10€10\.00ready.*−€0\.50€10\.00NL\/IM528\*+10\/M10\.2026$/,
    ),
    expect.stringMatching(
      /^Hanoi.*IM528\*+11€20\.00ready.*−€0\.50€20\.00NL\/IM528\*+11\/M10\.2026$/,
    ),
  ]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Save as CSV/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect([lines[0], lines.at(-1)]).toEqual([
    "Client,Return,VAT to pay,State,Corrections,Outstanding,Reference,Payment",
    "Total,,,,-€1.00,€30.00,,",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  const printed = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  // The width of A4 within its margins.
  await page.setViewportSize({ width: 703, height: 900 });
  const list = page.locator(".scrolls");
  const [wide, place] = await list.evaluate((one) => [one.scrollWidth, one.clientWidth]);
  expect(wide).toBe(place);
  await olga.leave();
});
