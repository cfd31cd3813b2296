import { readFile, writeFile } from "node:fs/promises";
import {
  catalogueOf,
  classRatesOf,
  classRows,
  smeInForceOf,
  thresholdRows,
} from "./public-tables.ts";
import { classWindows, jsonLines } from "./tax-rates-from-csv.ts";

/*
 * Writes the tables behind the public endpoints from the sources that are edited:
 *   node scripts/reference-data/build-public-tables.ts
 */
const table = (name: string) => new URL(`../../shared/reference-data/${name}`, import.meta.url);
const text = (name: string) => readFile(table(name), "utf8");

const catalogue = catalogueOf(classRows(await text("tax-classes.json")));
const rates = classRatesOf(classWindows(await text("tax-rates.csv")));
const thresholds = smeInForceOf(thresholdRows(await text("sme-thresholds.json")));
await writeFile(table("tax-catalogue.json"), jsonLines(catalogue));
await writeFile(table("class-rates.json"), jsonLines(rates));
await writeFile(table("sme-in-force.json"), jsonLines(thresholds));
