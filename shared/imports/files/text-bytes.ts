import { FileFault, type LineRecord } from "./csv-record.ts";
import { rejectMarkup } from "./markup.ts";

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
const HEAD = 512;

/**
 * Rejects the first bytes of a file that is not text.
 * @throws FileFault
 */
function rejectInvalidBytes(head: Uint8Array): void {
  const start = String.fromCharCode(...head.subarray(0, 8));
  const stranger = STRANGERS.find(({ begins }) => start.startsWith(begins));
  if (stranger) throw new FileFault(stranger.code, stranger.message);
}

const rejectMarkupIn = (head: Uint8Array): void =>
  rejectMarkup(new TextDecoder().decode(head.subarray(0, HEAD)));

const zeroBytes = (): FileFault =>
  new FileFault("not_utf8", "The file is no UTF-8 text: it holds zero bytes, as UTF-16 does.");

/**
 * Returns the text of the first bytes of a file, which may end within a character.
 * @throws FileFault if the file is not a UTF-8 text
 */
export function textOfHead(head: Uint8Array): string {
  rejectInvalidBytes(head);
  rejectMarkupIn(head);
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

const NEWLINE = 10;

/**
 * Yields the bytes of a UTF-8 text unchanged, without the byte order mark.
 * @throws FileFault if the bytes are not such text
 */
export async function* textBytes(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    line = checked(decoder, chunk, line);
    if (head) {
      head = joined(head, chunk);
      if (head.length < HEAD) continue;
      yield withoutBom(head);
      head = undefined;
    } else yield chunk;
  }
  if (head) {
    rejectInvalidBytes(head);
    if (head.length === 0) throw new FileFault("empty_file", "The file is empty.");
    checked(decoder, undefined, line);
    yield withoutBom(head);
  } else checked(decoder, undefined, line);
}

function withoutBom(head: Uint8Array): Uint8Array {
  rejectInvalidBytes(head);
  rejectMarkupIn(head);
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return hasMark ? head.subarray(3) : head;
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Checks the next bytes, or the end of the file, and returns the number of the last line. */
function checked(decoder: Decoder, chunk: Uint8Array | undefined, line: number): number {
  if (!chunk) return atEnd(decoder, line);
  try {
    if (decoder.decode(chunk, { stream: true }).includes("\0")) throw new RangeError("zero bytes");
    return line + newlines(chunk);
  } catch (error) {
    if (line === 1) rejectInvalidBytes(chunk);
    if (error instanceof RangeError) {
      throw zeroBytes();
    }
    const at = line + newlines(chunk.subarray(0, firstBad(chunk)));
    throw new FileFault(
      "not_utf8",
      `Near line ${at} the file is not UTF-8, perhaps Windows-1252: save it as UTF-8 and upload it again.`,
    );
  }
}

function atEnd(decoder: Decoder, line: number): number {
  try {
    decoder.decode();
    return line;
  } catch {
    throw new FileFault("truncated", "The file ends in the middle of a character: it is cut off.");
  }
}

/** Returns the position of the first unreadable byte in `chunk`, as exactly as a single chunk allows. */
function firstBad(chunk: Uint8Array): number {
  let good = 0;
  let bad = chunk.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isReadable(chunk.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isReadable(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function newlines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Maximum length of a line; an event has a few hundred characters. */
const LONGEST_LINE = 1_000_000;

/**
 * Yields the lines that are not empty, with their numbers.
 * @throws FileFault for a line that is too long
 */
export async function* textLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<LineRecord, void, undefined> {
  let line = 0;
  for await (const text of pieces(bytes)) {
    line += 1;
    if (text.length > LONGEST_LINE) throw tooLong(line);
    if (text.trim() !== "") yield { at: String(line), text };
  }
}

/** Yields the text between line breaks; stops early at a piece that is too long. */
async function* pieces(bytes: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder();
  let open = "";
  for await (const chunk of bytes) {
    const found = (open + decoder.decode(chunk, { stream: true })).split("\n");
    open = found.pop() ?? "";
    yield* found;
    if (open.length > LONGEST_LINE) break;
  }
  yield open;
}

const tooLong = (line: number): FileFault =>
  new FileFault("too_large", `Line ${line} has more than ${LONGEST_LINE} characters.`);
