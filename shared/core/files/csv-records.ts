import { parse } from "csv-parse/sync";
import { invalidRequest } from "../errors/errors.ts";

/**
 * Reads the lines of a small CSV file by the names of its header, in lower case; commas, semicolons and tabs separate.
 * @throws DomainError `invalid_request` at the field `csv`
 */
export function csvRecords(csv: string): unknown {
  try {
    return parse(csv, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      delimiter: [",", ";", "\t"],
      skip_empty_lines: true,
      trim: true,
    });
  } catch {
    const message = "is not readable as CSV: every line needs the columns of the header";
    throw invalidRequest([{ field: "csv", message }]);
  }
}
