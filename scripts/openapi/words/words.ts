import { API_KEY_WORDS } from "./api-keys.ts";
import { BUSINESS_WORDS } from "./business.ts";
import { CALCULATION_WORDS } from "./calculations.ts";
import { CATALOGUE_WORDS } from "./catalogue.ts";
import { EVERYWHERE_WORDS } from "./everywhere.ts";
import { IMPORT_WORDS } from "./imports.ts";
import { KEPT_WORDS } from "./kept.ts";
import { PEOPLE_WORDS } from "./people.ts";
import { RETURN_FILE_WORDS } from "./return-files.ts";
import { RETURN_WORDS } from "./returns.ts";
import { SUPPLY_WORDS } from "./supplies.ts";
import { WEBHOOK_WORDS } from "./webhooks.ts";

const GLOSSARIES = [
  EVERYWHERE_WORDS,
  SUPPLY_WORDS,
  CALCULATION_WORDS,
  RETURN_WORDS,
  RETURN_FILE_WORDS,
  IMPORT_WORDS,
  KEPT_WORDS,
  BUSINESS_WORDS,
  CATALOGUE_WORDS,
  API_KEY_WORDS,
  PEOPLE_WORDS,
  WEBHOOK_WORDS,
];

/**
 * Descriptions of fields whose schemas have none, by the end of their path: `event_id`, or `LockedExport.id` if the
 * meaning depends on the component. Paths begin with the name of a component or operation; lists have no index.
 *
 * The descriptions are here and not in the schemas, because otherwise every function would contain and build them
 * (decision 0060).
 */
export const WORDS: ReadonlyMap<string, string> = new Map(
  GLOSSARIES.flatMap((glossary) => Object.entries(glossary)),
);

/** Returns the description of the field at `path`, by the longest matching end. */
export function wordOf(path: readonly string[]): string | undefined {
  const ends = path.map((_, from) => path.slice(from).join("."));
  return ends.find((end) => WORDS.has(end));
}
