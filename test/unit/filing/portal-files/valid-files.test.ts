import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { neutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import {
  declaredReturn,
  F1_CORRECTIONS,
  F1_ROWS,
  makeCorrection,
  makeRow,
  neutralIn,
} from "../../../make/f1-return.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { lineTally, ratesOf, reportOf } from "../../../make/return-input.ts";
import { type FormatName, madeFile, unionReturn } from "./made-file.ts";
import { nameIn, readReturn } from "./read-xml.ts";
import { schemaFaults } from "./xml-schemas.ts";

const FORMATS = ["sk_dposs", "cz_ossei1", "pl_viudo2", "ro_d398"] as const;

const stateOf = (name: FormatName) => formatNamed(name).member_state;

/** A return of a quarter in which the business came from Hungary on 15 August. */
function partPeriod(name: FormatName) {
  const state = stateOf(name);
  const own = makeRegistration({
    id: 2,
    member_state_identification: state,
    effective_from: "2025-08-15",
  });
  const before = makeRegistration({
    member_state_identification: "HU",
    effective_from: "2021-07-01",
    effective_to: "2025-08-14",
    status: "ended",
  });
  return neutralReturn(declaredReturn([makeRow()], []), own, [before, own]);
}

/** A return of sales in kroner, converted at the rates of the quarter's last day. */
function inKroner(name: FormatName) {
  const state = stateOf(name);
  const rates = [ratesOf("2025-Q3", { DKK: "7.4645", SEK: "11.0565" })];
  const inSek = { currency: "SEK" as const, vat_rate_bps: 2_000, consumption_country: "FR" };
  const sums = [
    lineTally({ from_country: state, currency: "DKK" }, 746_450, 141_826),
    lineTally({ ...inSek, from_country: state }, 110_565, 22_113),
    lineTally({ ...inSek, from_country: "SE" }, 55_283, 11_057),
  ];
  return neutralIn(state, reportOf(sums, { state, rates }));
}

/** Sixty rows: as many rates as a return may need, to two Member States. */
const SIXTY = Array.from({ length: 60 }, (_, at) => {
  const base = 10_000 * (at + 1);
  const vat_rate_bps = 500 + 25 * (at % 30);
  return makeRow({
    member_state_of_consumption: at < 30 ? "FR" : "IT",
    rate_category: "reduced",
    vat_rate_bps,
    taxable_amount_minor: base,
    vat_amount_minor: Math.round((base * vat_rate_bps) / 10_000),
  });
});

/** A refund of more than was sold, so that one Member State owes, and one that is corrected alone. */
const OWING = [
  makeCorrection({ member_state_of_consumption: "FR", vat_amount_minor: -500_000 }),
  makeCorrection({ member_state_of_consumption: "XI", original_period: "2021-Q3" as PeriodKey }),
];

const CASES = {
  "all four sections, with a correction": (name: FormatName) =>
    unionReturn(
      name,
      F1_ROWS.filter((row) => row.from_member_state !== stateOf(name)),
      F1_CORRECTIONS,
    ),
  "no supply and no correction": (name: FormatName) => unionReturn(name, [], []),
  "corrections alone": (name: FormatName) => unionReturn(name, [], [makeCorrection(), ...OWING]),
  "a Member State that owes": (name: FormatName) => unionReturn(name, [makeRow()], OWING),
  "a part of a quarter": partPeriod,
  "sixty rows": (name: FormatName) => unionReturn(name, SIXTY, []),
  "goods to and from Northern Ireland": (name: FormatName) =>
    unionReturn(name, [
      makeRow({ member_state_of_consumption: "XI" }),
      makeRow({ section: "2d", from_member_state: "XI" }),
    ]),
} as const;

const ESTABLISHMENTS = [
  { country: "IT" as const, vat_number: "IT12345678901" },
  { country: "PL" as const, vat_number: "PL1234567890" },
  { country: "SE" as const, vat_number: "SE556000016701" },
  { country: "XI" as const, vat_number: "XI123456789" },
];

describe.for(FORMATS)("%s is valid against its schema", (name) => {
  it.for(Object.entries(CASES))("%s", ([, make]) => {
    const { text } = madeFile(name, make(name), { request: { establishments: ESTABLISHMENTS } });
    expect(schemaFaults(name, text)).toEqual([]);
    expect(readReturn(name, text).supplies).toHaveLength(make(name).supplies.length);
  });
});

describe.for(["cz_ossei1", "pl_viudo2", "ro_d398"] as const)("%s keeps a name as it is", (name) => {
  it.for([`Řehoř & Kőszegi <"'> Ωμέγα ]]> &amp; €`, "名前 🦊", "A\u00a0B"])("%s", (start) => {
    const whole = start.padEnd(100, "ž");
    const { text } = madeFile(name, CASES["sixty rows"](name), {
      request: { filer: { name: whole }, establishments: [] },
    });
    expect(schemaFaults(name, text)).toEqual([]);
    expect(nameIn(text)).toBe(whole);
  });
});

describe("sales in kroner", () => {
  it.for(FORMATS)("%s is in euro", (name) => {
    const neutral = inKroner(name);
    const { text } = madeFile(name, neutral, { request: { establishments: ESTABLISHMENTS } });
    expect(schemaFaults(name, text)).toEqual([]);
    expect(readReturn(name, text).supplies).toContainEqual({
      supply_type: "GOODS",
      member_state: "DE",
      from: null,
      rate_type: "STANDARD",
      rate_bps: 1_900,
      base_minor: 100_000,
      vat_minor: 19_000,
    });
  });
});

describe("the dates of a partial quarter", () => {
  const line = (name: FormatName, pattern: RegExp, make = partPeriod) =>
    pattern.exec(madeFile(name, make(name)).text.replaceAll(/>\s+</g, "><"))?.[0];

  it("is its first and last day, where two returns are made of it", () => {
    expect(line("sk_dposs", /<vun:StartDate>.*<\/vun:EndDate>/)).toBe(
      "<vun:StartDate>2025-08-15</vun:StartDate><vun:EndDate>2025-09-30</vun:EndDate>",
    );
    expect(line("pl_viudo2", /<Period>.*<\/Period>/)).toBe(
      "<Period><dto:StartDate>2025-08-15</dto:StartDate><dto:EndDate>2025-09-30</dto:EndDate></Period>",
    );
    expect(line("ro_d398", /period_start.*period_end_date="[\d.]*"/)).toBe(
      'period_start_date="15.08.2025" period_end_date="30.09.2025"',
    );
  });

  it("is in Czechia the day that lies inside the quarter, also without a move", () => {
    const fileOf = (name: FormatName) => {
      const own = makeRegistration({
        member_state_identification: stateOf(name),
        effective_from: "2025-08-05",
      });
      return neutralReturn(declaredReturn([makeRow()], []), own, [own]);
    };
    expect(line("cz_ossei1", /period_\w+="[\d.]*"( period_\w+="[\d.]*")?/, fileOf)).toBe(
      'period_start_date="5.8.2025"',
    );
    // The message of Annex III has days only where more than one return is made of the quarter.
    expect(line("sk_dposs", /<vun:StartDate>/, fileOf)).toBeUndefined();
  });
});

describe("ro_d398 in the other schemes", () => {
  const made = (scheme_type: "non_union_oss" | "ioss", period_key: string, number: string) => {
    const row = makeRow({
      section: null,
      supply_kind: scheme_type === "ioss" ? "goods" : "services",
    });
    const original_period = scheme_type === "ioss" ? "2025-07" : "2025-Q2";
    const corrections = [makeCorrection({ original_period: original_period as PeriodKey })];
    const declared = declaredReturn([row], corrections, {
      scheme_type,
      period_key: period_key as PeriodKey,
    });
    const request = { filer: { vat_number: number }, establishments: [] };
    return madeFile("ro_d398", neutralIn("RO", declared), { request });
  };

  it("prints a quarter of the non-Union scheme", () => {
    const { text, file_name } = made("non_union_oss", "2025-Q3", "EU642123456");
    expect(schemaFaults("ro_d398", text)).toEqual([]);
    expect(text).toContain('luna_r="9" d_rec="0" moes_voes_imp="2" nil_vat_return="0"');
    expect(text).toContain('totalPlata_A="2"');
    expect(file_name).toBe("non-union-oss-RO-2025-Q3-ro_d398.xml");
  });

  it("prints a month of the import scheme", () => {
    const { text } = made("ioss", "2025-08", "IM6421234567");
    expect(schemaFaults("ro_d398", text)).toEqual([]);
    expect(text).toContain('an_r="2025" luna_r="8" d_rec="0" moes_voes_imp="3" nil_vat_return="0"');
    expect(text).toContain('vat_return_correction_period="7" year="2025"');
    expect(text).not.toContain("e_int");
  });
});
