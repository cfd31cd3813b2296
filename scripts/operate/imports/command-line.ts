import { access } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readAs } from "../../../shared/core/errors/field-errors.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { IMPORT_FORMATS } from "../../../shared/imports/formats/formats.ts";
import type { ImportFormat } from "../../../shared/imports/formats/import-format.ts";
import { Failure } from "../../local/failure.ts";

const USAGE = `usage: npm run --silent import -- --account <name> --source <tag> --format <format>
         [--settings '<json>'] [--dry-run] [--adjust] [--json] <file>
Commits the sales and refunds of a shop's export, and tells what became of every row. --dry-run looks
through the file and commits nothing. --adjust books orders that were edited in the shop. --json prints the finished import as one JSON object. Exits 1 when a row
was rejected. Importing a file again changes nothing.
Formats: ${IMPORT_FORMATS.map(({ name, isBeta }) => (isBeta ? `${name} (beta)` : name)).join(", ")}; see docs/imports.`;

export type ImportArguments = {
  readonly account: LedgerId;
  readonly format: ImportFormat;
  readonly settings: { readonly source_id: string };
  readonly dry_run: boolean;
  readonly on_conflict: "ask" | "adjust";
  readonly asJson: boolean;
  readonly file: string;
};

/**
 * Parses the command line and validates its settings.
 * @throws Failure (exit code 2) with the fault
 */
export async function importArguments(args: string[]): Promise<ImportArguments> {
  const { values, positionals } = parsed(args);
  const { account, source, format: name } = values;
  const [file, ...others] = positionals;
  if (!account || !source || !name || !file || others.length > 0) throw new Failure(USAGE, 2);
  const format = IMPORT_FORMATS.find((importFormat) => importFormat.name === name);
  if (!format) throw new Failure(`there is no format ${name}\n${USAGE}`, 2);
  const settings = settingsOf(format, source, values.settings ?? "{}");
  await access(file).catch(() => {
    throw new Failure(`there is no file ${file}`, 2);
  });
  const { "dry-run": dry_run = false, json: asJson = false } = values;
  const on_conflict = values.adjust ? "adjust" : "ask";
  return { account: account as LedgerId, format, settings, dry_run, on_conflict, asJson, file };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        account: { type: "string" },
        source: { type: "string" },
        format: { type: "string" },
        settings: { type: "string" },
        "dry-run": { type: "boolean" },
        adjust: { type: "boolean" },
        json: { type: "boolean" },
      },
    });
  } catch {
    throw new Failure(USAGE, 2);
  }
}

/** Reads the settings, which may repeat the source but not name another one. */
function settingsOf(format: ImportFormat, source: string, text: string) {
  const given = objectIn(text);
  if ("source_id" in given && given["source_id"] !== source) {
    throw new Failure("--settings names another source_id than --source", 2);
  }
  const checked = readAs(format.settings, { ...given, source_id: source });
  if (checked.success) return checked.data as { readonly source_id: string };
  const faults = checked.faults.map(({ field, message }) => `${field}: ${message}`);
  throw new Failure(`the settings of ${format.name} do not fit: ${faults.join("; ")}`, 2);
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Reported below.
  }
  throw new Failure("--settings is no JSON object", 2);
}
