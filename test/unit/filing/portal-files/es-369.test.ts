import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { ES_369 } from "../../../../shared/filing/portal-files/formats/es-369.ts";
import { neutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import { declaredReturn, makeRow, neutralIn } from "../../../make/f1-return.ts";
import { fileRequest } from "../../../make/file-request.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { supplies369 } from "./es-369-lists.ts";
import { faults369, fieldValue, read369 } from "./read-es-369.ts";

const sample = (name: string) =>
  readFileSync(`test/return-files/samples/${name}.txt`).toString("latin1");

const F1 = sample("ES_F1");

const pagesOf = (text: string) => read369(text).pages.map(({ number }) => number);

describe("the reader of the record design", () => {
  test.for(["ES_F1", "ES_nil", "ES_ioss"])("finds no fault in %s", (name) => {
    expect(faults369(read369(sample(name)))).toEqual([]);
  });

  /** F1 with a text in place of another of the same length. */
  const spoilt = (before: string, after: string) => {
    expect(F1).toContain(before);
    expect(after).toHaveLength(before.length);
    return faults369(read369(F1.replace(before, after)));
  };

  test.for([
    ["a constant", "</T36904>", "</T36905>", "04/161 is not its constant"],
    [
      "a reserved field",
      `<T36900>${" ".repeat(93)}`,
      `<T36900>${"0".repeat(93)}`,
      "00/5 is reserved",
    ],
    ["an empty name", "EMPRESA DE MUESTRA SL", " ".repeat(21), "04/13 is obligatory"],
    ["a sign in a name", "MUESTRA SL", "MUESTRA&SL", "04/13 has a sign"],
    ["a text to the right", "MOSS D", " MOSSD", "04/5 is not to the left"],
    [
      "a number that is none",
      "20000             4800",
      "200,0             4800",
      "04/23 is no number",
    ],
    ["zero", "             4800", "                0", "04/24 is zero instead of blank"],
    ["a rate of no kind", "FR 2000S", "FR 2000X", "05/8 is not one of its values"],
  ] as const)("finds %s", ([, before, after, fault]) => {
    expect(spoilt(before, after).map((one) => one.replace(/:.*$/s, ""))).toContain(fault);
  });

  it("finds pages that do not belong there", () => {
    const pages = read369(F1).pages;
    const head = { year: 2025, period: "3T", tax_number: "B12345678" };
    const faults = (order: readonly number[]) =>
      faults369({ ...head, pages: order.map((at) => pages[at] as (typeof pages)[number]) });
    expect(faults([0, 1, 2, 3, 4, 5, 6])).toEqual([]);
    expect(faults([0, 1])).toEqual(["ends"]);
    expect(faults([0, 1, 3, 2, 6])).toEqual(["order"]);
    expect(faults([0, 1, 2, 2, 6])).toEqual(["further pages"]);
  });
});

describe("es_369", () => {
  const sixty = (section: "2a" | "2b") =>
    Array.from({ length: 60 }, (_, at) => makeRow({ section, taxable_amount_minor: 10_000 + at }));

  it("leaves out the pages of sections without a line", () => {
    const goods = declaredReturn([makeRow()], []);
    expect(pagesOf(ES_369.print(neutralIn("ES", goods), fileRequest("es_369")))).toEqual([
      "00",
      "04",
      "05",
      "09",
    ]);
    const corrections = neutralIn("ES", declaredReturn([]));
    const text = ES_369.print(corrections, fileRequest("es_369"));
    expect(pagesOf(text)).toEqual(["00", "04", "08", "09"]);
    const [, first] = read369(text).pages;
    expect(fieldValue(first, /sin actividad/)).toBe("0");
    // -10.00 is not payable, and nothing is set off.
    expect(fieldValue(first, /^Tipo de pago/)).toBe("N");
  });

  it.for([
    ["2a", "04"],
    ["2b", "05"],
  ] as const)("goes on with the rest of %s on further pages %s, marked so", ([section, page]) => {
    const declared = declaredReturn(sixty(section), []);
    const read = read369(ES_369.print(neutralIn("ES", declared), fileRequest("es_369")));
    expect(faults369(read)).toEqual([]);
    const lists = read.pages.filter(({ number }) => number === page);
    expect(lists.map((readPage) => fieldValue(readPage, /^Complementaria/))).toEqual([
      "",
      "C",
      "C",
    ]);
    const bases = supplies369(read).map(({ base_minor }) => base_minor);
    expect(bases).toEqual(Array.from({ length: 60 }, (_, at) => 10_000 + at));
    // The declarant stands on each of the first page's repetitions.
    const names = lists.map((readPage) => fieldValue(readPage, /razón social/));
    expect(new Set(names)).toEqual(new Set([page === "04" ? "EMPRESA DE MUESTRA SL" : ""]));
  });

  it("names the days, where two returns are made of a quarter", () => {
    const until = makeRegistration({
      member_state_identification: "ES",
      effective_from: "2021-07-01",
      effective_to: "2025-08-15" as IsoDate,
    });
    const after = makeRegistration({
      id: 2,
      member_state_identification: "PT",
      effective_from: "2025-08-16" as IsoDate,
    });
    const neutral = neutralReturn(declaredReturn(), until, [until, after]);
    const [, first] = read369(ES_369.print(neutral, fileRequest("es_369"))).pages;
    expect(fieldValue(first, /Fecha desde/)).toBe("20250701");
    expect(fieldValue(first, /Fecha hasta/)).toBe("20250815");
  });

  it("says how it is paid", () => {
    const extras = {
      payment_type: "S",
      payment_reference: "1234567890123456789012",
      paid_minor: 5_000,
    };
    const read = read369(ES_369.print(neutralIn("ES"), fileRequest("es_369", { extras })));
    expect(faults369(read)).toEqual([]);
    const [, first] = read.pages;
    expect(fieldValue(first, /^Tipo de pago/)).toBe("S");
    expect(fieldValue(first, /^NRC/)).toBe("1234567890123456789012");
    expect(fieldValue(first, /^Importe pagado/)).toBe("5000");
  });

  it("names an intermediary of the import scheme", () => {
    const declared = declaredReturn([], [], {
      scheme_type: "ioss",
      period_key: "2025-09" as PeriodKey,
    });
    const filer = {
      vat_number: "IM7241234567",
      tax_number: "B12345678",
      intermediary_number: "IN7247654321",
    };
    const read = read369(ES_369.print(neutralIn("ES", declared), fileRequest("es_369", { filer })));
    expect(faults369(read)).toEqual([]);
    const [, first] = read.pages;
    expect(fieldValue(first, /Actúa a través/)).toBe("1");
    expect(fieldValue(first, /NIOSSIn/)).toBe("IN7247654321");
    expect(fieldValue(first, /sin actividad/)).toBe("1");
  });

  it("keeps names of 100 characters, and letters of the encoding", () => {
    const name = `ÁÉÍ ÑÇÜ ${"A".repeat(92)}`;
    const request = fileRequest("es_369", { filer: { name } });
    const [, first] = read369(ES_369.print(neutralIn("ES"), request)).pages;
    expect(fieldValue(first, /razón social/)).toBe(name);
  });

  it("writes establishments without a VAT number by their tax reference", () => {
    const establishments = [{ country: "IT" as const, tax_reference: "REF12345" }];
    const request = fileRequest("es_369", { establishments });
    const read = read369(ES_369.print(neutralIn("ES"), request));
    expect(faults369(read)).toEqual([]);
    expect(supplies369(read).map(({ from, number }) => [from, number])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      ["IT", "REF12345"],
      // Of a dispatch there may be neither.
      ["PL", ""],
    ]);
  });
});
