import * as z from "zod";
import type { SourceProfile } from "../../accounts/sources.ts";
import { readAs } from "../../core/errors/field-errors.ts";

/** The settings that a source profile can fill in, with its fields. */
const FIELDS_OF_PROFILE = {
  dispatch_country: "dispatch_country",
  establishment_country: "supplier_establishment_country",
} as const satisfies Readonly<Record<string, keyof SourceProfile>>;

type FilledField = keyof typeof FIELDS_OF_PROFILE;

const FILLED = Object.keys(FIELDS_OF_PROFILE) as readonly FilledField[];

/**
 * Reads settings, with the defaults of the format's own schema. A country that the format takes and that was not sent is
 * that of the source profile. It is stored with the settings, so that a later change of the profile changes no result:
 * profiles are analytical only.
 */
export async function settingsOfSource(
  schema: z.ZodType,
  given: Readonly<Record<string, unknown>>,
  profile: () => Promise<Pick<SourceProfile, (typeof FIELDS_OF_PROFILE)[FilledField]> | undefined>,
) {
  const missing = FILLED.filter((field) => given[field] === undefined && takes(schema, field));
  const source = missing.length > 0 ? await profile() : undefined;
  let settings = given;
  for (const field of source ? missing : []) {
    const filled = { ...settings, [field]: source?.[FIELDS_OF_PROFILE[field]] };
    // Of a country that the format cannot take, such as one outside the Union, the caller sent nothing.
    if (!hasFault(readAs(schema, filled), field)) settings = filled;
  }
  return readAs(schema, settings);
}

const takes = (schema: z.ZodType, field: FilledField): boolean =>
  schema instanceof z.ZodObject && field in schema.shape;

const hasFault = (read: ReturnType<typeof readAs>, field: FilledField): boolean =>
  !read.success && read.faults.some((fault) => fault.field === field);
