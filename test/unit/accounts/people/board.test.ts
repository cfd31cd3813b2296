import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { boardPage, isToWrite, isUnanswered } from "../../../../shared/accounts/people/board.ts";
import type { Member } from "../../../../shared/accounts/people/organisation.ts";
import { loadBoardRows, loadBoardRowsOf } from "../../../../shared/accounts/people/store-board.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { AccountId } from "../../../../shared/core/ids.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { makeBoardRow } from "../../../make/board-row.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

const TODAY = "2026-11-27" as IsoDate;
const row = { account: "shop", period_key: "2026-Q3", state: "open", open_questions: 2 } as never;
const known = (more: object = {}) =>
  ({ ...(row as object), as_of: "2026-11-27T00:00:00.000Z", ...more }) as never;

it.for([
  ["nothing is known of it", undefined, true],
  ["it is as it was", known(), false],
  ["it is as it was, and is more besides", known({ file_made_at: "2026-11-01" }), false],
  ["one of its fields is another", known({ open_questions: 3 }), true],
  ["it was to end", known({ expires_at: 1 }), true],
  ["it was written yesterday", known({ as_of: "2026-11-26T23:59:59.999Z" }), true],
] as const)("a row of the board is written: %s", ([, before, expected]) => {
  expect(isToWrite(before, row, TODAY)).toBe(expected);
});

it.for([
  [0, 0, false],
  [1, 0, true],
  [2, 1, false],
] as const)(
  "of %i links with %i files, nothing has come of what was asked: %s",
  ([files_asked, files_received, expected]) => {
    expect(isUnanswered({ files_asked, files_received })).toBe(expected);
  },
);

it("a row that no check has written yet is none of the board", async () => {
  const unchecked = { ...(row as object), file_made_at: "2026-11-27T00:00:00.000Z" };
  mockedClient(dynamo)
    .on(QueryCommand)
    .resolves({ Items: [unchecked] });
  expect(await loadBoardRowsOf("or_1", "shop" as AccountId)).toEqual([]);
});

const checked = (n: number) => ({
  sk: `row-${n}`,
  account: "shop",
  scheme_type: "union_oss",
  period_key: "2026-Q3",
  registration_id: 1,
  member_state_identification: "SE",
  filing_due_date: "2026-10-31",
  state: n % 2 === 0 ? "open" : "locked",
  filing_status: null,
  payment_status: null,
  open_questions: null,
  data_complete: true,
  as_of: "2026-11-27T00:00:00.000Z",
});

it.for([
  [{ limit: 2 }, ["row-0", "row-1"], 1],
  [{ limit: 3 }, ["row-0", "row-1", "row-2"], 2],
  [{ limit: 9 }, ["row-0", "row-1", "row-2", "row-3", "row-4"], 3],
  [{ limit: 2, filter: { state: "open" } }, ["row-0", "row-2"], 2],
] as const)("of five rows in pages of two %j are %j, of %i pages", async ([page, places, read]) => {
  const table = mockedClient(dynamo);
  const LastEvaluatedKey = { pk: "BOARD" };
  table
    .on(QueryCommand)
    .resolvesOnce({ Items: [checked(0), checked(1)], LastEvaluatedKey })
    .resolvesOnce({ Items: [checked(2), checked(3)], LastEvaluatedKey })
    .resolves({ Items: [checked(4)] });
  const rows = await loadBoardRows("or_1", page);
  expect(rows.map(({ place }) => place)).toEqual(places);
  expect(table.commandCalls(QueryCommand)).toHaveLength(read);
});

it("a page whose returns all have an intermediary of their own fits into a response", () => {
  const rows = Array.from({ length: 6_000 }, (_, n) => ({
    place: `${n}`,
    row: {
      ...makeBoardRow({
        scheme_type: "ioss",
        intermediary_name: `Intermediary ${n} of Gothenburg`,
      }),
      as_of: "2026-11-27T00:00:00.000Z",
    },
  }));
  const client = { account: "shop" as AccountId, name: "Shop", created_at: "", created_by: "" };
  const shown = {
    clients: new Map([["shop", client]]),
    member: { role: "owner", accounts: {} } as Member,
    today: TODAY,
  };
  const body = boardPage(rows, { limit: 6_000, isCompressed: false }, shown);
  expect(body.intermediaries).toHaveLength(body.items.length);
  expect(body.next_cursor).not.toBeNull();
  const output = JSON.stringify({ statusCode: 200, body: JSON.stringify(body) });
  expect(Buffer.byteLength(output)).toBeLessThan(6_291_000);
});
