import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Content, Document, Operation, Schema } from "../../../scripts/openapi/openapi.ts";

type Described = Document & { readonly webhooks: Document["paths"] };
const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as Described;
const { schemas, responses } = document.components;

/** The fields that an answer may leave out: those of the specification, of JSON-RPC, and of files that a lock stores. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  TaxRegistration: [
    "vat_registration_number_masked",
    "ioss_intermediary_name",
    "ioss_intermediary_number_masked",
    "effective_to",
  ],
  SourceProfile: [
    "platform",
    "default_country",
    "default_currency",
    "supplier_establishment_country",
    "dispatch_country",
  ],
  TaxClassItem: ["preview_rate_bps"],
  AgentAnswer: ["result", "error"],
  LockedPeriodList: ["current_period"],
  LockedPeriod: ["exports"],
  FilingPrepWorkspace: ["return_period"],
  ExportManifest: ["recount_pending"],
  SummaryExport: ["lock"],
  BreakdownExport: ["lock"],
  AccountantReport: ["lock"],
  "AccountantReport.filing_context": [
    "supplies_without_registration",
    "submission_assumption",
    "direct_declarations",
  ],
};

/** Faults have the form that they have in errors, where a fault outside of an event names none. */
const OF_ERRORS = ["RefusedSupplyEvent.faults.event_id"];

type Place = readonly [path: string, schema: Schema, isRequired: boolean];

/** Returns every field in a schema by its path, which begins at the component that has the field. */
function fieldsOf(schema: Schema, path: string, seen: Set<string>): Place[] {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) {
    if (seen.has(name)) return [];
    seen.add(name);
    return fieldsOf(schemas[name] ?? {}, name, seen);
  }
  const { properties = {}, required = [], items, additionalProperties, ...choices } = schema;
  const { anyOf = [], oneOf = [], allOf = [] } = choices;
  const inside = [items, additionalProperties, anyOf, oneOf, allOf].flat();
  return [
    ...Object.entries(properties).flatMap(([field, inner]): Place[] => [
      [`${path}.${field}`, inner, required.includes(field)],
      ...fieldsOf(inner, `${path}.${field}`, seen),
    ]),
    ...inside.flatMap((part) => (typeof part === "object" ? fieldsOf(part, path, seen) : [])),
  ];
}

const inContent = (content: Content | undefined, path: string, seen: Set<string>): Place[] =>
  Object.values(content ?? {}).flatMap(({ schema }) => fieldsOf(schema, path, seen));

const operationsIn = (paths: Document["paths"]): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** Returns every field of the answers of successes, and of the messages to webhooks. */
function answeredFields(): Place[] {
  const seen = new Set<string>();
  const answers = operationsIn(document.paths).flatMap(({ operationId, responses: own }) =>
    Object.entries(own)
      .filter(([status]) => status.startsWith("2"))
      .map(([, one]) => ("$ref" in one ? responses[one.$ref.split("/").at(-1) ?? ""] : one))
      .flatMap((one) => inContent(one?.content, operationId, seen)),
  );
  const messages = operationsIn(document.webhooks).flatMap(({ operationId, requestBody }) =>
    inContent(requestBody?.content, operationId, seen),
  );
  return [...answers, ...messages];
}

const fields = answeredFields();
const listed = Object.entries(OPTIONAL).flatMap(([object, names]) =>
  names.map((name) => `${object}.${name}`),
);

describe("a field of an answer", () => {
  it("is looked at in answers and in messages", () => {
    expect(fields.length).toBeGreaterThan(1_000);
    const paths = fields.map(([path]) => path);
    expect(paths).toContain("SupplyEvent.description");
    expect(paths).toContain("PeriodFiledMessage.data.filing_reference");
  });

  it("is always present, and null without a value, unless the specification leaves it out", () => {
    const optional = fields.filter(([, , isRequired]) => !isRequired).map(([path]) => path);
    expect(optional.filter((path) => ![...listed, ...OF_ERRORS].includes(path))).toEqual([]);
  });

  it("is not always present where it is listed as optional", () => {
    const present = fields.filter(([, , isRequired]) => isRequired).map(([path]) => path);
    expect(listed.filter((path) => present.includes(path))).toEqual([]);
  });

  it("is listed as optional in UPGRADING.md, too", () => {
    const [, chapter = ""] = readFileSync("UPGRADING.md", "utf8").split("## Optional fields");
    const rows = (chapter.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
    const told = Object.fromEntries(
      [...rows].map(([, object = "", text = ""]) => [
        object,
        (text.split(", which")[0] ?? "").match(/(?<=`)\w+(?=`)/g),
      ]),
    );
    expect(told).toEqual(OPTIONAL);
  });
});

describe("an instant", () => {
  /** A return is filed on a day. */
  const DAYS = ["filed_at"];

  const formatsOf = ({ $ref, format, anyOf }: Schema): (string | undefined)[] => {
    if ($ref) return formatsOf(schemas[$ref.split("/").at(-1) ?? ""] ?? {});
    const choices = anyOf?.filter(({ type }) => type !== "null");
    return choices ? choices.flatMap(formatsOf) : [format];
  };

  it("is every field that ends in _at, in requests and answers, but for the day of a filing", () => {
    const seen = new Set<string>();
    const everywhere = [
      ...Object.keys(schemas).flatMap((name) =>
        fieldsOf({ $ref: `#/components/schemas/${name}` }, name, seen),
      ),
      ...operationsIn(document.paths).flatMap(({ operationId, requestBody, responses: own }) =>
        [requestBody, ...Object.values(own)].flatMap((one) =>
          one && "content" in one ? inContent(one.content, operationId, seen) : [],
        ),
      ),
    ].filter(([path]) => path.endsWith("_at"));
    expect(everywhere.length).toBeGreaterThan(100);
    const wrong = everywhere.filter(([path, schema]) => {
      const format = DAYS.some((day) => path.endsWith(`.${day}`)) ? "date" : "date-time";
      return formatsOf(schema).some((one) => one !== format);
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});
