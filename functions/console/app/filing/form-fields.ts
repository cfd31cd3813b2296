/** A field of a form that is made of a JSON Schema. */
export type FormField = {
  readonly name: string;
  readonly kind: "text" | "number" | "flag" | "choice";
  readonly isRequired: boolean;
  readonly options: readonly string[];
  readonly longest: number | undefined;
};

type Schema = Readonly<Record<string, unknown>>;

const schemaIn = (value: unknown): Schema =>
  typeof value === "object" && value !== null ? (value as Schema) : {};

/** The fields that a schema of an object asks for; of several forms of it the first. */
export function formFields(schema: Schema): FormField[] {
  const [first] = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
  const { properties, required } = schemaIn(first);
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(schemaIn(properties)).map(([name, value]) =>
    formField(name, schemaIn(value), needed.includes(name)),
  );
}

function formField(name: string, schema: Schema, isRequired: boolean): FormField {
  const { enum: options, maxLength } = schema;
  return {
    name,
    kind: kindOf(schema),
    isRequired,
    options: Array.isArray(options) ? options.map(String) : [],
    longest: typeof maxLength === "number" ? maxLength : undefined,
  };
}

function kindOf({ type, enum: options }: Schema): FormField["kind"] {
  if (Array.isArray(options)) return "choice";
  if (type === "boolean") return "flag";
  return type === "integer" || type === "number" ? "number" : "text";
}

/** What was typed into the fields of one part of a form; what was left empty is left out. */
export function filledIn(
  data: FormData,
  part: string,
  fields: readonly FormField[],
): Record<string, string | number | boolean> {
  const filled = fields.flatMap((field): [string, string | number | boolean][] => {
    const typed = String(data.get(`${part}.${field.name}`) ?? "").trim();
    if (field.kind === "flag") return typed === "" ? [] : [[field.name, true]];
    if (typed === "") return [];
    return [[field.name, field.kind === "number" ? Number(typed) : typed]];
  });
  return Object.fromEntries(filled);
}
