import { classWindows } from "./class-windows.ts";
import {
  catalogueOf,
  classRatesOf,
  classRows,
  rateNotesOf,
  smeInForceOf,
  thresholdRows,
} from "./public-tables.ts";
import { rateRows } from "./rate-rows.ts";
import { ratesInForceOf } from "./rates-in-force.ts";

/**
 * Builds the files of shared/vat/reference-data that are derived from other files there; `text` reads a source file.
 */
export function builtTables(text: (name: string) => string): Record<string, string> {
  const classes = classWindows(text("standard-rates.csv"), text("tax-rates.csv"));
  const others = rateRows(text("other-rates.csv"));
  return {
    "class-rates.json": jsonLines(classRatesOf(classes)),
    "rate-notes.json": jsonLines(rateNotesOf(classes)),
    "rates-in-force.json": jsonLines(ratesInForceOf([...classes, ...others])),
    "tax-catalogue.json": jsonLines(catalogueOf(classRows(text("tax-classes.json")))),
    "sme-in-force.json": jsonLines(smeInForceOf(thresholdRows(text("sme-thresholds.json")))),
  };
}

/** Writes one line per state or group, so that a change of one is a change of one line. */
const jsonLines = (table: Record<string, unknown>): string =>
  `{\n${Object.entries(table)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(",\n")}\n}\n`;
