import type { Schema } from "../openapi.ts";

/** Components whose names have a meaning in TypeScript. */
const RENAMED: Readonly<Record<string, string>> = { Date: "IsoDate", Error: "ErrorBody" };

export const typeNameOf = (component: string): string => RENAMED[component] ?? component;

/** A JSON Schema, or a TypeScript type in its place. */
type Printed = Schema & { readonly typescript?: string };

/** Prints a JSON Schema as a TypeScript type; `indent` begins its inner lines. */
export function printType(schema: Printed, indent = ""): string {
  if (schema.typescript !== undefined) return schema.typescript;
  const { $ref, anyOf, oneOf, prefixItems } = schema;
  if ($ref !== undefined) return typeNameOf($ref.split("/").at(-1) ?? "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = anyOf ?? oneOf;
  if (options) return union(options.map((option) => printType(option, indent)));
  if (prefixItems)
    return `[${prefixItems.map((prefixItem) => printType(prefixItem, indent)).join(", ")}]`;
  return union([schema.type ?? []].flat().map((type) => printPlain(type, schema, indent)));
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "unknown";

function printPlain(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case "array":
      return printArray(schema, indent);
    case "object":
      return printObject(schema, indent);
    case "integer":
      return "number";
    case "string":
      return schema.format === "binary" ? "FileAnswer" : type;
    case "number":
    case "boolean":
    case "null":
      return type;
    default:
      throw new Error(`no TypeScript for the JSON type ${type}`);
  }
}

function printArray({ items = {} }: Schema, indent: string): string {
  const item = printType(items, indent);
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

/** Prints an object. Optional fields stay optional; further fields are allowed only if the schema describes them. */
function printObject(schema: Schema, indent: string): string {
  const { properties, required = [], additionalProperties } = schema;
  const inner = `${indent}  `;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${printComment(field.description, inner)}${inner}${printName(name)}${mark}: ${printType(field, inner)}${mark && " | undefined"};`;
  });
  const rest = typeof additionalProperties === "object" ? additionalProperties : undefined;
  if (rest) fields.push(`${inner}[name: string]: ${printType(rest, inner)};`);
  if (fields.length > 0) return `{\n${fields.join("\n")}\n${indent}}`;
  return properties ? "Record<string, never>" : "Record<string, unknown>";
}

const printName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`);

export const printComment = (description: string | undefined, indent: string): string =>
  description ? `${indent}/** ${description.replaceAll("*/", "*\\/")} */\n` : "";
