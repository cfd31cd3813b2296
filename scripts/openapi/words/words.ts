import { API_KEY_WORDS } from "./api-keys.ts";
import { BUSINESS_WORDS } from "./business.ts";
import { CALCULATION_WORDS } from "./calculations.ts";
import { CATALOGUE_WORDS } from "./catalogue.ts";
import { EVERYWHERE_WORDS } from "./everywhere.ts";
import { IMPORT_WORDS } from "./imports.ts";
import { KEPT_WORDS } from "./kept.ts";
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
  WEBHOOK_WORDS,
];

/**
 * What fields mean that their schemas say nothing of, by the end of their path: `event_id`, or, where
 * that depends, `LockedExport.id`. Components and operations by their names, lists without index.
 *
 * They stand here and not in the schemas, since every function would carry and build them (decision 0060).
 */
export const WORDS: ReadonlyMap<string, string> = new Map(
  GLOSSARIES.flatMap((glossary) => Object.entries(glossary)),
);

/** The entry for the field at `path`: that of its longest end. */
export function wordOf(path: readonly string[]): string | undefined {
  const ends = path.map((_, from) => path.slice(from).join("."));
  return ends.find((end) => WORDS.has(end));
}
