import { keyOf, matched, minorOf, positive, type ReadText, STATE } from "./text-grammar.ts";

export function readSwedish(text: string): ReadText & { readonly head: readonly string[] } {
  const lines = text.split("\r\n");
  if (lines.pop() !== "") throw new Error("the last line is not ended");
  if (/[\r\n]/.test(lines.join(""))) throw new Error("a line is not ended by CRLF");
  if (lines[0] !== "OSS_001;") throw new Error("no version");
  const head = matched(lines[1] ?? "", /^([A-Z]{2}\w+);([1-4]|0[1-9]|1[0-2]);(\d{4});$/);
  const at = lines.includes("CORRECTIONS") ? lines.indexOf("CORRECTIONS") : lines.length;
  if (at === lines.length - 1) throw new Error("a heading without corrections");
  return {
    head,
    supplies: lines.slice(2, at).map((line) => {
      const [from, state, rate = "", base = "", vat = "", supply_type] = matched(
        line,
        new RegExp(`^(SE|[A-Z]{2}[A-Z0-9+*]+);${STATE};([^;]+);([^;]+);([^;]+);(GOODS|SERVICES);$`),
      );
      return {
        number: from === "SE" ? null : from,
        member_state: state,
        rate_bps: positive(rate, ","),
        base_minor: positive(base, ","),
        vat_minor: positive(vat, ","),
        supply_type,
      };
    }),
    corrections: lines.slice(at + 1).map((line) => {
      const [year, kind, number, member_state, vat = ""] = matched(
        line,
        new RegExp(`^(\\d{4})(Q(?=[1-4];)|M(?=0[1-9];|1[0-2];))(\\d+);${STATE};([^;]+);$`),
      );
      return { period: keyOf(year, number, kind), member_state, vat_minor: minorOf(vat, ",") };
    }),
  };
}
