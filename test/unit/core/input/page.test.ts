import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  countThatFits,
  cursorAt,
  cursorParam,
  loadedListQuery,
  pageOfAll,
  wholeListQuery,
} from "../../../../shared/core/input/pagination.ts";

const Cursor = cursorParam("things", z.tuple([z.string(), z.int()]));

const RULE = "is not a cursor of this list";
const faultsOf = (text: string) =>
  Cursor.safeParse(text).error?.issues.map(({ message }) => message);

it("compressed rows are within the 6 MB of a function, even with long names in rare letters", () => {
  let seed = 1;
  const letter = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(0x4e00 + (seed % 20_000));
  };
  const name = () => Array.from({ length: 200 }, letter).join("");
  const rows = Array.from({ length: 5_000 }, () => ({ client_name: name(), of: name() }));
  const fields = Object.fromEntries(
    Array.from({ length: 25 }, (_, n) => [`a_usual_field_${n}`, n]),
  );
  const whole = rows.map((row) => ({ ...row, ...fields }));
  const fitting = countThatFits(whole, true);
  expect(countThatFits(whole)).toBeLessThan(fitting);
  const sent = gzipSync(JSON.stringify(whole.slice(0, fitting)), { level: 1 }).toString("base64");
  expect(sent.length).toBeLessThan(6_291_000);
});

describe("a cursor", () => {
  it("leads back to its place, whatever characters are in it", () => {
    const place = fc.tuple(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer());
    fc.assert(
      fc.property(place, (at) => {
        expect(Cursor.parse(cursorAt("things", at))).toEqual(at);
      }),
    );
  });

  it.for([
    ["nothing", ""],
    ["padded", `${cursorAt("things", ["a", 1])}=`],
    ["of base64 with + and /", "a+/b"],
    ["no base64", "Ä"],
    ["of another list", cursorAt("others", ["a", 1])],
    ["of another place", cursorAt("things", ["a"])],
    ["too long", "a".repeat(4_001)],
    ["too long, and no base64", "Ä".repeat(4_001)],
  ])("that is %s is refused, with one fault", ([, text]) => {
    expect(faultsOf(text as string)).toEqual([RULE]);
  });
});

describe("a page of a loaded list", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const as = { idOf: (id: string) => id, view: (id: string) => id };
  const Query = loadedListQuery("ids");
  const page = (rows: string[], limit?: string, cursor?: string | null) =>
    pageOfAll("ids", rows, Query.parse({ limit, cursor: cursor ?? undefined }), as);

  it("goes on after the row of its cursor, and ends with null", () => {
    const first = page(ids, "2");
    const second = page(["new", ...ids], "2", first.next_cursor);
    const third = page(ids, "2", second.next_cursor);
    expect([first.items, second.items, third.items]).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(third.next_cursor).toBeNull();
  });

  it("goes on at the same position where that row was removed", () => {
    const { next_cursor } = page(ids, "2");
    expect(page(["a", "c", "d", "e"], "2", next_cursor).items).toEqual(["c", "d"]);
  });

  it("has 50 rows unless limit is sent, or all rows in a list of the contract", () => {
    const many = Array.from({ length: 60 }, (_, at) => String(at));
    expect(page(many).items).toHaveLength(50);
    const whole = pageOfAll("ids", many, wholeListQuery("ids").parse({}), as);
    expect(whole).toEqual({ items: many, next_cursor: null });
    expect(page([])).toEqual({ items: [], next_cursor: null });
  });
});
