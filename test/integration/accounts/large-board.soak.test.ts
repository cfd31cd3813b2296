import { randomBytes } from "node:crypto";
import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, it } from "vitest";
import { BoardQuery } from "../../../shared/accounts/people/board.ts";
import { createClients, showBoard } from "../../../shared/accounts/people/manage-organisations.ts";
import { saveCheckedRow } from "../../../shared/accounts/people/store-board.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { AuthorId, PeriodKey } from "../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { boardRowKey, boardRowsOf } from "../../../shared/platform/table/people.ts";
import { makeBoardRow } from "../../make/board-row.ts";
import { call } from "../../stack/api.ts";
import { type Look, settled } from "../../stack/browser.ts";
import { closePages, startBrowser } from "../../stack/chromium.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { issuerOfStack, type Person, signedInPerson } from "../../stack/person-visit.ts";
import { atEachCall } from "../../stack/put-back.ts";
import { report } from "../../stack/soak.ts";

/* The board of a practice with a thousand clients and eight returns of each, every row as long as rows become. */
const CLIENTS = 1_000;
const PERIODS = Array.from({ length: 8 }, (_, n) => ({
  period_key: `${2024 + Math.floor(n / 4)}-Q${(n % 4) + 1}` as PeriodKey,
  filing_due_date: `${2025 + Math.floor(n / 4)}-0${(n % 4) + 1}-28` as IsoDate,
}));
const LAPTOP: Look = { width: 1440, colorScheme: "light", locale: "en-GB" };

/** Limits of the board: calls of the table for one response, and read units for the whole board. */
const CALLS = 7;
const UNITS = 320;

const TODAY = "2026-11-29" as IsoDate;

afterAll(() => closePages());

/** Number of openings of which the median is reported. */
const OPENINGS = 5;

/** The parts of opening the board that are measured, in milliseconds, in their order. */
const PARTS = [
  "asked",
  "answered",
  "transferred",
  "parsed",
  "sorted",
  "drawn",
  "first rows",
] as const;
type Parts = Record<(typeof PARTS)[number], number>;

/** The median and the least of some figures: the least is nearest to a machine at rest. */
const figures = (all: readonly number[]): string => {
  const [least = 0, ...others] = all.toSorted((one, other) => one - other).map(Math.round);
  return `median ${others[(OPENINGS >> 1) - 1]} ms, least ${least} ms`;
};

type Noting = typeof globalThis & { noted: Record<string, number> };

/** Makes the page note when the response is there and parsed, how long its long lists are sorted, and when rows stand. */
function noteParts() {
  const noting = globalThis as Noting;
  noting.noted = {};
  const { json } = Response.prototype;
  Response.prototype.json = async function read() {
    const value: unknown = await json.call(this);
    noting.noted["parsed"] = performance.now();
    return value;
  };
  const { sort } = Array.prototype;
  Array.prototype.sort = function sorted(compare) {
    const began = performance.now();
    sort.call(this, compare);
    if (this.length > 900)
      noting.noted["sorted"] = (noting.noted["sorted"] ?? 0) + performance.now() - began;
    return this;
  };
  new MutationObserver(() => {
    if (noting.noted["drawn"] || !document.querySelector("tbody tr:nth-child(25) input")) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        noting.noted["drawn"] ??= performance.now();
      }),
    );
  }).observe(document, { childList: true, subtree: true });
}

/** Opens the board, and returns how long each part took. */
async function opening(page: Person["page"]): Promise<Parts> {
  await page.evaluate(() => {
    (globalThis as Noting).noted = {};
    performance.clearResourceTimings();
    document.addEventListener(
      "click",
      () => {
        (globalThis as Noting).noted["clicked"] = performance.now();
      },
      { capture: true, once: true },
    );
  });
  await page.getByRole("link", { name: "Deadlines" }).click();
  await page.waitForFunction(() => (globalThis as Noting).noted["drawn"] !== undefined);
  return page.evaluate(() => {
    const { clicked = 0, parsed = 0, sorted = 0, drawn = 0 } = (globalThis as Noting).noted;
    const [call] = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/board")) as PerformanceResourceTiming[];
    if (!call) throw new Error("the board was not asked");
    return {
      asked: call.requestStart - clicked,
      answered: call.responseStart - call.requestStart,
      transferred: call.responseEnd - call.responseStart,
      parsed: parsed - call.responseEnd,
      sorted,
      drawn: drawn - parsed - sorted,
      "first rows": drawn - clicked,
    };
  });
}

/** Begins an organisation, and returns it with the person who did. */
async function begin({ page }: Person): Promise<{ id: string; person: AuthorId }> {
  await page.getByLabel("Name of the organisation").fill("Harbour Tax");
  await page.getByRole("button", { name: "Begin the organisation" }).click();
  const [request] = await Promise.all([
    page.waitForRequest(/\/board\b/),
    page.getByRole("link", { name: "Deadlines" }).click(),
  ]);
  const { authorization = "" } = request.headers();
  noteSecrets([authorization.slice(-43)]);
  const headers = { Authorization: authorization };
  type Session = { person: { id: AuthorId }; organisations: readonly { id: string }[] };
  const { body } = await call<Session>(undefined, "GET", "/v1/session", undefined, headers);
  return { id: body.organisations[0]?.id ?? "", person: body.person.id };
}

/** Writes a row of a locked return as its check does, and copies what is stored for all clients and periods. */
async function fill({ id, person }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const now = new Date();
  const names = Array.from({ length: CLIENTS }, (_, n) => ({
    name: `Client number ${n} with a usual name`,
    reference: String(20_000 + n),
  }));
  const made: string[] = [];
  for (let at = 0; at < CLIENTS; at += 500) {
    const some = await createClients(id, names.slice(at, at + 500), { person, now });
    made.push(...some.map(({ client }) => client.account));
  }
  const accounts = made as Parameters<typeof boardRowsOf>[1][];
  const [first] = accounts;
  const [period] = PERIODS;
  if (!first || !period) throw new Error("there is no client");
  const named = { account: first, scheme_type: "union_oss", registration_id: 1 } as const;
  const row = {
    ...makeBoardRow({ outstanding_minor: 1_234_567, correction_vat_minor: -4_567 }),
    ...{ ...named, ...period, member_state_identification: "DE", state: "locked" as const },
    ...{
      data_complete: true,
      open_questions: 0,
      filing_status: null,
      payment_status: "unpaid" as const,
    },
    ...{ submitted_on: "2026-10-20" as IsoDate, prepared_at: null, payable_vat_minor: 1_234_567 },
    ...{ return_currency: "EUR" as const, prepared_by: person, locked_by: person },
    ...{ files_asked: 2, files_received: 3 },
  } as const;
  await saveCheckedRow(id, row, now);
  const query = { ...boardRowsOf(id, first), TableName: tableName() };
  const stored = (await dynamo.send(new QueryCommand(query))).Items?.[0];
  const items = accounts.flatMap((account) =>
    PERIODS.map((period) => ({ ...stored, ...boardRowKey(id, { ...named, account, ...period }) })),
  );
  for (let at = 0; at < items.length; at += 25) {
    const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await dynamo.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
}

let calls = 0;
let units = 0;
atEachCall(dynamo, (next) => async (args) => {
  const input = { ...args.input, ReturnConsumedCapacity: "TOTAL" } as typeof args.input;
  const answer = await next({ ...args, input });
  const { ConsumedCapacity } = answer.output as {
    ConsumedCapacity?: { CapacityUnits?: number } | readonly { CapacityUnits?: number }[];
  };
  calls += 1;
  units += [ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
  return answer;
});

it(`the board of ${CLIENTS} clients takes at most ${CALLS} calls and ${UNITS} read units`, async () => {
  const browser = await startBrowser();
  const entrance = { browser, issuer: await issuerOfStack() };
  const name = `Olga ${randomBytes(4).toString("hex")}`;
  const olga = await signedInPerson(entrance, name, LAPTOP);
  const practice = await begin(olga);
  await fill(practice);
  units = 0;
  const found: number[] = [];
  let cursor: string | null | undefined;
  const before = process.cpuUsage();
  while (cursor !== null) {
    calls = 0;
    const query = BoardQuery.parse({ limit: "8000", ...(cursor ? { cursor } : {}) });
    const { items, next_cursor } = await showBoard(practice.id, practice.person, query, {
      today: TODAY,
      isCompressed: true,
    });
    report(`${items.length} rows: ${calls} calls of the table`);
    expect(calls).toBeLessThanOrEqual(CALLS);
    found.push(items.length);
    cursor = next_cursor;
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = Math.round((user + system) / 1000);
  report(`${CLIENTS * PERIODS.length} rows: ${units} read units, ${cpu} ms of processor time`);
  expect(found.reduce((sum, count) => sum + count)).toBe(CLIENTS * PERIODS.length);
  expect(units).toBeLessThanOrEqual(UNITS);

  const { page } = olga;
  await page.evaluate(noteParts);
  const openings: Parts[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    await page.getByRole("link", { name: "Clients" }).first().click();
    await settled(olga);
    openings.push(await opening(page));
  }
  for (const name of PARTS) report(`${name}: ${figures(openings.map((one) => one[name]))}`);
  await page.getByRole("button", { name: "8,000 locked" }).waitFor();
  await olga.leave();
});
