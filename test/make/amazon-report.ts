import { amazonReport, type ReportSums } from "../../scripts/bench/amazon-report.ts";

export function wholeReport(sales: number, seed = 1): { bytes: Uint8Array; sums: ReportSums } {
  const rows = amazonReport(sales, seed);
  const parts: string[] = [];
  for (;;) {
    const { value, done } = rows.next();
    if (done) return { bytes: new TextEncoder().encode(parts.join("")), sums: value };
    parts.push(value);
  }
}

/** Converts sums to the countries of an import's response. */
export const countriesOf = ({ countries }: ReportSums) =>
  Object.entries(countries)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, sum]) => ({ country, currency: "EUR", ...sum }));
