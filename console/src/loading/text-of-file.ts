/** A file that is not in UTF-8: its letters beyond ASCII cannot be told. */
export class NotUtf8Error extends Error {}

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with its mark. `file.text()` would replace what it cannot read.
 * @throws NotUtf8Error for a file in another character set, such as the "CSV" of Excel
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = String.fromCharCode(...bytes.subarray(0, 2));
  const encoding = { "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be" }[mark] ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new NotUtf8Error();
  }
}
