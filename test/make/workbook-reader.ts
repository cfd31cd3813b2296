import { inflateRawSync } from "node:zlib";
import { XMLParser } from "fast-xml-parser";

/** What a cell holds: a text, a number, or true or false; null where it is empty. */
export type Read = string | number | boolean | null;

export type ReadSheet = {
  readonly rows: readonly (readonly Read[])[];
  /** Rows at the top that stay in view. */
  readonly frozen: number;
  readonly formulas: number;
  /** The number format of each cell, as the rows have them. */
  readonly formats: readonly (readonly string[])[];
};

/*
 * A reader of workbooks that shares no code with what writes them: it unpacks the archive by the
 * directory at its end and reads the parts that ISO/IEC 29500 names.
 */

/** The files in an archive, as text. */
export function unzipped(bytes: Uint8Array): Map<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + packed);
    files.set(name, (method === 8 ? inflateRawSync(content) : content).toString("utf8"));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

type Node = { readonly [name: string]: Node & Node[] & string };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => ["sheet", "row", "c", "si", "xf", "numFmt", "Relationship"].includes(name),
});

/** Every sheet of a workbook, by name. */
export function readWorkbook(bytes: Uint8Array): Map<string, ReadSheet> {
  const files = unzipped(bytes);
  const part = (path: string): Node => parser.parse(files.get(path) ?? "") as Node;
  const texts = (part("xl/sharedStrings.xml")["sst"]?.["si"] ?? []).map(textOf);
  const formats = formatsOf(part("xl/styles.xml"));
  const relations = part("xl/_rels/workbook.xml.rels")["Relationships"]?.["Relationship"] ?? [];
  const sheets = part("xl/workbook.xml")["workbook"]?.["sheets"]?.["sheet"] ?? [];
  return new Map(
    sheets.map((sheet) => {
      const target = relations.find((relation) => relation["@Id"] === sheet["@r:id"])?.["@Target"];
      const sheetPart = part(`xl/${String(target).replace(/^\/xl\//, "")}`);
      return [String(sheet["@name"]), readSheet(sheetPart, texts, formats)];
    }),
  );
}

const textOf = (item: Node): string => {
  const text = item["t"] as unknown;
  return typeof text === "object" && text !== null
    ? String((text as Node)["#text"] ?? "")
    : String(text ?? "");
};

function formatsOf(styles: Node): string[] {
  const { numFmts, cellXfs } = styles["styleSheet"] as Node;
  const named = new Map(
    (numFmts?.["numFmt"] ?? []).map((one) => [
      String(one["@numFmtId"]),
      String(one["@formatCode"]),
    ]),
  );
  return (cellXfs?.["xf"] ?? []).map(
    (one) => named.get(String(one["@numFmtId"])) ?? String(one["@numFmtId"]),
  );
}

function readSheet(part: Node, texts: readonly string[], formats: readonly string[]): ReadSheet {
  const { sheetData, sheetViews } = part["worksheet"] as Node;
  const rows: Read[][] = [];
  const cells: string[][] = [];
  let formulas = 0;
  for (const row of sheetData?.["row"] ?? []) {
    const values: Read[] = [];
    const styles: string[] = [];
    for (const cell of row["c"] ?? []) {
      const column = columnOf(String(cell["@r"]));
      if (cell["f"] !== undefined) formulas += 1;
      values[column] = contentOf(cell, texts);
      styles[column] = formats[Number(cell["@s"] ?? 0)] ?? "";
    }
    rows[Number(row["@r"]) - 1] = values;
    cells[Number(row["@r"]) - 1] = styles;
  }
  const pane = sheetViews?.["sheetView"]?.["pane"];
  const frozen = String(pane?.["@state"]) === "frozen" ? Number(pane?.["@ySplit"]) : 0;
  return {
    rows: rows.map((row) => Array.from(row, (value) => value ?? null)),
    frozen,
    formulas,
    formats: cells,
  };
}

function contentOf(cell: Node, texts: readonly string[]): Read {
  const value = cell["v"] as string | undefined;
  if (value === undefined) return null;
  if (cell["@t"] === "s") return texts[Number(value)] ?? null;
  if (cell["@t"] === "b") return value === "1";
  return cell["@t"] === undefined ? Number(value) : String(value);
}

const columnOf = (place: string): number =>
  [...place.replace(/\d+$/, "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;
