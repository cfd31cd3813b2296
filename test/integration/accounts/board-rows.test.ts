import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import {
  boardRowIn,
  loadBoardRowsOf,
  noteOnBoard,
  saveCheckedRow,
} from "../../../shared/accounts/people/store-board.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { accountOf, type LedgerId, type PeriodKey } from "../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { boardRowKey } from "../../../shared/platform/table/people.ts";
import { makeBoardRow } from "../../make/board-row.ts";
import { newPerson, newPractice } from "../../stack/people.ts";

/** Number of bytes of an attribute, as DynamoDB counts them, about: numbers and flags are rounded up. */
const bytesOf = ([name, value]: [string, unknown]): number =>
  name.length + (typeof value === "string" ? value.length : 4);

it("a row that version 1 stored is read, changed, and packed by the next check", async () => {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const ledger = account as LedgerId;
  const named = {
    account: accountOf(ledger),
    scheme_type: "union_oss" as const,
    period_key: "2026-Q3" as PeriodKey,
    registration_id: 1,
    filing_due_date: "2026-10-31" as IsoDate,
  };
  const { files_asked: _a, files_received: _r, ...usual } = makeBoardRow();
  const row = {
    ...usual,
    ...{ ...named, member_state_identification: "DE", state: "open" as const },
    ...{ data_complete: true, open_questions: 0, filing_status: "ready" as const },
    ...{ submitted_on: null, payment_status: null, payable_vat_minor: 1_234_567 },
    ...{ return_currency: "EUR" as const, prepared_by: owner.id, locked_by: null },
    ...{ prepared_at: "2026-10-20T10:00:00.000Z" },
  };
  const key = boardRowKey(id, named);
  const as_of = "2026-10-20T11:00:00.000Z";
  const old = { ...key, schema_version: 1, ...row, as_of, file_made_at: as_of };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item: old }));
  const read = async () => (await loadBoardRowsOf(id, named.account))[0];
  const { schema_version: _, pk: __, sk: ___, ...fields } = old;
  const known = { ...fields, files_asked: 0, files_received: 0 };
  expect(await read()).toEqual(known);
  // An older version may have run again in between: both names of a field are there, in any order.
  for (const both of [
    { s: "locked", ...old },
    { ...old, s: "locked" },
  ]) {
    expect(boardRowIn(both).state).toBe("locked");
  }

  // A lock writes some of the fields: each is the newer one, also where it is null.
  const signed = { prepared_at: null, locked_by: owner.id };
  const change = { state: "locked" as const, filing_status: null, ...signed };
  const at = new Date("2026-10-21T00:00:00.000Z");
  await noteOnBoard(ledger, named, change, at);
  const locked = { ...known, ...change, as_of: at.toISOString() };
  expect(await read()).toEqual(locked);

  const checked = { ...row, ...change, payment_status: "unpaid" as const, files_asked: 2 };
  const next = new Date("2026-10-22T00:00:00.000Z");
  expect(await saveCheckedRow(id, { ...checked, files_received: 3 }, next)).toBe(true);
  const after = { ...checked, files_received: 3, as_of: next.toISOString(), file_made_at: as_of };
  expect(await read()).toEqual(after);
  const { Item = {} } = await dynamo.send(new GetCommand({ TableName: tableName(), Key: key }));
  // A check packs what it finds, and leaves when a file was made.
  const kept = ["as_of", "file_made_at", "pk", "schema_version", "sk", "w"];
  expect(Object.keys(Item).sort()).toEqual(kept);
  const bytes = Object.entries(Item).reduce((sum, entry) => sum + bytesOf(entry), 0);
  expect(bytes).toBeLessThan(350);
});

/** Fields of a row, none of which is null, and amounts that are negative or as large as they become. */
const FULL = {
  ...{ submitted_on: "2026-10-20" as IsoDate, payment_status: "part_paid" as const },
  ...{ correction_vat_minor: -4_567, outstanding_minor: Number.MAX_SAFE_INTEGER },
  ...{ prepared_at: "2026-10-20T10:00:00.000Z", prepared_by: "pe_1", locked_by: "ky_1" },
  ...{ registration_number_masked: "IM••••••7890", payment_reference: "IE/IM7890/08.2026" },
  ...{ intermediary_name: "Zürn | Söhne", intermediary_number_masked: "IN••••••1234" },
  ...{ files_asked: 12, files_received: 40 },
};
const EMPTY = {
  ...{ data_complete: false, filing_status: null, open_questions: null },
  ...{ payable_vat_minor: null, return_currency: null, correction_vat_minor: null },
};

it.for([
  ["full", FULL],
  ["empty", EMPTY],
  ["usual", {}],
] as const)("a packed row is read as it was: %s", async ([, changes]) => {
  const { id, account } = await newPractice(await newPerson("owner"));
  const row = makeBoardRow({ ...changes, account: accountOf(account as LedgerId) });
  const now = new Date("2026-10-22T00:00:00.000Z");
  expect(await saveCheckedRow(id, row, now)).toBe(true);
  const stored = { ...row, as_of: now.toISOString() };
  expect(await loadBoardRowsOf(id, row.account)).toEqual([stored]);
});

it("a row that version 2 stored is read", () => {
  const sk = "ac_1#2026-10-31#union_oss#2026-Q3#1";
  const item = {
    sk,
    as_of: "2026-10-22",
    m: "SE",
    s: "open",
    d: true,
    q: 0,
    r: "ready",
    p: null,
    v: 100,
  };
  expect(boardRowIn(item)).toMatchObject({
    ...{ account: "ac_1", registration_id: 1, state: "open", filing_status: "ready" },
    ...{ payable_vat_minor: 100, files_asked: 0, prepared_by: null },
  });
});
