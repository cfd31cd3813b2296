import { describe, expect, it } from "vitest";
import { linesFound } from "../synth/log-filter.ts";
import { metricMath, type Value } from "../synth/metric-math.ts";

/* What the trials of the alarms reckon with: as CloudWatch does, and nothing that is not known to be so. */

describe("metric math", () => {
  it.for<[string, Readonly<Record<string, Value>>, Value]>([
    ["a + b", { a: 1, b: 2 }, 3],
    ["a + b", { a: 1 }, undefined],
    ["FILL(a, 0) + FILL(b, 0)", { a: 1 }, 1],
    ["FILL(a, 0)", {}, 0],
    ["FILL(a + b, 7)", { a: 1 }, 7],
    ["1 + 2 * 3 - 4 / 2", {}, 5],
    ["(1 + 2) * 3 >= 9", {}, 1],
    ["IF(a > 1, a, 0)", { a: 2 }, 2],
    ["IF(a > 1, a, 0)", { a: 1 }, 0],
    ["IF(a > 1, a, 0)", {}, undefined],
  ])("%s with %j is %s", ([text, values, expected]) =>
    expect(metricMath(text)(values)).toBe(expected),
  );

  it.for([
    "RATE(a)",
    "FILL(a)",
    "FILL(a, REPEAT)",
    "IF(a, b)",
    "SUM(METRICS())",
    "a AND b",
    "a % b",
    "a +",
    "(a",
    "",
  ])("refuses %s", (text) => expect(() => metricMath(text)).toThrow("not known here"));

  it.for(["{ $.status = 429 }", "{ $.status IS TRUE }", "ERROR", '"a" "b"'])(
    "refuses the filter %s",
    (pattern) => expect(() => linesFound(pattern, [])).toThrow("not known here"),
  );
});
