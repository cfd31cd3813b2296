import { readFile } from "node:fs/promises";
import { EcbCsvError, type EcbDay, parseEcbCsv } from "../../../shared/exchange-rates/ecb-csv.ts";
import { Failure } from "../../local/failure.ts";

/**
 * The rates in a file, all of them or none.
 * @throws Failure when it cannot be read or holds anything that is no rate.
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
 * Stores the rates of a file in the table that TABLE_NAME and the DynamoDB endpoint name.
 * @returns days written, and rates replaced among them.
 */
export async function loadEcbFile(
  path: string,
  now: Date,
): Promise<{ stored: number; corrected: number }> {
  const days = await readEcbFile(path);
  // The store reads its endpoint when it is imported, so not before the caller has set it.
  const { storeEcbDays } = await import("../../../shared/store/exchange-rates.ts");
  return storeEcbDays(days, now);
}
