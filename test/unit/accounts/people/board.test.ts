import { expect, it } from "vitest";
import { isToWrite } from "../../../../shared/accounts/people/board.ts";
import type { IsoDate } from "../../../../shared/core/calendar/iso-date.ts";

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
