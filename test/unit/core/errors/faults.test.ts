import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readAs } from "../../../../shared/core/errors/field-errors.ts";

const One = z.strictObject({ id: z.string(), size: z.int() });
const Body = z.union([One, z.strictObject({ all: z.array(One).min(1) })]);

function faultsOf(schema: z.ZodType, body: unknown) {
  const read = readAs(schema, body);
  return read.success ? [] : read.faults;
}

const fieldsOf = (schema: z.ZodType, body: unknown) =>
  faultsOf(schema, body).map(({ field }) => field);

describe("the faults of a body", () => {
  it("are one a field, with its path", () => {
    const body = { list: [{ id: 1, size: "x" }, 7], extra: 1 };
    const schema = z.strictObject({ list: z.array(One) });
    expect(fieldsOf(schema, body)).toEqual(["list.0.id", "list.0.size", "list.1", "extra"]);
  });

  it("say that an absent field is required, and what a wrong one should be", () => {
    expect(faultsOf(One, { size: "1" })).toEqual([
      { field: "id", message: "required" },
      { field: "size", message: "must be a whole number, without quotation marks" },
    ]);
  });

  it("are reported for each unknown field", () => {
    expect(fieldsOf(One, { id: "a", size: 1, b: 1, c: 2 })).toEqual(["b", "c"]);
  });
});

describe("of several forms, the one that is meant", () => {
  it.for<[string, unknown, string[]]>([
    ["is the first for a body that says nothing", {}, ["id", "size"]],
    ["is the one whose field is named", { all: [{ id: "a" }] }, ["all.0.size"]],
    ["is the other one", { id: "a" }, ["size"]],
    [
      "stays so with a stranger inside",
      { all: [{ id: 1, sice: 1 }] },
      ["all.0.id", "all.0.size", "all.0.sice"],
    ],
    [
      "stays so with many strangers inside",
      { all: [{ id: "a", size: "", b: 1, c: 1 }, { all: [] }] },
      ["all.0.size", "all.0.b", "all.0.c", "all.1.id", "all.1.size", "all.1.all"],
    ],
    ["stays so with a stranger beside it", { all: [], b: 1 }, ["all", "b"]],
    [
      "is the one whose own fields are there, with as many strangers",
      { all: [{ id: "a" }], id: "a" },
      ["all.0.size", "id"],
    ],
    ["is the first, where those of none are there", { b: 1 }, ["id", "size", "b"]],
    ["is the first for what is no object", 7, [""]],
  ])("%s", ([, body, fields]) => {
    expect(fieldsOf(Body, body).sort()).toEqual(fields.toSorted());
  });
});
