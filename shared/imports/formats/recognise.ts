import { textOfHead } from "../files/first-bytes.ts";
import { FileFault, type FileFaultCode } from "../files/record.ts";
import { fitsForm } from "../files/table-header.ts";
import { AVTR_FILE } from "./amazon-avtr/file.ts";
import { VCS_FILE } from "./amazon-vcs/file.ts";
import { EVENTS_CSV_FILE } from "./events-csv/file.ts";
import { EVENTS_NDJSON_FILE } from "./events-ndjson/file.ts";
import type { KnownFile } from "./known-file.ts";
import { SHOPIFY_CSV_FILE } from "./shopify-csv/file.ts";
import { SHOPIFY_JSON_FILE } from "./shopify-json/file.ts";
import { STRIPE_INVOICES_FILE } from "./stripe-invoices/file.ts";
import { STRIPE_FILE } from "./stripe-itemized/file.ts";
import { WOOCOMMERCE_FILE } from "./woocommerce-json/file.ts";

/** All exports that can be imported. Without the code that reads them, because browsers load this list. */
export const KNOWN_FILES: readonly KnownFile[] = [
  AVTR_FILE,
  VCS_FILE,
  EVENTS_CSV_FILE,
  EVENTS_NDJSON_FILE,
  SHOPIFY_CSV_FILE,
  SHOPIFY_JSON_FILE,
  STRIPE_INVOICES_FILE,
  STRIPE_FILE,
  WOOCOMMERCE_FILE,
];

/** Number of first bytes that are enough to recognise a file: the header of a table, or an order in JSON. */
export const RECOGNISED_BYTES = 65_536;

/** The import format of a file, or the reason why no format can read it; neither if the file is not known. */
export type Recognised = {
  readonly format?: string;
  readonly fault?: FileFaultCode;
};

/** Recognises an export by its first bytes. */
export function recognise(head: Uint8Array): Recognised {
  try {
    const format = formatOfHead(head);
    return format === undefined ? {} : { format };
  } catch (error) {
    if (error instanceof FileFault) return { fault: error.code };
    throw error;
  }
}

/**
 * Returns the import format of a file by its first bytes; undefined if no format reads it.
 * @throws FileFault if the file is not a UTF-8 text
 */
export const formatOfHead = (head: Uint8Array): string | undefined =>
  formatOfText(textOfHead(head).replace(/^\uFEFF/, ""));

function formatOfText(text: string): string | undefined {
  const isJson = /^\s*[[{]/.test(text);
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  return KNOWN_FILES.find((file) => {
    if (file.kind === "table") return !isJson && fitsForm(header, file.form);
    return isJson && isObjectALine(text) === (file.kind === "lines") && hasKeys(text, file.keys);
  })?.format;
}

const hasKeys = (text: string, keys: readonly string[]): boolean =>
  keys.every((key) => new RegExp(`"${key}"\\s*:`).test(text));

/** True if the first line is an object of its own. */
function isObjectALine(text: string): boolean {
  const line = text.trimStart().split("\n", 1)[0] ?? "";
  return line.startsWith("{") && !/^\{\s*"\w+"\s*:\s*\[/.test(line) && line.trim() !== "{";
}
