import { describe, expect, it } from "vitest";
import * as z from "zod";
import { describedEndpoints } from "../../../../scripts/openapi/endpoints.ts";
import type { Endpoint } from "../../../../shared/api/endpoint.ts";
import { IsoDate } from "../../../../shared/core/calendar/schema.ts";
import { readAs } from "../../../../shared/core/errors/field-errors.ts";
import { changed } from "../../../fuzz/changed.ts";
import { type Target, targets } from "../../../fuzz/operations.ts";
import { LIBRARY_WORDS } from "../../../fuzz/verdict.ts";
import { eachNth } from "../../../stack/soak.ts";

const messageOf = (schema: z.ZodType, given: unknown): string | undefined => {
  const read = readAs(schema, given);
  return read.success ? undefined : read.faults[0]?.message;
};

const named = (field: string, schema: z.ZodType) => z.strictObject({ [field]: schema });
const Scheme = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("a") }),
  z.strictObject({ kind: z.literal("b") }),
]);
const Named = z.strictObject({
  supply_date: z.unknown().optional(),
  vat_rate_bps: z.unknown().optional(),
  consumption_country: z.unknown().optional(),
  dispatch_country: z.unknown().optional(),
  supply: z.unknown().optional(),
});
const Clearable = z.union([z.literal(""), z.iso.date()]);

describe("one fault for each field", () => {
  it.for<[string, z.ZodType, unknown, string]>([
    ["a number beyond every limit", z.int().max(10), 1e17, "must be at most 10"],
    ["a number without a limit of its own", z.int(), 1e17, "must be at most 9007199254740991"],
    ["what is no day", IsoDate, "08/16/2026", DAY()],
  ])("%s", ([, schema, given, message]) => {
    expect(readAs(schema, given)).toEqual({ success: false, faults: [{ field: "", message }] });
  });
});

describe("what is wrong, in plain words", () => {
  it.for<[string, z.ZodType, unknown, string]>([
    ["a field that is not there", named("a", z.string()), {}, "required"],
    ["a choice that is not there", named("a", z.enum(["x", "y"])), {}, "required: x or y"],
    ["a choice of many", named("a", z.enum([..."abcdefghi"])), {}, "required"],
    ["the one choice that is not there", named("a", z.literal("x")), {}, "required"],
    ["a missing field with a message of its own", named("a", z.string("a text")), {}, "required"],
    ["a wrong field with a message of its own", named("a", z.string("a text")), { a: 1 }, "a text"],
    ["which form it has is not said", Scheme, {}, "required: a or b"],
    ["another form", Scheme, { kind: "c" }, "must be a or b"],
    ["another choice", z.enum(["x", "y", "z"]), "w", "must be x, y or z"],
    ["the one choice", z.literal("x"), "w", "must be x"],
    ["no text", z.string(), true, "must be a text"],
    ["a number where an id is asked for", z.string(), 7, "must be a text, in quotation marks"],
    ["null for nothing", z.string().optional(), null, "must be a text, not null"],
    ["null for no amount", z.int(), null, "must be a whole number, not null"],
    ["no list", z.array(z.string()), "a,b", "must be a list"],
    ["no object", z.strictObject({}), [], "must be an object"],
    ["no object of names", z.record(z.string(), z.string()), 7, "must be an object"],
    ["neither true nor false", z.boolean(), "yes", "must be true or false"],
    ["no number", z.number(), "seven", "must be a number"],
    ["a number in quotation marks", z.number(), "7", "must be a number, without quotation marks"],
    ["no whole number", z.int(), 7.5, "must be a whole number"],
    [
      "a whole number in quotation marks",
      z.int(),
      "7",
      "must be a whole number, without quotation marks",
    ],
    [
      "an amount with decimals",
      named("vat_amount_minor", z.int()),
      { vat_amount_minor: 19.5 },
      "must be a whole number of minor units",
    ],
    [
      "an amount in quotation marks",
      named("vat_amount_minor", z.int()),
      { vat_amount_minor: "1900" },
      "must be a whole number of minor units, without quotation marks",
    ],
    [
      "a rate with decimals",
      named("vat_rate_bps", z.int()),
      { vat_rate_bps: 0.19 },
      "must be a whole number of basis points, such as 1900 for 19 %",
    ],
    ["too much", z.int().max(10), 11, "must be at most 10"],
    ["too little", z.int().min(0), -1, "must be at least 0"],
    ["nothing, where there has to be more", z.int().positive(), 0, "must be more than 0"],
    ["a long text", z.string().max(3), "abcd", "must have at most 3 characters"],
    ["an empty text", z.string().min(1), "", "must not be empty"],
    ["a long list", z.array(z.int()).max(1), [1, 2], "must have at most 1 item"],
    ["an empty list", z.array(z.int()).min(1), [], "must not be empty"],
    ["a day in another notation", z.iso.date(), "1.8.2025", DAY()],
    ["a day that there is not", z.iso.date(), "2025-02-30", DAY()],
    ["a wrong day, where an empty text clears", Clearable, "1.8.2025", DAY()],
    ["true, where an empty text clears", Clearable, true, "must be a text"],
    [
      "a long name",
      z.record(z.string().max(1), z.int()),
      { ab: 1 },
      "this name must have at most 1 character",
    ],
    ["an unknown field", z.strictObject({}), { a: 1 }, "unknown field"],
    ["a field in camel case", Named, { supplyDate: 1 }, "unknown field: do you mean supply_date?"],
    ["a shorter name", Named, { vat_rate: 1 }, "unknown field: do you mean vat_rate_bps?"],
    [
      "a name of two others",
      Named,
      { country: 1 },
      "unknown field: do you mean consumption_country or dispatch_country?",
    ],
    [
      "a further name of a field that is there",
      Named,
      { vat_rate_bps: 1, vat_rate: 1 },
      "unknown field",
    ],
    [
      "an unknown field, in a schema's own words",
      z.strictObject({}, { error: "takes no fields, or none" }),
      { a: 1 },
      "takes no fields, or none",
    ],
    ["a name that begins with another", Named, { supply_kind: 1 }, "unknown field"],
    ["a name like none", Named, { email: 1 }, "unknown field"],
    ["a form of its own", z.string().regex(/^a/), "b", "has an invalid format"],
  ])("%s", ([, schema, given, message]) => {
    expect(messageOf(schema, given)).toBe(message);
  });
});

function DAY() {
  return "must be a day of the calendar, YYYY-MM-DD";
}

const BAD: readonly unknown[] = [
  ...[undefined, null, true, 7, -1, 1.5, 1e300, "", "?", "x".repeat(5_000), "2025-02-30"],
  ...[[], ["DE"], [null], {}, { a: 1 }, { "": null }],
];

/** All that is said of bad values, one at a time, in every parameter and field of an operation. */
function messagesOf(
  { parameters, bodies, fields }: Target,
  definition: Partial<Endpoint>,
): string[] {
  const faultsOf = (schema: z.ZodType | undefined, given: unknown) => {
    const read = schema ? readAs(schema, given) : undefined;
    return !read || read.success ? [] : read.faults.map(({ message }) => message);
  };
  const { path, query, body } = definition;
  const messages = BAD.flatMap((bad) => [
    ...parameters.flatMap(({ in: place, name }) =>
      faultsOf(place === "path" ? path : query, { [name]: bad }),
    ),
    ...faultsOf(body, bad),
    ...bodies.flatMap((good) =>
      fields.flatMap((field) => faultsOf(body, changed(good, field, bad))),
    ),
  ]);
  return [...new Set(messages)];
}

describe("no answer has the words of a library", async () => {
  const endpoints = new Map(
    (await describedEndpoints()).map((describedEndpoint) => [
      describedEndpoint.name,
      describedEndpoint.definition,
    ]),
  );

  it.for(eachNth(3, targets).map((target) => [target.operationId, target] as const))(
    "%s",
    ([name, target]) => {
      const messages = messagesOf(target, endpoints.get(name) ?? {});
      expect(messages.filter((message) => LIBRARY_WORDS.test(message))).toEqual([]);
      if (target.bodies.length > 0) expect(messages.length).toBeGreaterThan(1);
    },
  );
});
