import { parse } from "csv-parse/sync";
import { keyOf, matched, minorOf, positive } from "./text-grammar.ts";

const RECORD_WIDTHS: Readonly<Record<string, number>> = { 1: 2, 2: 6, 3: 6, 4: 9, 5: 10, 6: 5 };

export function readGerman(text: string, sign: "." | ",") {
  const [version, ...lines] = text.split("\r\n");
  if (version !== "#v2.0" || lines.pop() !== "") throw new Error("version or end");
  const records: string[][] = parse(lines.join("\n"), { relax_column_count: true });
  if (records.length > 6_000) throw new Error("more than 6,000 records");
  const states = records.filter(([type]) => type === "1").map(([, state]) => state as string);
  const supplies = records
    .filter(([type = ""]) => /^[2-5]$/.test(type))
    .map((one) => germanSupply(one, sign));
  const corrections = records
    .filter(([type]) => type === "6")
    .map(([, year, number = "", member_state, vat = ""]) => {
      matched(number, /^[1-4]$/);
      return { period: keyOf(year, number, "Q"), member_state, vat_minor: minorOf(vat, sign) };
    });
  for (const record of records) {
    const [type = ""] = record;
    if (record.length !== RECORD_WIDTHS[type]) throw new Error(`width of ${record.join()}`);
  }
  for (const { member_state } of [...supplies, ...corrections]) {
    if (!states.includes(member_state as string)) throw new Error(`no record 1 of ${member_state}`);
  }
  const order = records.map(([type]) => Number(type));
  if (order.join() !== order.toSorted((a, b) => a - b).join()) throw new Error("order of records");
  return { states, supplies, corrections };
}

function germanSupply(record: readonly string[], sign: "." | ",") {
  const [type = "", member_state] = record;
  const flag = type === "5" ? record[2] : null;
  if (flag !== null) matched(flag ?? "", /^[12]$/);
  const origin = type === "4" ? record.slice(2, 5) : type === "5" ? record.slice(3, 6) : [];
  if (origin[1] && origin[2]) throw new Error("two numbers");
  const [rate_type = "", rate = "", base = "", vat = ""] = record.slice(-4);
  matched(rate_type, /^(?:STANDARD|REDUCED)$/);
  const [rate_bps, base_minor, vat_minor] = [rate, base, vat].map((one) => positive(one, sign));
  if (!rate_bps || !base_minor || !vat_minor) throw new Error("zero");
  return {
    section: `2${"abcd"[Number(type) - 2]}`,
    member_state,
    flag,
    from: origin[0] ?? null,
    number: origin[1] || origin[2] || null,
    rate_type,
    rate_bps,
    base_minor,
    vat_minor,
  };
}
