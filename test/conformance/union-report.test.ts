import { describe, it } from "vitest";
import { runUnionCase } from "./union-case.ts";
import { vectorsOf } from "./vector.ts";
import vectors from "./vectors/peer-previews.json" with { type: "json" };

describe("The Union return of public peers", () => {
  it.for(vectorsOf(vectors))("$id: $pins", (vector) => runUnionCase(vector));
});
