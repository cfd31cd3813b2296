import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  EcbCsvError,
  type EcbDay,
  parseEcbCsv,
} from "../../../shared/vat/exchange-rates/ecb-csv.ts";
import { Failure } from "../../local/failure.ts";

/** The bundled history of the ECB's rates. */
export const HISTORY = fileURLToPath(
  new URL("../../../shared/vat/reference-data/ecb-history.csv", import.meta.url),
);

/**
 * Reads all rates in a file, or none.
 * @throws Failure if the file cannot be read or contains an invalid rate.
 */
export async function readEcbFile(path: string): Promise<EcbDay[]> {
  try {
    return parseEcbCsv(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof EcbCsvError) throw new Failure(`${path}, ${error.message}`);
    throw new Failure(`cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Stores the rates of a file in the table of TABLE_NAME at the DynamoDB endpoint.
 * @returns number of days written, and of rates replaced.
 * @throws Failure if a rate differs a lot from the one before it, unless that is confirmed; nothing is stored.
 */
export async function loadEcbFile(
  path: string,
  now: Date,
  { confirmed = false }: { readonly confirmed?: boolean } = {},
): Promise<{ stored: number; corrected: number }> {
  const days = await readEcbFile(path);
  // The store reads its endpoint at import, so it is imported after the caller has set it.
  const { jumpsIn } = await import("../../../shared/vat/exchange-rates/refresh-rates.ts");
  const { storeEcbDays } = await import(
    "../../../shared/vat/exchange-rates/store-exchange-rates.ts"
  );
  const faults = confirmed ? [] : await jumpsIn(days);
  if (faults.length > 0) throw new Failure([...faults.slice(0, NAMED), ...more(faults)].join("\n"));
  return storeEcbDays(days, now);
}

/** Maximum number of rates that are named separately. */
const NAMED = 10;

const more = ({ length }: readonly string[]): string[] =>
  length > NAMED ? [`and ${length - NAMED} more`] : [];
