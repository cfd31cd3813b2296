import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/*
 * Reads a Spanish file by the positions of the official record design alone, and says in which of its
 * fields the file is not as the design wants it. Nothing here knows how our printer goes about it.
 */

type OfficialField = {
  readonly page: string;
  readonly field: number;
  readonly position: number;
  readonly length: number;
  readonly type: string;
  readonly description: string;
};

const DESIGN: readonly OfficialField[] = (
  parse(readFileSync("test/return-files/schemas/es-369-layout.csv", "utf8"), {
    columns: true,
  }) as Record<keyof OfficialField, string>[]
).map(({ page, type, description, ...numbers }) => ({
  page,
  type,
  description,
  field: Number(numbers.field),
  position: Number(numbers.position),
  length: Number(numbers.length),
}));

const PAGES = Map.groupBy(DESIGN, ({ page }) => page);

type FilledField = OfficialField & { readonly value: string };
export type ReadPage = { readonly number: string; readonly fields: readonly FilledField[] };

export type Read369 = {
  readonly year: number;
  readonly period: string;
  readonly tax_number: string;
  readonly pages: readonly ReadPage[];
};

const HEAD = /^<T3690(\d{4})([1-4]T|0[1-9]|1[0-2])0000> {92}([A-Z0-9 ]{9}) {210}/;

/** @throws Error where the file does not begin, go on and end as the design has it. */
export function read369(text: string): Read369 {
  const [head = "", year = "", period = "", tax_number = ""] = HEAD.exec(text) ?? [];
  if (head.length !== 328) throw new Error("no head");
  const tail = `</T3690${year}${period}0000>`;
  if (!text.endsWith(tail)) throw new Error("no tail");
  const pages: ReadPage[] = [];
  for (let rest = text.slice(head.length, -tail.length); rest !== ""; ) {
    const page = readPage(rest);
    pages.push(page);
    rest = rest.slice(page.fields.reduce((sum, { length }) => sum + length, 0));
  }
  return { year: Number(year), period, tax_number: tax_number.trim(), pages };
}

function readPage(text: string): ReadPage {
  const number = text.slice(5, 7);
  const fields = PAGES.get(number);
  if (!fields) throw new Error(`no page ${number}`);
  return {
    number,
    fields: fields.map((field) => ({
      ...field,
      value: text.slice(field.position - 1, field.position - 1 + field.length),
    })),
  };
}

/** Every field of every page that is not as its description says. */
export const faults369 = ({ pages }: Read369): string[] => [
  ...pages.flatMap(({ number, fields }) =>
    fields.flatMap((field) =>
      faultsOf(field).map((fault) => `${number}/${field.field} ${fault}: "${field.value}"`),
    ),
  ),
  ...orderFaults(pages),
];

/** May be empty although the design calls them obligatory: they depend on other fields. */
const CONDITIONAL = /Complementaria|intermediario \(NIOSSIn\)|Tipo de periodo/;

function faultsOf({ value, type, description, length }: FilledField): string[] {
  const written = value.trim();
  const constant = /Constante "([^"]+)"/.exec(description)?.[1];
  const found = [
    [value.length !== length, "is cut off"],
    [constant !== undefined && value !== constant, "is not its constant"],
    [description.startsWith("Reservado") && written !== "", "is reserved"],
    [
      description.includes("Obligatorio") &&
        !/Reservado/.test(description) &&
        !CONDITIONAL.test(description) &&
        written === "",
      "is obligatory",
    ],
    [!/^[\p{L}\p{N} ]*$/u.test(value) && type === "An" && constant === undefined, "has a sign"],
    [type === "An" && /^ +\S/.test(value), "is not to the left"],
    [type === "Num" && constant === undefined && !/^ *(?:-?\d+)?$/.test(value), "is no number"],
    [length === 17 && type === "Num" && /^ *-?0+$/.test(value), "is zero instead of blank"],
    [written !== "" && !isAllowed(written, description), "is not one of its values"],
  ] as const;
  return found.flatMap(([isFault, text]) => (isFault ? [text] : []));
}

/** `["R","S"]`, `"0" o "1"`, `[MOSS]`: the values that a description lists, when it lists any. */
function isAllowed(value: string, description: string): boolean {
  if (/Constante|Reservado/.test(description)) return true;
  const quoted = [...description.matchAll(/"([^"]+)"/g)].map(([, one]) => one);
  const bracketed = /\[([A-Z, ]+)\]/.exec(description)?.[1]?.split(/, ?/) ?? [];
  const values = quoted.length > 0 ? quoted : bracketed;
  return values.length === 0 || values.includes(value);
}

const FIRST_AND_LAST: Readonly<Record<string, readonly [string, string]>> = {
  VOES: ["01", "03"],
  MOSS: ["04", "09"],
  IMPO: ["10", "12"],
};

/** Page 00 and the first and last of the scheme are compulsory; a repeated page says C. */
function orderFaults(pages: readonly ReadPage[]): string[] {
  const numbers = pages.map(({ number }) => number);
  const [first, last] = FIRST_AND_LAST[fieldValue(pages[1], /^Régimen/)] ?? ["?", "?"];
  const isMeant = (number: string) => number >= first && number <= last;
  const further = pages.filter((_, at) => numbers[at] === numbers[at - 1]);
  const marked = pages.filter((page) => fieldValue(page, /^Complementaria/) === "C");
  return [
    ...(numbers[0] === "00" && numbers[1] === first && numbers.at(-1) === last ? [] : ["ends"]),
    ...(numbers.slice(1).every(isMeant) ? [] : ["pages of another scheme"]),
    ...(numbers.join() === numbers.toSorted().join() ? [] : ["order"]),
    ...(marked.length === further.length && marked.every((page) => further.includes(page))
      ? []
      : ["further pages"]),
  ];
}

/** What a page has in the field of that description, without the blanks around it. */
export const fieldValue = (page: ReadPage | undefined, description: RegExp): string =>
  page?.fields.find((field) => description.test(field.description))?.value.trim() ?? "";
