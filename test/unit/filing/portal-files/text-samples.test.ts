import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import type { NeutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import type { FileRequest } from "../../../../shared/filing/portal-files/request.ts";
import { encoded } from "../../../../shared/filing/portal-files/text.ts";
import {
  declaredReturn,
  F1_CORRECTIONS,
  F1_ROWS,
  makeCorrection,
  makeRow,
  neutralIn,
} from "../../../make/f1-return.ts";
import { fileRequest } from "../../../make/file-request.ts";
import type { FormatName } from "./made-file.ts";

/** Each byte is a character, so that bytes are compared, and shown as text where they differ. */
const sample = (name: string) => readFileSync(`test/return-files/samples/${name}`, "latin1");

/** The same of a file in the encoding of the format. */
function bytes(name: FormatName, neutral: NeutralReturn, request: FileRequest): string {
  const format = formatNamed(name);
  const made = encoded(format.print(neutral, request), format.encoding);
  if ("missing" in made) throw new Error(made.missing.join());
  return Buffer.from(made.bytes).toString("latin1");
}

const greek = makeRow({
  section: null,
  member_state_of_consumption: "EL",
  vat_rate_bps: 2_400,
  taxable_amount_minor: 20_000,
  vat_amount_minor: 4_800,
});
const reducedFrench = makeRow({
  section: null,
  rate_category: "reduced",
  vat_rate_bps: 550,
  taxable_amount_minor: 2_000,
  vat_amount_minor: 110,
});

/** September 2025 of the import scheme, with a correction of July. */
const september = (...rows: (typeof greek)[]) =>
  declaredReturn(rows, [makeCorrection({ original_period: "2025-07" as PeriodKey })], {
    scheme_type: "ioss",
    period_key: "2025-09" as PeriodKey,
  });

describe("the samples of text formats", () => {
  it.for([
    ["se_oss001", "SE_F1.txt"],
    ["fi_mytax", "FI_F1.csv"],
    ["de_bop_v2", "DE_F1_dot.csv"],
    ["es_369", "ES_F1.txt"],
  ] as const)("%s prints F1 as %s", ([name, file]) => {
    const neutral = neutralIn(formatNamed(name).member_state);
    expect(bytes(name, neutral, fileRequest(name))).toBe(sample(file));
  });

  it("de_bop_v2 prints F1 with decimal commas, when it is asked to", () => {
    const request = fileRequest("de_bop_v2", {
      extras: { decimal_sign: ",", deemed_supplier: false },
    });
    expect(bytes("de_bop_v2", neutralIn("DE"), request)).toBe(sample("DE_F1_comma.csv"));
  });

  it("xi_hmrc prints the goods of F1 and a sale to Czechia", () => {
    const toCzechia = makeRow({
      member_state_of_consumption: "CZ",
      vat_rate_bps: 2_100,
      taxable_amount_minor: 1_000,
      vat_amount_minor: 210,
    });
    const goods = F1_ROWS.filter((row) => row.supply_kind === "goods");
    const declared = declaredReturn([...goods, toCzechia], F1_CORRECTIONS, {
      return_currency: "GBP",
    });
    expect(bytes("xi_hmrc", neutralIn("XI", declared), fileRequest("xi_hmrc"))).toBe(
      sample("XI_F1.csv"),
    );
  });

  it("es_369 prints a nil return", () => {
    const nil = neutralIn("ES", declaredReturn([], []));
    expect(bytes("es_369", nil, fileRequest("es_369"))).toBe(sample("ES_nil.txt"));
  });

  it("se_oss001 prints a month of the import scheme", () => {
    const request = fileRequest("se_oss001", { filer: { vat_number: "IM7521234567" } });
    const neutral = neutralIn("SE", september(greek));
    expect(bytes("se_oss001", neutral, request)).toBe(sample("SE_ioss.txt"));
  });

  it("es_369 prints a month of the import scheme", () => {
    const request = fileRequest("es_369", {
      filer: { vat_number: "IM7241234567", tax_number: "B12345678" },
    });
    const neutral = neutralIn("ES", september(greek, reducedFrench));
    expect(bytes("es_369", neutral, request)).toBe(sample("ES_ioss.txt"));
  });
});
