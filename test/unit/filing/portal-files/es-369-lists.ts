import type { Read369, ReadPage } from "./read-es-369.ts";

/** The first field of a page's list, and how many fields one of its 28 groups has. */
const LISTS: Readonly<Record<string, readonly [first: number, fields: number]>> = {
  "01": [19, 5],
  "02": [6, 5],
  "04": [20, 5],
  "05": [6, 5],
  "06": [6, 7],
  "07": [6, 7],
  "08": [6, 5],
  "10": [23, 5],
  "11": [6, 5],
};

const CORRECTIONS = ["02", "08", "11"];
const FROM_ABROAD = ["06", "07"];

/** The values of each group that is filled, without the blanks around them. */
function groupsOf({ number, fields }: ReadPage): string[][] {
  const [first, width] = LISTS[number] ?? [0, 0];
  if (width === 0) return [];
  const list = fields.filter(({ field }) => field >= first && field < first + 28 * width);
  return Array.from({ length: 28 }, (_, at) =>
    list.slice(at * width, (at + 1) * width).map(({ value }) => value.trim()),
  ).filter((group) => group.some((value) => value !== ""));
}

const SECTIONS: Readonly<Record<string, string>> = {
  "04": "2a",
  "05": "2b",
  "06": "2c",
  "07": "2d",
};

/** The supplies of all pages; a number abroad as it is written, without its prefix. */
export const supplies369 = ({ pages }: Read369) =>
  pages
    .filter(({ number }) => !CORRECTIONS.includes(number))
    .flatMap((page) =>
      groupsOf(page).map((group) => {
        const isAbroad = FROM_ABROAD.includes(page.number);
        const [from, number] = isAbroad ? group : [null, null];
        const [state, rate, type, base, vat] = isAbroad ? group.slice(2) : group;
        return {
          section: SECTIONS[page.number] ?? null,
          from,
          number,
          member_state: state,
          rate_bps: Number(rate),
          rate_type: type === "S" ? "STANDARD" : "REDUCED",
          base_minor: Number(base),
          vat_minor: Number(vat),
        };
      }),
    );

/** The corrections of all pages. */
export const corrections369 = ({ pages }: Read369) =>
  pages
    .filter(({ number }) => CORRECTIONS.includes(number))
    .flatMap((page) =>
      groupsOf(page).map(([member_state, year, kind, number = "", vat]) => ({
        period: kind === "T" ? `${year}-Q${number}` : `${year}-${number.padStart(2, "0")}`,
        member_state,
        vat_minor: Number(vat),
      })),
    );
