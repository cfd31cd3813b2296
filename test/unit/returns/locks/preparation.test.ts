import { expect, it, test } from "vitest";
import type { AuthorId } from "../../../../shared/core/ids.ts";
import {
  lastMark,
  type Preparation,
  requireSecondPerson,
  UNPREPARED,
  withMark,
  withoutMark,
} from "../../../../shared/returns/locks/preparation.ts";
import { errorOf } from "../../../make/refusal.ts";

const A = "a".repeat(64);
const B = "b".repeat(64);

const at = (hour: number) => `2025-10-02T${String(hour).padStart(2, "0")}:00:00.000Z`;

/** The marks of persons on figures, one an hour. */
const marked = (figures: string, persons: readonly string[], before = UNPREPARED): Preparation =>
  persons.reduce<Preparation>(
    (seen, person, hour) =>
      withMark(seen, figures, {
        author: `key of ${person}` as AuthorId,
        person,
        now: new Date(at(hour)),
      }),
    before,
  );

it("of each person the first mark on the figures counts, and none on other figures", () => {
  const once = marked(A, ["ann", "bob", "ann"]);
  expect(once).toEqual({
    version: 0,
    content_sha256: A,
    marks: [
      { prepared_at: at(0), prepared_by: "key of ann", person: "ann" },
      { prepared_at: at(1), prepared_by: "key of bob", person: "bob" },
    ],
  });
  expect(marked(A, ["bob"], once)).toBe(once);
  expect(marked(B, ["bob"], { ...once, version: 7 })).toEqual({
    version: 7,
    content_sha256: B,
    marks: [{ prepared_at: at(0), prepared_by: "key of bob", person: "bob" }],
  });
});

it("a person takes the own mark back, and no other", () => {
  const all = marked(A, ["ann", "bob"]);
  expect(withoutMark(all, "bob")).toEqual(marked(A, ["ann"]));
  expect(withoutMark(all, "cem")).toBe(all);
  expect(lastMark(withoutMark(marked(A, ["ann"]), "ann"), A).prepared_at).toBeNull();
});

it("twenty persons are enough", () => {
  const persons = Array.from({ length: 21 }, (_, n) => `p${n}`);
  expect(marked(A, persons.slice(0, 20)).marks).toHaveLength(20);
  expect(marked(A, persons)).toEqual(marked(A, persons.slice(0, 20)));
});

test.for<[what: string, seen: Preparation | undefined, time: string | null]>([
  ["nothing is stored", undefined, null],
  ["the figures are others", marked(B, ["ann"]), null],
  ["one has marked them", marked(A, ["ann"]), at(0)],
  ["three have marked them", marked(A, ["ann", "bob", "cem"]), at(2)],
  ["nobody has", { ...UNPREPARED, content_sha256: A }, null],
])("the last mark on the figures where %s", ([, seen, time]) => {
  expect(lastMark(seen, A).prepared_at).toBe(time);
});

it("the second person is whoever else marked the figures first", () => {
  expect(requireSecondPerson(marked(A, ["ann", "bob", "cem"]), A, "ann")).toBe("key of bob");
  expect(requireSecondPerson(marked(A, ["bob"]), A, "ann")).toBe("key of bob");
});

test.for<[Preparation, string]>([
  [UNPREPARED, "nobody has marked the return as prepared"],
  [marked(B, ["bob"]), "the figures have changed since the return was marked as prepared"],
  [marked(A, ["ann"]), "the return was marked as prepared by you alone"],
])("there is no second person: %#", ([seen, why]) => {
  expect(errorOf(() => requireSecondPerson(seen, A, "ann"))).toMatchObject({
    code: "second_person_required",
    message: `${why}: another person marks these figures with POST …/prepared before the lock`,
  });
});
