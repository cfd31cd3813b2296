import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AMAZON_COST, amazonReport, amazonTransfer } from "../../make/amazon-movements.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { accessibilityFaults, type Look, type WatchedPage } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { goTo, savedBy, signedInTo } from "../../stack/console-visit.ts";
import { importedFile } from "../../stack/imports.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import { committed, newSeller, type Refusal } from "../../stack/seller.ts";
import { soaking } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { describeInTurn, itInTurn } = testsInTurn(import.meta.url);

/*
 * A file on its whole way: from the page that imports it to the return that is filed. Its name and all that
 * it says mean harm.
 */
const MARKUP = '<img src=x onerror="document.title=1">';
const MARKS = "\u202e\u2067";
const HOSTILE_ID = `${MARKUP} ${"x".repeat(55)}`;
const HOSTILE_TEXT = `${MARKS}${MARKUP} ${"long ".repeat(40)}`.slice(0, 200);
const HOSTILE_FIELD = `${MARKS}${MARKUP}${"y".repeat(500)}`;
const FILE_NAME = `${MARKUP}${"n".repeat(200)}.ndjson`.replaceAll("/", "");

const WIDE: Look = { width: 1280, colorScheme: "light", locale: "en-GB" };
const NARROW: Look = { width: 390, colorScheme: "dark", locale: "de-DE" };

const LINES = [
  makeSale({ event_id: HOSTILE_ID, description: HOSTILE_TEXT }),
  makeSale({ event_id: "asked", classification_status: "needs_review" }),
  makeSale({ event_id: "nowhere", dispatch_country: undefined }),
  { ...makeSale({ event_id: "stranger" }), [HOSTILE_FIELD]: 1 },
];
const bytesOf = (lines: readonly unknown[]) =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const FORMAT = { format: "events_ndjson", settings: { source_id: "shop" } };
const FILE = { name: FILE_NAME, mimeType: "text/plain", buffer: bytesOf(LINES) };

let browser: Browser;
let seller: Account;

beforeAll(async () => {
  [browser, seller] = await Promise.all([
    startBrowser(),
    newSeller("SE", { establishment_country: "SE" }),
  ]);
  const source = { source_key: "shop", display_name: MARKUP, channel_type: "owned_store" };
  expect((await call(seller.full, "POST", "/v1/sources", source)).status).toBe(201);
});
afterAll(() => closePages());

const signedIn = (screen: Look, address: string, key = seller.full): Promise<WatchedPage> =>
  signedInTo(browser, { screen, key, address });

const focused = (page: Page) => page.evaluate("document.activeElement.name");

/** The figures of an import, by their names. */
const figuresOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(
    `Object.fromEntries([...document.querySelectorAll("dl.figures div")].map((one) => [one.firstChild.textContent, one.lastChild.textContent]))`,
  );

const chooseFile = (page: Page, file: typeof FILE) =>
  page.locator("input[type=file]").setInputFiles(file);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("takes a file from its upload to the committed events, and out again", async () => {
  const watched = await signedIn(WIDE, "#/imports");
  const { page } = watched;
  await page.getByText("Nothing has been imported yet.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // By keyboard alone, but for the window in which the machine lets somebody choose a file.
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["{}"], "dropped"));
    document.querySelector(".drop-zone").dispatchEvent(new DragEvent("drop", { dataTransfer }));
  })()`);
  await page.getByText("dropped").waitFor();
  await page.getByText("The kind of file was not recognised.").waitFor();
  const guide = page.getByRole("link", { name: "Where to get the file" });
  expect(await guide.getAttribute("href")).toBe("docs/imports/README.md");
  await page.getByText("WooCommerce, Shopify and Stripe send their sales without files").waitFor();
  await chooseFile(page, FILE);
  await page.getByText("Recognised: own list of sales and refunds (JSON lines).").waitFor();
  expect(await page.locator("bdi").allTextContents()).toContain(FILE_NAME);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await guide.getAttribute("href")).toBe("docs/imports/events_ndjson.md");
  await page.getByLabel("Kind of file").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("source_id");
  await page.keyboard.type("my shop!");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.validationMessage")).toMatch(
    /^Give the shop a short name/,
  );
  await page.getByLabel("Name of this shop").fill("shop");
  await page.keyboard.press("Enter");
  await page.getByText("checked, not imported").waitFor();
  expect(await figuresOf(page)).toMatchObject({ "New, to be imported": "3", Invalid: "1" });
  const row = page.getByRole("row", { name: "stranger" });
  await row.waitFor();
  expect(await row.textContent()).toContain("1 Aug 2025");
  expect(await row.locator("bdi").allTextContents()).toContain(HOSTILE_FIELD);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await call(seller.full, "GET", "/v1/supply-events/asked")).status).toBe(404);
  await button(page, "Import 3 rows").press("Enter");
  await page.getByText("completed", { exact: true }).waitFor();
  expect(await figuresOf(page)).toMatchObject({ Imported: "3", Invalid: "1" });
  await button(page, "Sales and refunds of this shop").click();
  const events = page.getByRole("dialog", { name: "shop", exact: true });
  await events.getByText("3 sales and refunds.").waitFor();
  expect(await events.locator("bdi").allTextContents()).toContain(HOSTILE_TEXT);
  await page.keyboard.press("Escape");
  await button(page, "Sales and refunds waiting for a decision").click();
  await events.getByText("2 sales and refunds.").waitFor();
  await page.keyboard.press("Escape");
  // A broken row keeps its quarter waiting until somebody has dealt with it.
  const waiting = page.getByRole("link", { name: /^Imports/ }).locator(".nav-count");
  await waiting.waitFor();
  const badges = page.locator("main .badge");
  expect(await badges.allTextContents()).toEqual(["completed", "rows unresolved", "invalid"]);
  await button(page, "Leave this order out").click();
  const asked = page.getByRole("dialog", { name: "Leave the open orders out?" });
  await asked.getByText(/^1 order stays out of every return/).waitFor();
  await page.keyboard.press("Escape");
  await asked.waitFor({ state: "detached" });
  expect(await badges.allTextContents()).toEqual(["completed", "rows unresolved", "invalid"]);
  await button(page, "Leave this order out").click();
  await asked.getByRole("button", { name: "Leave this order out" }).click();
  await button(page, "Leave this order out").waitFor({ state: "detached" });
  await waiting.waitFor({ state: "detached" });
  // The words say that the row is settled, and how; a colour alone would not.
  expect(await badges.allTextContents()).toEqual(["completed", "settled"]);
  await page.getByText(/^1 row or order was left out on .*: it is in no return\.$/).waitFor();
  await page
    .getByRole("row", { name: /stranger/ })
    .getByText("left out")
    .waitFor();
  if (soaking) await reviewedAndFiled(watched);
  await undone(page);
  if (soaking) await changedSinceFiled(watched);
  else await expectNothingIn("2025-Q3");
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.title()).toMatch(/ · EU VAT console$/);
  // The stored file alone comes from elsewhere, by a link without the key.
  expect(
    watched.wrongs.filter((wrong) => !/^asks http:\/\/127\.0\.0\.1:\d+\/[^?]*\.xlsx\?/.test(wrong)),
  ).toEqual([]);
  await watched.context.close();
});

/** Only in a soak: journey.test.ts reviews an event, and files a return. */
async function reviewedAndFiled(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  const address = new URL(page.url()).hash;
  await page.getByRole("link", { name: "Go to review" }).click();
  await decided(page);
  await goTo(watched, "#/filing/union-oss/2025-Q3");
  await filed(page);
  await goTo(watched, address);
}

async function expectNothingIn(period: string): Promise<void> {
  const { body } = await call(seller.readOnly, "GET", `/v1/returns/union-oss/${period}`);
  expect(body).toMatchObject({ included_source_event_count: 0 });
}

async function changedSinceFiled(watched: WatchedPage): Promise<void> {
  await goTo(watched, "#/period/union-oss/2025-Q3");
  await watched.page
    .getByText(/since then/i)
    .first()
    .waitFor();
}

async function decided(page: Page): Promise<void> {
  await page.getByRole("row", { name: "asked" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, "Select all on this page").click();
  await page.getByLabel("Note").fill(MARKUP);
  await button(page, "Accept").click();
  await page.getByText("1 sale or refund is decided.").waitFor();
  // What no return could name the place of cannot count; the service says what to do.
  await page.getByRole("alert").waitFor();
  await button(page, "Undo").click();
  await page.getByText("1 sale or refund waits for a decision again.").waitFor();
  await page.getByLabel("Select asked").check();
  await button(page, "Accept").click();
  await page.getByText("1 sale or refund is decided.").waitFor();
  await page.getByLabel("Select nowhere").check();
  await button(page, "Exclude").click();
  await page.getByText("Nothing to clarify here.").waitFor();
}

async function filed(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  const lock = button(page, "Lock the return");
  expect(await lock.isDisabled()).toBe(true);
  await page.getByLabel("I have checked the return").check();
  await lock.click();
  await page.getByText("Locked on").first().waitFor({ state: "attached" });
  await page.getByText("Stored files").click();
  expect(await savedBy(page, button(page, "Download working paper xlsx"))).toMatch(
    /2025-Q3.*\.xlsx$/,
  );
  await page.getByLabel("Your VAT or scheme number, in full").first().fill("SE556000123101");
  expect(await savedBy(page, button(page, "Create the file"))).toMatch(/\.txt$/);
  await page.getByText("was created and saved").waitFor();
  await page.getByLabel("Day on which it was filed").fill("2025-10-20");
  await page.getByLabel("Reference of the tax authority").fill(MARKUP);
  await button(page, "Record the filing").click();
  await page.getByText("Filed on 20 Oct 2025.").first().waitFor({ state: "attached" });
}

async function undone(page: Page): Promise<void> {
  const undo = button(page, "Undo the import");
  await undo.click();
  const question = page.getByRole("dialog", { name: "Undo this import?" });
  await question.getByText("3 rows are removed from returns and lists, and").waitFor();
  await question.getByRole("row", { name: "Q3 2025" }).waitFor();
  const locks = question.getByText("Locked periods stay as they were declared");
  if (soaking) await locks.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, "Cancel").click();
  await question.waitFor({ state: "detached" });
  await undo.click();
  await button(page, "Undo the import now").click();
  await page.getByText("undone", { exact: true }).waitFor();
  expect(await undo.count()).toBe(0);
}

describeInTurn("an import of a thousand rows", () => {
  const MOST_ROWS = 101;
  let id = "";

  beforeAll(async () => {
    const lines = Array.from({ length: 1_000 }, () => ({}));
    ({ id } = await importedFile(seller, { ...FORMAT, bytes: bytesOf(lines), dry_run: true }));
  });

  it("is shown a hundred at a time, there and back", async () => {
    const watched = await signedIn(NARROW, `#/imports/${id}`);
    const { page } = watched;
    // Rows without any field lack all of them, each with its own finding.
    const table = page.getByRole("table", { name: "Ein Pflichtwert fehlt." });
    const first = table.locator("tbody th").first();
    await first.waitFor();
    const rows = table.locator("tr");
    expect(await rows.count()).toBe(MOST_ROWS);
    const before = await first.textContent();
    for (const number of [2, 3]) {
      await button(page, "Nächste Seite").click();
      await page.getByText(`Seite ${number}`).waitFor();
    }
    expect(await rows.count()).toBe(MOST_ROWS);
    expect(await first.textContent()).not.toBe(before);
    await button(page, "Vorige Seite").click();
    await page.getByText("Seite 2").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  });

  it("has ten thousand events shown a hundred at a time, and the page goes on taking what is typed", async () => {
    await committed(seller, makeSale({ event_id: "one-of-many" }));
    const { body: event } = await call(seller.full, "GET", "/v1/supply-events/one-of-many");
    const watched = await signedIn(WIDE, `#/imports/${id}`);
    const { page } = watched;
    await page.route("**/v1/supply-events?*", (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get("cursor") ?? 0);
      // Fewer than were asked for, as lists may answer.
      const to = from + Math.min(60, Number(query.get("limit")));
      const numbers = Array.from({ length: to - from }, (_, n) => from + n);
      const items = numbers.map((number) => ({ ...event, event_id: `e-${number}` }));
      return route.fulfill({ json: { items, next_cursor: to < 10_000 ? String(to) : null } });
    });
    await button(page, "Sales and refunds of this shop").click();
    const dialog = page.getByRole("dialog", { name: "shop", exact: true });
    for (let number = 2; number <= 5; number += 1) {
      await dialog.getByRole("button", { name: "Next page" }).click();
      await dialog.getByText(`Page ${number}`, { exact: true }).waitFor();
    }
    expect(await dialog.locator("tbody tr").count()).toBe(100);
    expect(await dialog.locator("tbody th").last().textContent()).toBe("e-499");
    expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(4_000);
    await page.keyboard.press("Escape");
    await goTo(watched, "#/imports");
    await chooseFile(page, FILE);
    const source = page.locator("input[name=source_id]");
    await source.fill("");
    await source.pressSequentially("typed");
    expect(await source.inputValue()).toBe("typed");
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  });

  it("is shown to a read-only key, which can change nothing anywhere", async () => {
    const watched = await signedIn(WIDE, `#/imports/${id}`, seller.readOnly);
    const { page } = watched;
    await button(page, "Save all findings as CSV").waitFor();
    const RETURN = "union-oss/2025-Q3";
    const pages = ["overview", `period/${RETURN}`, "review", `filing/${RETURN}`, "records"];
    // What changes something stands in a form, or is a button of that colour. A search changes nothing, and of files
    // for portals, banks and bookings nothing is kept.
    const changing = page
      .locator("form:not(search form), button.primary")
      .filter({ hasNotText: /Create the file|Download the (?:bookings|file for the bank)/ });
    for (const name of [...pages, "settings", "imports", `imports/${id}`]) {
      await goTo(watched, `#/${name}`);
      expect(await changing.count(), name).toBe(0);
    }
    for (const [path, body] of [
      ["", { ...FORMAT, source_id: "shop", size_bytes: 1 }],
      [`/${id}/start`, {}],
      [`/${id}/cancel`, undefined],
      [`/${id}/undo`, undefined],
    ] as const) {
      const to = `/v1/imports${path}`;
      const { status, body: refusal } = await call<Refusal>(seller.readOnly, "POST", to, body);
      expect([status, refusal.error]).toEqual([403, "insufficient_scope"]);
    }
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  });
});

it("shows the movements of own goods of a month, in both languages, and saves their sums", async () => {
  const own = await newSeller("DE");
  const toFrance = { TRANSACTION_TYPE: "INBOUND", ARRIVAL_COUNTRY: "FR" };
  const rows = [amazonTransfer(1, AMAZON_COST), amazonTransfer(2), amazonTransfer(3, toFrance)];
  await importedFile(own, amazonReport(rows));
  const watched = await signedIn(WIDE, "#/imports", own.readOnly);
  const { page } = watched;
  await page.getByRole("link", { name: "Movements of own goods" }).click();
  await page.getByLabel("Month", { exact: true }).fill("2026-10");
  const tableRows = page.locator("tbody tr");
  await tableRows.nth(2).waitFor();
  expect(await tableRows.filter({ hasText: "SKU-1" }).locator("th, td").allTextContents()).toEqual([
    "4 Oct 2026",
    "between warehouses",
    "Germany",
    "Poland",
    "SKU-1",
    "2",
    "€12.50",
    "amazon",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("To (optional)").selectOption("FR");
  await expect
    .poll(() => tableRows.locator("th + td").allTextContents())
    .toEqual(["to a warehouse"]);
  expect(await savedBy(page, button(page, "Sums by pair of states (CSV)"))).toBe(
    "movements-2026-10.csv",
  );
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
  const narrow = await signedIn(NARROW, "#/movements", own.full);
  await narrow.page.getByText("In diesem Monat gibt es keine Verbringungen.").waitFor();
  expect(await accessibilityFaults(narrow.page)).toEqual([]);
  await narrow.context.close();
});

itInTurn(
  "leads back to the sign-in when a key ends while somebody works, and says why",
  async () => {
    const { body: key } = await call<{ id: string; api_key: string }>(
      seller.full,
      "POST",
      "/v1/api-keys",
      { name: "Ends soon", scope: "full" },
    );
    noteSecrets([secretOf(key.api_key)]);
    const watched = await signedIn(NARROW, "#/imports", key.api_key);
    const { page } = watched;
    expect(await accessibilityFaults(page)).toEqual([]);
    const webPage = Buffer.from("<html>Sign in</html>");
    const failed = await importedFile(seller, { ...FORMAT, bytes: webPage });
    await goTo(watched, `#/imports/${failed.id}`);
    await page.getByText("Das ist eine Webseite und nicht der Export").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await goTo(watched, "#/imports");
    await chooseFile(page, FILE);
    await page.locator("input[name=source_id]").fill("shop");
    expect((await call(seller.full, "DELETE", `/v1/api-keys/${key.id}`)).status).toBe(200);
    await button(page, "Datei prüfen").click();
    await page.getByText("Der Schlüssel gilt nicht mehr").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(watched.wrongs).toEqual([]);
    await watched.context.close();
  },
);

it("looks again by itself when the service answers again, and has the result of the import", async () => {
  const own = await newSeller("SE");
  const { id } = await importedFile(own, { ...FORMAT, bytes: bytesOf(LINES.slice(0, 1)) });
  const watched = await signedIn(WIDE, "#/imports", own.full);
  const { page } = watched;
  let phase: "at work" | "gone" | "back" = "at work";
  await page.route(`**/v1/imports/${id}`, async (route) => {
    if (phase === "gone") return route.abort();
    if (phase === "back") return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), status: "importing" } });
  });
  await page.goto(`${page.url().split("#")[0]}#/imports/${id}`);
  await page.getByRole("progressbar", { name: "importing" }).waitFor();
  phase = "gone";
  await page.getByText("The service does not answer.").waitFor();
  phase = "back";
  await page.getByText("1 row or order was read.").waitFor();
  expect(await button(page, "Try again").count()).toBe(0);
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

it("shows how far an upload is, can stop it, says when it does not arrive, and leaves none waiting", async () => {
  const own = await newSeller("SE");
  const watched = await signedIn(WIDE, "#/imports", own.full);
  const { page } = watched;
  const uploads = "**/uploads/**";
  await page.route(uploads, () => {});
  await chooseFile(page, FILE);
  await page.getByLabel("Name of this shop").fill("shop");
  await button(page, "Check the file").click();
  await page.getByRole("progressbar", { name: "Uploading" }).waitFor();
  expect(await button(page, "Check the file").isDisabled()).toBe(true);
  await button(page, "Stop the upload").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.unroute(uploads);
  await page.route(uploads, (route) => route.abort());
  await button(page, "Check the file").click();
  await page.getByText("the file storage did not answer").waitFor();
  await page.unroute(uploads);
  await page.route(uploads, (route) => route.fulfill({ status: 403, headers: ANY_PAGE }));
  await button(page, "Check the file").click();
  await page.getByText("The upload was rejected.").waitFor();
  await button(page, "Refresh").click();
  await page.getByText("cancelled").nth(2).waitFor();
  const { body } = await call<{ items: { status: string }[] }>(own.full, "GET", "/v1/imports");
  expect(body.items.map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
  expect(watched.wrongs).toEqual([]);
  await watched.context.close();
});

const ANY_PAGE = { "access-control-allow-origin": "*" };
