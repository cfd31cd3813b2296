import { randomUUID } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { handler as calculate } from "../../../functions/calculations/calculate-vat.ts";
import { handler as commit } from "../../../functions/ledger/commit-supply-events.ts";
import { handler as event } from "../../../functions/ledger/get-supply-event.ts";
import { handler as page } from "../../../functions/ledger/list-supply-events.ts";
import { handler as explanation } from "../../../functions/returns/explain-event.ts";
import { handler as summary } from "../../../functions/returns/get-quarterly-summary.ts";
import { handler as ofScheme } from "../../../functions/returns/get-return.ts";
import type { RequestEvent } from "../../../shared/api/route.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { recountKey } from "../../../shared/platform/table/keys.ts";
import { makeImport, makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { countTurns } from "../../stack/count-turns.ts";
import { newSeller } from "../../stack/seller.ts";

/*
 * The calls of the table that a warm request makes, that of the key included, and the turns in which they are sent. Both
 * are on the bill of time of every request: docs/quality/performance.md has the goals.
 */
const NOW = new Date("2026-08-15T12:00:00Z");
const [ENDED, RUNNING] = ["2026-05-14" as IsoDate, "2026-08-14" as IsoDate];

type Handler = (event: RequestEvent, context: Context) => Promise<unknown>;
type Asked = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

async function ask(handler: Handler, key: string, { path, query, body }: Asked): Promise<string> {
  const request = {
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: body && JSON.stringify(body),
    pathParameters: path,
    queryStringParameters: query,
    requestContext: { requestId: "r", http: { method: body ? "POST" : "GET" } },
  } as unknown as RequestEvent;
  const answer = (await handler(request, {} as Context)) as Record<string, unknown>;
  expect([200, 201], String(answer["body"])).toContain(answer["statusCode"]);
  return String(answer["body"]);
}

/** Sends a request twice, since the first one in a process also notes the use of its key, and counts the second. */
async function counted(handler: Handler, { full }: Account, asked: () => Asked) {
  await ask(handler, full, asked());
  const { calls, turns } = await countTurns(() => ask(handler, full, asked()));
  return [calls, turns];
}

let seller: Account;
let locked: Account;
let importer: Account;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  [seller, locked, importer] = await Promise.all([newSeller(), newSeller(), newSeller()]);
  for (const one of [seller, locked, importer]) {
    const sales = [ENDED, RUNNING].map((supply_date) =>
      makeSale({ event_id: `of-${supply_date}`, supply_date }),
    );
    await ask(commit as Handler, one.full, { body: { events: sales } });
  }
  const path = "/v1/reports/locked-return-periods/union-oss?period=2026-Q2";
  expect((await call(locked.full, "POST", path)).status).toBe(201);
  const imported = makeImport({ event_id: "imported", supply_date: ENDED });
  await ask(commit as Handler, importer.full, { body: imported });
});
afterAll(() => {
  vi.useRealTimers();
});

const saleNow = () => ({ body: makeSale({ event_id: randomUUID(), supply_date: RUNNING }) });
const refundNow = () => ({
  body: makeRefund({
    event_id: randomUUID(),
    supply_date: RUNNING,
    original_event_id: `of-${RUNNING}`,
    taxable_amount_minor: 1,
    vat_amount_minor: 0,
  }),
});
const quote = () => ({
  body: {
    country: "DE",
    currency: "SEK",
    price_includes_vat: true,
    transaction_date: RUNNING,
    lines: [{ line_id: "1", tax_class_id: "standard", gross_amount_minor: 11_900 }],
    supply: { supply_kind: "goods", dispatch_country: "SE", customer_type: "b2c" },
  },
});
const ofMonth = (day: IsoDate) => () => ({ query: { period: day.slice(0, 7), limit: "20" } });
const ofQuarter = (period: string) => () => ({ query: { period } });
const one = (day: IsoDate) => () => ({ path: { event_id: `of-${day}` } });
const unionReturn = () => ({ path: { scheme: "union-oss", period: "2026-Q2" } });

it.for([
  ["a sale", commit, saleNow, [3, 2]],
  ["a refund", commit, refundNow, [3, 2]],
  ["a summary", summary, ofQuarter("2026-Q3"), [6, 2]],
  ["a summary of a period that is over", summary, ofQuarter("2026-Q2"), [6, 2]],
  ["a return", ofScheme, unionReturn, [6, 2]],
  ["a page of a month", page, ofMonth(RUNNING), [6, 2]],
  ["a page of a month that is over", page, ofMonth(ENDED), [6, 2]],
  ["a page of three months", page, ofQuarter("2026-Q2"), [14, 2]],
  ["an event", event, one(RUNNING), [2, 2]],
  ["an event of a period that is over", event, one(ENDED), [2, 2]],
  ["the explanation of an event", explanation, one(ENDED), [7, 4]],
  ["a calculation", calculate, quote, [6, 4]],
] as const)("%s makes few calls", async ([, handler, asked, expected]) => {
  expect(await counted(handler as Handler, seller, asked)).toEqual(expected);
});

it.for([
  ["a page of a month", page, ofMonth(ENDED), [7, 3]],
  ["an event", event, one(ENDED), [3, 3]],
] as const)("%s that was locked makes one call more, for its markers", async ([, ...row]) => {
  const [handler, asked, expected] = row;
  expect(await counted(handler as Handler, locked, asked)).toEqual(expected);
});

it("a summary counts imports without a registration where there are any, with a call a month", async () => {
  const asked = ofQuarter("2026-Q2");
  expect(await counted(summary as Handler, importer, asked)).toEqual([9, 2]);
  expect(JSON.parse(await ask(summary as Handler, importer.full, asked()))).toMatchObject({
    supplies_without_registration: [{ scheme_type: "ioss", period_key: "2026-05", event_count: 1 }],
  });
});

it("a summary of an account from before its kinds of periods were noted reads all of them", async () => {
  const [asked, account] = [ofQuarter("2026-Q2"), await newSeller()];
  await ask(commit as Handler, account.full, saleNow());
  expect(await counted(summary as Handler, account, asked)).toEqual([6, 2]);
  const update = { UpdateExpression: "REMOVE period_kinds" };
  const command = { TableName: tableName(), Key: recountKey(account.account), ...update };
  await dynamo.send(new UpdateCommand(command));
  expect(await counted(summary as Handler, account, asked)).toEqual([9, 2]);
});
