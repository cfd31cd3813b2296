import { describe, it } from "vitest";
import { calculationsOf, runCalculationCase } from "./calculation-case.ts";
import vectors from "./vectors/calculation.json" with { type: "json" };

describe("Calculations and roundings of public peers", () => {
  it.for(calculationsOf(vectors))("$id: $pins", (vector) => runCalculationCase(vector));
});
