import * as z from "zod";
import { RETURN_FORMATS } from "./formats.ts";
import type { ReturnFormat } from "./return-format.ts";
import type { ReturnFormatList } from "./schema.ts";

/** Every format with what a request for it has to bring. */
export const shownFormats = (): ReturnFormatList => ({ items: RETURN_FORMATS.map(shownFormat) });

const shownFormat = (record: ReturnFormat): ReturnFormatList["items"][number] => ({
  format: record.format,
  member_state: record.member_state,
  schemes: [...record.schemes],
  version: record.version,
  status: record.status,
  channel: record.channel,
  guide: record.guide,
  limits: [...record.limits],
  confidence: record.confidence,
  unproven: [...record.unproven],
  media_type: record.media_type,
  encoding: record.encoding,
  extension: record.extension,
  currency: record.currency,
  number_needed_in: [...record.number_needed_in],
  takes_tax_reference: record.takes_tax_reference,
  fields: {
    filer: jsonSchema(record.fields.filer),
    establishments: jsonSchema(record.fields.establishments),
    extras: jsonSchema(record.fields.extras),
  },
});

type JsonSchema = Record<string, unknown>;

/** Whole in itself: a form is drawn from it as it stands. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return inlined(rest, $defs as JsonSchema) as JsonSchema;
}

/** `value` with what each reference names in its place; no schema of a format holds itself. */
function inlined(value: unknown, defs: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, defs));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const named = typeof $ref === "string" ? defs[$ref.replace("#/$defs/", "")] : {};
  const fields = Object.entries({ ...(named as JsonSchema), ...rest });
  return Object.fromEntries(fields.map(([name, field]) => [name, inlined(field, defs)]));
}
