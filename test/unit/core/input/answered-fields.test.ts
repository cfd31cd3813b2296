import { expect, it } from "vitest";
import * as z from "zod";
import { answeredFields, withNulls } from "../../../../shared/core/input/answered-fields.ts";

const Stored = z.strictObject({
  id: z.int(),
  name: z.string().describe("What it is called").optional(),
  note: z.string().optional().describe("What was said of it"),
  rate: z.int().nullable().optional(),
});
const Answered = z.strictObject(answeredFields(Stored.shape));

it("answers null in each optional field that has no value, and keeps the others", () => {
  expect(withNulls(Stored.shape, { id: 1 })).toEqual({ id: 1, name: null, note: null, rate: null });
  const whole = { id: 1, name: "", note: "n", rate: 0 };
  expect(withNulls(Stored.shape, whole)).toEqual(whole);
});

it("describes each field as always present, in the words of the optional one", () => {
  expect(Answered.safeParse({ id: 1 }).success).toBe(false);
  expect(Answered.parse({ id: 1, name: null, note: null, rate: null })).toBeTruthy();
  const { name, note } = Answered.shape;
  expect([name.description, note.description]).toEqual([
    "What it is called",
    "What was said of it",
  ]);
});
