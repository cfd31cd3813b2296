import { FileFault } from "./file-fault.ts";
import type { LineRecord } from "./record.ts";

/** More is no event: an event has some hundred characters. */
const LONGEST_LINE = 1_000_000;

/**
 * The lines that hold something, with their numbers.
 * @throws FileFault of a line that is too long
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

/** What stands between line breaks; a piece that is too long is given up before it is whole. */
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
