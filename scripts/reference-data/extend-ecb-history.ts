import { appendFileSync, readFileSync } from "node:fs";
import { type EcbDay, parseEcbCsv } from "../../shared/vat/exchange-rates/ecb-csv.ts";

/*
 * Appends the newer days of the ECB's eurofxref-hist.csv to the bundled history:
 * npm run extend-ecb-history -- <file>
 */
const HISTORY = new URL("../../shared/vat/reference-data/ecb-history.csv", import.meta.url);

const rowsOf = ({ day, rates }: EcbDay): string[] =>
  Object.entries(rates)
    .map(([currency, rate]) => `${day},${currency},${rate}`)
    .sort();

const kept = readFileSync(HISTORY, "utf8").trimEnd().split("\n").slice(1);
const file = parseEcbCsv(readFileSync(process.argv[2] ?? "", "utf8")).flatMap(rowsOf);

const known = new Set(file);
const corrected = kept.filter((row) => !known.has(row));
// The bundled rates are in filed returns: a person decides about a rate that the ECB has corrected since.
if (corrected.length > 0) throw new Error(`the file does not have\n${corrected.join("\n")}`);

const newer = file.filter((row) => row.slice(0, 10) > (kept.at(-1) ?? "").slice(0, 10));
if (newer.length > 0) appendFileSync(HISTORY, `${newer.join("\n")}\n`);
console.log(`${newer.length} rates appended, to ${newer.at(-1)?.slice(0, 10) ?? "no later day"}`);
