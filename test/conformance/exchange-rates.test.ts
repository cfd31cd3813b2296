import { describe, it } from "vitest";
import { runUnionCase } from "./union-case.ts";
import { vectorsOf } from "./vector.ts";
import vectors from "./vectors/exchange-rates.json" with { type: "json" };

describe("Exchange rates of official examples and of peers", () => {
  it.for(vectorsOf(vectors))("$id: $pins", (vector) => runUnionCase(vector));
});
