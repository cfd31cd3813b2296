import { expect, it } from "vitest";
import { refusalText } from "../../../console/src/loading/refusal-text.ts";
import { NotUtf8Error, textOfFile } from "../../../console/src/loading/text-of-file.ts";
import { sayIn } from "../../make/say.ts";

const TEXT = "name;reference\r\nBücherwurm;1\r\n";
const utf16 = Buffer.from(`\ufeff${TEXT}`, "utf16le");

it.for([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with its mark", Buffer.from(`\ufeff${TEXT}`)],
  ["UTF-16", utf16],
  ["UTF-16, the high byte first", Buffer.from(utf16).swap16()],
] as const)("a spreadsheet in %s is read with its umlauts", async ([, bytes]) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toBe(TEXT);
});

it("a spreadsheet in Windows-1252 is refused, and says how to save it", async () => {
  const ansi = new Blob([new Uint8Array(Buffer.from(TEXT, "latin1"))]);
  await expect(textOfFile(ansi)).rejects.toThrow(NotUtf8Error);
  const text = refusalText(new NotUtf8Error(), sayIn("de", "de-DE"));
  expect(text).toContain("CSV UTF-8");
});
