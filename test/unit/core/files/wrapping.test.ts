import { expect, it } from "vitest";
import { linesOfText } from "../../../../shared/core/files/xlsx.ts";

it.for([
  ["", 10, 1],
  ["short", 10, 1],
  ["ten of ten", 10, 1],
  ["eleven signs", 10, 2],
  ["one two three four five", 9, 3],
  ["abcdefghijklmnopqrstuvwxy", 10, 3],
  ["a abcdefghijkl b", 10, 3],
] as const)("%j in %i characters takes %i lines", ([text, width, lines]) => {
  expect(linesOfText(text, width)).toBe(lines);
});
