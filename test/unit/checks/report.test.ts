import { expect, it } from "vitest";
import { type Outcome, reportOf } from "../../../scripts/checks/report.ts";

const finding = (rule: string, where = "here") => ({ rule, where, text: `about ${rule}` });
const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  tool: "linter",
  version: "1.0",
  findings: [],
  ...changes,
});

it.for<[string, Outcome, Record<string, string>, 0 | 1, readonly string[]]>([
  ["nothing found", outcome(), {}, 0, ["linter 1.0: 0 open, 0 answered"]],
  [
    "not installed",
    outcome({ version: undefined }),
    { "linter A": "x" },
    0,
    ["linter: not installed"],
  ],
  [
    "found, and open",
    outcome({ findings: [finding("A"), finding("A", "there")] }),
    {},
    1,
    [
      "linter 1.0: 1 open, 0 answered",
      "  OPEN A (2): about A",
      "    here: about A",
      "    there: about A",
    ],
  ],
  [
    "found, one of two answered",
    outcome({ findings: [finding("A"), finding("B")] }),
    { "linter A": "it is meant so", "other B": "no answer to this" },
    1,
    [
      "linter 1.0: 1 open, 1 answered",
      "  OPEN B (1): about B",
      "    here: about B",
      "  answered A (1): it is meant so",
    ],
  ],
  [
    "an answer to nothing",
    outcome(),
    { "linter A": "x" },
    0,
    ["linter 1.0: 0 open, 0 answered", "answered, and not found any more: linter A"],
  ],
  [
    "broken off",
    outcome({ failure: "failed: Error: gone" }),
    { "linter A": "x" },
    1,
    ["linter 1.0: failed: Error: gone"],
  ],
])("%s", ([, one, answers, code, lines]) => {
  expect(reportOf([one], answers)).toEqual({ code, lines });
});

it("shows ten places of a rule at most, and counts all", () => {
  const findings = Array.from({ length: 12 }, (_, n) => finding("A", `${n}`));
  const { lines } = reportOf([outcome({ findings })], {});
  expect(lines).toHaveLength(2 + 10);
  expect(lines[1]).toBe("  OPEN A (12): about A");
});
