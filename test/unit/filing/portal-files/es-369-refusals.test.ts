import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { neutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import { declaredReturn, F1_ROWS } from "../../../make/f1-return.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { reasonsOf, unionReturn, warningsOf } from "./made-file.ts";

const ofImports = () =>
  unionReturn("es_369", [], [], { scheme_type: "ioss", period_key: "2025-09" as PeriodKey });

const IMPORTER = { vat_number: "IM7241234567" };

describe("es_369", () => {
  test.for([
    ["an ampersand", "Muestra & Hijos", "filer.name name_not_alphanumeric"],
    ["a smaller-than", "Muestra < Hijos", "filer.name name_not_alphanumeric"],
    ["dots and commas", "Muestra, S.L.", "filer.name name_not_alphanumeric"],
    ["letters of other alphabets", "Dvořák Őszi", "filer character_not_in_encoding"],
  ] as const)("takes no name with %s", ([, name, reason]) => {
    const request = { filer: { name } };
    expect(reasonsOf("es_369", unionReturn("es_369"), { request })).toEqual([reason]);
  });

  it("takes names of 125 characters", () => {
    const { filer } = formatNamed("es_369").fields;
    const named = (length: number) =>
      filer.safeParse({ vat_number: "ESB12345678", name: "A".repeat(length) }).success;
    expect([named(125), named(126)]).toEqual([true, false]);
  });

  it("asks for the tax number in the other schemes", () => {
    expect(reasonsOf("es_369", ofImports(), { request: { filer: IMPORTER } })).toEqual([
      "filer.tax_number tax_number_missing",
    ]);
  });

  it("asks for the intermediary that the registration has", () => {
    const neutral = ofImports();
    const identification = {
      ...neutral.identification,
      intermediary_number_masked: "IN724*****21",
    };
    const filer = { ...IMPORTER, tax_number: "B12345678" };
    expect(reasonsOf("es_369", { ...neutral, identification }, { request: { filer } })).toEqual([
      "filer.intermediary_number intermediary_number_missing",
    ]);
  });

  test.for([
    ["I", []],
    ["S", []],
    ["N", F1_ROWS],
  ] as const)("takes no payment type %s against the total", ([payment_type, rows]) => {
    const request = { extras: { payment_type } };
    expect(reasonsOf("es_369", unionReturn("es_369", rows, []), { request })).toEqual([
      "extras.payment_type payment_type_unlike_total",
    ]);
  });

  it("warns of days that the form of the non-Union scheme cannot say", () => {
    const scheme_type = "non_union_oss";
    const until = makeRegistration({
      scheme_type,
      member_state_identification: "ES",
      effective_to: "2025-08-15" as IsoDate,
    });
    const after = makeRegistration({
      scheme_type,
      id: 2,
      effective_from: "2025-08-16" as IsoDate,
    });
    const neutral = neutralReturn(declaredReturn([], [], { scheme_type }), until, [until, after]);
    expect(warningsOf("es_369", neutral)).toEqual(["return days_not_in_file"]);
    expect(warningsOf("es_369", { ...neutral, scheme: "union_oss" })).toEqual([]);
  });
});
