import { expect, it } from "vitest";
import { type Change, changedSource, scoreLines } from "../../../scripts/checks/mutants/score.ts";

const source = "const one = 1;\nconst isLess = (a) =>\n  a < one;\n";
const change = (status: string, replacement = "a <= one"): Change => ({
  file: "shared/core/one.ts",
  source,
  start: { line: 3, column: 3 },
  end: { line: 3, column: 10 },
  replacement,
  status,
});

it("a change stands in its place, and nothing else differs", () => {
  expect(changedSource(change("Survived"))).toBe(source.replace("a < one", "a <= one"));
  const over = { ...change("Killed", "() => {}"), start: { line: 2, column: 16 } };
  expect(changedSource(over)).toBe("const one = 1;\nconst isLess = () => {};\n");
});

it("a score counts what tests and types notice, and names the rest", () => {
  const changes = [
    ...["Killed", "Timeout", "RuntimeError", "Killed"].map((status) => change(status)),
    change("Survived", "() => undefined"),
    change("NoCoverage"),
  ];
  const lines = scoreLines("core", changes, ({ replacement }) => replacement === "() => undefined");
  expect(lines).toEqual([
    "NoCoverage shared/core/one.ts:3:3 a <= one",
    "core: 6 changes, 5 noticed (83.3 %), 1 of them by types alone",
  ]);
});
