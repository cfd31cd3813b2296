import { parse } from "csv-parse/sync";
import { matched, positive, type ReadText } from "./text-grammar.ts";

/** The names that the parser of the upload compares with, letter by letter. */
const COUNTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  `Austria AT, Belgium BE, Bulgaria BG, Croatia HR, Republic of Cyprus CY, Czech Republic CZ, Denmark DK,
  Estonia EE, Finland FI, France FR, Germany DE, Greece EL, Hungary HU, Ireland IE, Italy IT, Latvia LV,
  Lithuania LT, Luxembourg LU, Malta MT, Netherlands NL, Northern Ireland XI, Poland PL, Portugal PT,
  Romania RO, Slovakia SK, Slovenia SI, Spain ES, Sweden SE`
    .split(/,\s+/)
    .map((line) => [line.slice(0, -3), line.slice(-2)]),
);

export function readNorthern(text: string, isMarketplace = false): ReadText {
  const [headings, ...records]: string[][] = parse(text, { record_delimiter: "\r\n" });
  if (!headings?.[0]?.toLowerCase().startsWith("country your goods sold from"))
    throw new Error("head");
  const seen = new Set<string>();
  const supplies = records.map(([from = "", to = "", rate = "", base = "", vat = "", ...more]) => {
    if (more.length > 0) throw new Error("more than five columns");
    if (!COUNTRIES[from] || !COUNTRIES[to]) throw new Error(`unknown country in ${from}, ${to}`);
    if (from === to && !isMarketplace) throw new Error(`within ${from}`);
    matched(rate, /^(\d+(?:\.\d{1,2})?)$/);
    const key = [from, to, Number(rate)].join();
    if (seen.has(key)) throw new Error(`twice: ${key}`);
    seen.add(key);
    return {
      from: COUNTRIES[from],
      member_state: COUNTRIES[to],
      rate_bps: Math.round(Number(rate) * 100),
      base_minor: positive(base, "."),
      vat_minor: positive(vat, "."),
    };
  });
  return { supplies, corrections: [] };
}
