import { describe, expect, it } from "vitest";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { neutralIn } from "../../../make/f1-return.ts";
import { lineTally, ratesOf, reportOf } from "../../../make/return-input.ts";
import { type FormatName, madeFile } from "./made-file.ts";

/** Sales to Germany in Danish and to France in Swedish kroner, at the rates of the quarter's last day. */
function inKroner(name: FormatName) {
  const { member_state: state } = formatNamed(name);
  const rates = [ratesOf("2025-Q3", { DKK: "7.4645", SEK: "11.0565", GBP: "0.8734" })];
  const french = { currency: "SEK" as const, vat_rate_bps: 2_000, consumption_country: "FR" };
  const german = { currency: "DKK" as const, from_country: state };
  const sums = [
    lineTally(state === "DE" ? { ...german, consumption_country: "AT" } : german, 746_450, 141_826),
    lineTally({ ...french, from_country: state }, 110_565, 22_113),
  ];
  return neutralIn(state, reportOf(sums, { state, rates }));
}

describe("sales in kroner", () => {
  it.for([
    ["se_oss001", "SE;DE;19,00;1000,00;190,00;GOODS;\r\n"],
    ["fi_mytax", ";1;DE;1;1;19,00;1000,00;190,00;"],
    ["de_bop_v2", "3,AT,STANDARD,19.00,1000.00,190.00\r\n"],
    ["es_369", "DE 1900S           100000            19000"],
    // In pounds: 873.40 and 165.95.
    ["xi_hmrc", "Northern Ireland,Germany,19,873.40,165.95\r\n"],
  ] as const)("%s has them in the currency of its return", ([name, line]) => {
    expect(madeFile(name, inKroner(name)).text).toContain(line);
  });
});
