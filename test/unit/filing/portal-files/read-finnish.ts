import { parse } from "csv-parse/sync";
import { keyOf, matched, minorOf, positive, type ReadText, STATE } from "./text-grammar.ts";

export function readFinnish(text: string): ReadText & { readonly numbers: ReadonlySet<string> } {
  const records: string[][] = parse(text, { delimiter: ";" });
  records.forEach((columns, index) => {
    if (columns.length !== 13 || columns[0] !== String(index + 1))
      throw new Error("columns A to M");
    const filled = columns.map((column) => (column === "" ? "-" : "x")).join("");
    matched(`${columns[2]} ${filled}`, /^(?:1 x{9}[x-]---|2 xxx-{7}xxx)$/);
  });
  return {
    numbers: new Set(records.map(([, number = ""]) => number)),
    supplies: records
      .filter(([, , type]) => type === "1")
      .map(
        ([
          ,
          ,
          ,
          member_state = "",
          kind = "",
          rate_type = "",
          rate = "",
          base = "",
          vat = "",
          number,
        ]) => {
          matched(`${member_state}${kind}${rate_type}`, new RegExp(`^${STATE}[12][12]$`));
          return {
            member_state,
            supply_type: kind === "1" ? "GOODS" : "SERVICES",
            rate_type: rate_type === "1" ? "STANDARD" : "REDUCED",
            rate_bps: positive(rate, ","),
            base_minor: positive(base, ","),
            vat_minor: positive(vat, ","),
            number: number === "" ? null : number,
          };
        },
      ),
    corrections: records
      .filter(([, , type]) => type === "2")
      .map((columns) => {
        const [number = "", year] = matched(columns[10] ?? "", /^(\d{1,2})\/(\d{4})$/);
        // A return of the import scheme corrects months; its file alone has a number that begins with IM.
        const isMonthly = records[0]?.[1]?.startsWith("IM");
        return {
          period: isMonthly ? keyOf(year, number.padStart(2, "0"), "M") : keyOf(year, number, "Q"),
          member_state: columns[11],
          vat_minor: minorOf(columns[12] ?? "", ","),
        };
      }),
  };
}
