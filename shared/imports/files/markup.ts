import { FileFault } from "./csv-record.ts";

/** Electronic invoices, by the names of their root elements. */
const INVOICES: ReadonlyMap<string, string> = new Map([
  ["invoice", "UBL invoice"],
  ["creditnote", "UBL credit note"],
  ["crossindustryinvoice", "CII invoice"],
  ["fatturaelettronica", "FatturaPA invoice"],
]);

/** The root element of a document, after declarations and comments. */
const ROOT = /^(?:\s+|<\?.*?\?>|<!--.*?-->|<!doctype[^>]*>)*<(?:[\w.-]+:)?([\w.-]+)/is;

/**
 * Rejects the beginning of a web page or of XML: no shop exports orders as either.
 * @throws FileFault
 */
export function rejectMarkup(start: string): void {
  if (!start.trimStart().startsWith("<")) return;
  const root = ROOT.exec(start)?.[1]?.toLowerCase() ?? "";
  const invoice = INVOICES.get(root);
  if (invoice) {
    const message = `The file is an e-invoice (${invoice}), and not the export: import the orders of the shop instead.`;
    throw new FileFault("e_invoice", message);
  }
  if (/^\s*<\?xml/i.test(start) && root !== "html") {
    throw new FileFault("xml", "The file is XML, and not the export: export it as CSV or JSON.");
  }
  throw new FileFault(
    "web_page",
    "The file is a web page, perhaps an error or sign-in page, and not the export.",
  );
}
