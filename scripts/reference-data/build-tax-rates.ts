import { readFile, writeFile } from "node:fs/promises";
import {
  classWindows,
  jsonLines,
  otherWindows,
  ratesInForceOf,
  taxRatesOf,
} from "./tax-rates-from-csv.ts";

/*
 * Writes the JSON tables of VAT rates from their CSV sources, which are what is edited:
 *   node scripts/reference-data/build-tax-rates.ts
 */
const table = (name: string) => new URL(`../../shared/reference-data/${name}`, import.meta.url);

const classes = classWindows(await readFile(table("tax-rates.csv"), "utf8"));
const others = otherWindows(await readFile(table("other-rates.csv"), "utf8"));
await writeFile(table("tax-rates.json"), jsonLines(taxRatesOf(classes)));
await writeFile(table("rates-in-force.json"), jsonLines(ratesInForceOf([...classes, ...others])));
