import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { cursorAt, cursorParam } from "../../../../shared/core/input/pagination.ts";

const Cursor = cursorParam("things", z.tuple([z.string(), z.int()]));

const RULE = "is not a cursor of this list";
const faultsOf = (text: string) =>
  Cursor.safeParse(text).error?.issues.map(({ message }) => message);

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
