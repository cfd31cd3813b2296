/** A form field derived from a JSON Schema. */
export type FormField = {
  readonly name: string;
  /** `list`: texts, one per line; `pairs`: `name = value`, one per line. */
  readonly kind: "text" | "number" | "flag" | "choice" | "list" | "pairs";
  readonly isRequired: boolean;
  readonly options: readonly string[];
  readonly longest: number | undefined;
  /** The default when nothing is chosen. */
  readonly usual: string | undefined;
};

type Schema = Readonly<Record<string, unknown>>;

const schemaIn = (value: unknown): Schema =>
  typeof value === "object" && value !== null ? (value as Schema) : {};

/** Returns the fields of an object schema; of several alternatives, the first. */
export function formFields(schema: Schema): FormField[] {
  const [first] = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
  const { properties, required } = schemaIn(first);
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(schemaIn(properties))
    .filter(([, value]) => !("const" in schemaIn(value)))
    .map(([name, value]) => formField(name, schemaIn(value), needed.includes(name)));
}

function formField(name: string, schema: Schema, isRequired: boolean): FormField {
  const { enum: options, maxLength, default: usual } = schema;
  return {
    name,
    kind: kindOf(schema),
    isRequired,
    options: Array.isArray(options) ? options.map(String) : [],
    longest: typeof maxLength === "number" ? maxLength : undefined,
    usual: typeof usual === "string" ? usual : undefined,
  };
}

function kindOf({ type, enum: options }: Schema): FormField["kind"] {
  if (Array.isArray(options)) return "choice";
  if (type === "boolean") return "flag";
  if (type === "array") return "list";
  if (type === "object") return "pairs";
  return type === "integer" || type === "number" ? "number" : "text";
}

/** The value of a field in a filled form. */
type Filled = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;

/** Returns the values of one part of a form; omits empty fields. */
export function filledIn(
  data: FormData,
  part: string,
  fields: readonly FormField[],
): Record<string, Filled> {
  const filled = fields.flatMap(({ name, kind }): [string, Filled][] => {
    const typed = textIn(data, `${part}.${name}`);
    return typed === "" ? [] : [[name, read(typed, kind)]];
  });
  return Object.fromEntries(filled);
}

/** Returns a field's text without surrounding space, except for a tab, which is a valid choice. */
function textIn(data: FormData, name: string): string {
  const typed = String(data.get(name) ?? "");
  return typed === "\t" ? typed : typed.trim();
}

function read(typed: string, kind: FormField["kind"]): Filled {
  if (kind === "flag") return true;
  if (kind === "number") return Number(typed);
  if (kind === "list") return linesIn(typed);
  return kind === "pairs" ? Object.fromEntries(linesIn(typed).map(pairIn)) : typed;
}

const linesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Splits a line at the first separator into name and value. */
function pairIn(line: string): [string, string] {
  const [, name = line, value = ""] = /^([^=:]*)[=:](.*)$/.exec(line) ?? [];
  return [name.trim(), value.trim()];
}
