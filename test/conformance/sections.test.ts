import { describe, it } from "vitest";
import { runUnionCase } from "./union-case.ts";
import { vectorsOf } from "./vector.ts";
import vectors from "./vectors/sections.json" with { type: "json" };

describe("Sections of official examples", () => {
  it.for(vectorsOf(vectors))("$id: $pins", (vector) => runUnionCase(vector));
});
