import type * as z from "zod";
import type { SourceProfile } from "../../accounts/sources.ts";
import { readAs } from "../../core/errors/field-errors.ts";

/** The settings that a source profile can fill in, with its fields. */
const FIELDS_OF_PROFILE = {
  dispatch_country: "dispatch_country",
  establishment_country: "supplier_establishment_country",
} as const satisfies Readonly<Record<string, keyof SourceProfile>>;

type FilledField = keyof typeof FIELDS_OF_PROFILE;

const isFilled = (field: string): field is FilledField => Object.hasOwn(FIELDS_OF_PROFILE, field);

/**
 * Reads settings, with the defaults of the format's own schema. A country that the format needs and that was not sent
 * is that of the source profile. It is stored with the settings, so that a later change of the profile changes no
 * result: profiles are analytical only.
 */
export async function settingsOfSource(
  schema: z.ZodType,
  given: Readonly<Record<string, unknown>>,
  profile: () => Promise<SourceProfile | undefined>,
) {
  const read = readAs(schema, given);
  if (read.success) return read;
  const missing = read.faults
    .map(({ field }) => field)
    .filter(isFilled)
    .filter((field) => given[field] === undefined);
  const source = missing.length > 0 ? await profile() : undefined;
  if (!source) return read;
  const filled = missing.map((field) => [field, source[FIELDS_OF_PROFILE[field]]] as const);
  const complete = readAs(schema, { ...given, ...Object.fromEntries(filled) });
  // Of a country that the format cannot take, such as one outside the Union, the caller sent nothing.
  return complete.success ? complete : read;
}
