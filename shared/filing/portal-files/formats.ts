import { formSchema } from "../../core/input/fields.ts";
import { AT_OSS } from "./formats/at-oss.ts";
import { CZ_OSSEI1 } from "./formats/cz-ossei1.ts";
import { DE_BOP_V2 } from "./formats/de-bop-v2.ts";
import { ES_369 } from "./formats/es-369.ts";
import { FI_MYTAX } from "./formats/fi-mytax.ts";
import { PL_VIUDO2 } from "./formats/pl-viudo2.ts";
import { RO_D398 } from "./formats/ro-d398.ts";
import { SE_OSS001 } from "./formats/se-oss001.ts";
import { SK_DPOSS } from "./formats/sk-dposs.ts";
import { XI_HMRC } from "./formats/xi-hmrc.ts";
import type { ReturnFormat } from "./return-format.ts";
import type { ReturnFormatList } from "./schema.ts";

/** All formats of return files, by state. A new format is a new line here. */
export const RETURN_FORMATS: readonly ReturnFormat[] = [
  AT_OSS,
  CZ_OSSEI1,
  DE_BOP_V2,
  ES_369,
  FI_MYTAX,
  PL_VIUDO2,
  RO_D398,
  SE_OSS001,
  SK_DPOSS,
  XI_HMRC,
];

export function formatNamed(name: string): ReturnFormat {
  const format = RETURN_FORMATS.find((returnFormat) => returnFormat.format === name);
  if (!format) throw new RangeError(`no return format is called ${name}`);
  return format;
}

/** Returns a format with the fields that a request for it requires. */
export const formatView = (record: ReturnFormat): ReturnFormatList["items"][number] => ({
  format: record.format,
  member_state: record.member_state,
  schemes: [...record.schemes],
  version: record.version,
  status: "ready",
  channel: record.channel,
  guide: record.guide,
  limits: [...record.limits],
  confidence: record.confidence,
  confirmed_until: record.confirmed_until,
  unconfirmed_schemes: [...(record.unconfirmed_schemes ?? [])],
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
