import { expect, it } from "vitest";
import type { BoardRow } from "../../../client/src/eu-vat-client.ts";
import { countsOf, isNarrowed } from "../../../console/src/people/board-view.ts";
import { withOpenQuestions } from "../../../console/src/people/bulk-request.ts";

const row = (open_questions: number | null = 0) =>
  ({ state: "open", filing_status: "nil_return", open_questions }) as BoardRow;

it("the chosen standing is counted when no return has it any more, so that it can be left", () => {
  expect(countsOf([row()])).toEqual([["nil_return", 1]]);
  expect(countsOf([row()], "ready")).toEqual([
    ["ready", 0],
    ["nil_return", 1],
  ]);
});

it("a view that groups alone leaves no return out", () => {
  expect(isNarrowed({ group: "client" })).toBe(false);
  expect(isNarrowed({ group: "client", standing: "ready" })).toBe(true);
  expect(isNarrowed({ days: 10 })).toBe(true);
});

it("the question before a lock counts the returns with open questions, nil ones as well", () => {
  expect(withOpenQuestions([row(2), row(), row(null)])).toBe(1);
});
