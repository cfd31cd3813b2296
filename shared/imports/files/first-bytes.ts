import { FileFault } from "./record.ts";

/** The first bytes of files that are not text, as Latin-1 characters. */
const STRANGERS = [
  {
    begins: "PK",
    code: "compressed",
    message:
      "The file is a zip archive or an Excel workbook: upload the text file inside it, or save it as CSV.",
  },
  {
    begins: "\x1f\x8b",
    code: "compressed",
    message: "The file is compressed (gzip): unpack it and upload the file inside.",
  },
  {
    begins: "%PDF",
    code: "not_a_text",
    message: "The file is a PDF: upload the export itself, which is a text file.",
  },
  {
    begins: "\xff\xfe",
    code: "not_utf8",
    message: "The file is in UTF-16: save it as UTF-8 and upload it again.",
  },
  {
    begins: "\xfe\xff",
    code: "not_utf8",
    message: "The file is in UTF-16: save it as UTF-8 and upload it again.",
  },
] as const;

/** Number of bytes that are checked to recognise the type of a file. */
export const HEAD = 512;

/**
 * Rejects the first bytes of a file that is not text.
 * @throws FileFault
 */
export function rejectInvalidBytes(head: Uint8Array): void {
  const start = String.fromCharCode(...head.subarray(0, 8));
  const stranger = STRANGERS.find(({ begins }) => start.startsWith(begins));
  if (stranger) throw new FileFault(stranger.code, stranger.message);
}

/**
 * Rejects the first bytes of a web page.
 * @throws FileFault
 */
export function rejectWebPage(head: Uint8Array): void {
  const text = new TextDecoder().decode(head.subarray(0, HEAD)).trimStart().toLowerCase();
  if (!text.startsWith("<")) return;
  throw new FileFault(
    "web_page",
    "The file is a web page or XML, perhaps an error or sign-in page, and not the export.",
  );
}

export const zeroBytes = (): FileFault =>
  new FileFault("not_utf8", "The file is no UTF-8 text: it holds zero bytes, as UTF-16 does.");

/**
 * Returns the text of the first bytes of a file, which may end within a character.
 * @throws FileFault if the file is not a UTF-8 text
 */
export function textOfHead(head: Uint8Array): string {
  rejectInvalidBytes(head);
  rejectWebPage(head);
  if (head.length === 0) throw new FileFault("empty_file", "The file is empty.");
  const text = readableText(head);
  if (text.includes("\0")) throw zeroBytes();
  return text;
}

function readableText(head: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    throw new FileFault("not_utf8", "The file is not UTF-8: save it as UTF-8.");
  }
}
