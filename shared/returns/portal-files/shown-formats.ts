import { formSchema } from "../../core/input/form-schema.ts";
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
    filer: formSchema(record.fields.filer),
    establishments: formSchema(record.fields.establishments),
    extras: formSchema(record.fields.extras),
  },
});
