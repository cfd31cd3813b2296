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

const jsonSchema = (schema: z.ZodType): Record<string, unknown> => ({
  ...z.toJSONSchema(schema, { io: "input" }),
});
