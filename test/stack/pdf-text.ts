import { inflateSync } from "node:zlib";

/*
 * Texts of a PDF that Chromium has printed, page by page. Its fonts are subsets whose codes mean what their `ToUnicode`
 * maps say (ISO 32000-1, 9.10), and its pages name a font by the number of its object.
 */
type Stream = { readonly head: string; readonly text: string };

/** The objects of the file by number, each with its dictionary and its unpacked stream. */
function objectsOf(bytes: Buffer): Map<number, Stream> {
  const file = bytes.toString("latin1");
  const objects = new Map<number, Stream>();
  for (const { index, 0: opening, 1: id } of file.matchAll(/^(\d+) 0 obj\s/gm)) {
    const body = file.slice(index + opening.length, file.indexOf("endobj", index));
    const [head = "", stream] = body.split(/stream\r?\n/, 2);
    const isPacked = stream !== undefined && head.includes("/FlateDecode");
    const text = isPacked ? unpacked(file, body, index + opening.length) : (stream ?? "");
    objects.set(Number(id), { head, text });
  }
  return objects;
}

function unpacked(file: string, body: string, at: number): string {
  const begin = at + (/stream\r?\n/.exec(body)?.index ?? 0);
  const from = file.indexOf("\n", begin) + 1;
  const to = file.indexOf("endstream", from);
  return inflateSync(Buffer.from(file.slice(from, to), "latin1")).toString("latin1");
}

/** What each code of a font means. */
function meanings({ text }: Stream): Map<number, string> {
  const codes = new Map<number, string>();
  const letter = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, part = ""] of text.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code = "", to = ""] of part.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      codes.set(Number.parseInt(code, 16), letter(to));
    }
  }
  for (const [, part = ""] of text.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, first = "", last = "", to = ""] of part.matchAll(
      /<(\w+)>\s*<(\w+)>\s*<(\w+)>/g,
    )) {
      for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code += 1) {
        const moved = Number.parseInt(to, 16) + code - Number.parseInt(first, 16);
        codes.set(code, String.fromCharCode(moved));
      }
    }
  }
  return codes;
}

/** Returns the text of each page without blanks, because a printer places words and writes no blank between them. */
export function textsOfPages(bytes: Buffer): string[] {
  const objects = objectsOf(bytes);
  const at = (of: string, name: string): Stream | undefined =>
    objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(of)?.[1]));
  const fonts = new Map<number, Map<number, string>>();
  for (const [id, { head }] of objects) {
    const map = at(head, "ToUnicode");
    if (map) fonts.set(id, meanings(map));
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) => written(at(head, "Contents")?.text ?? "", fonts));
}

function written(content: string, fonts: ReadonlyMap<number, ReadonlyMap<number, string>>): string {
  let font: ReadonlyMap<number, string> | undefined;
  let text = "";
  for (const [, name, hex = ""] of content.matchAll(/\/F(\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g)) {
    if (name) font = fonts.get(Number(name));
    for (const code of hex.match(/.{4}/g) ?? []) text += font?.get(Number.parseInt(code, 16)) ?? "";
  }
  return text.normalize("NFKC").replaceAll(/[\s\u00AD]/g, "");
}
