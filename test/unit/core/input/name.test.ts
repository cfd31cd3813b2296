import { expect, it, test } from "vitest";
import { Name } from "../../../../shared/core/input/fields.ts";

it("has no spaces around it", () => expect(Name.parse("  My Shop ")).toBe("My Shop"));

test.for<[string, string, string]>([
  ["nothing", "", "must not be empty"],
  ["spaces alone", "   ", "must not be empty"],
  ["what cannot be seen", "\u200b\u2060", "must hold something that can be read"],
  ["a line break inside", "My\nShop", "must not hold control characters"],
  ["a line break around it", "\r\nX-Injected: yes", "must not hold control characters"],
  ["a tab at its end", "My Shop\t", "must not hold control characters"],
  ["half of a character", "My \ud800 Shop", "must not hold control characters"],
  ["too long a text", "x".repeat(201), "must have at most 200 characters"],
  ["too long a text with its spaces", ` ${"x".repeat(200)}`, "must have at most 200 characters"],
])("is not %s", ([, text, message]) => {
  const { error } = Name.safeParse(text);
  expect(error?.issues.map((issue) => issue.message)).toContain(message);
});
