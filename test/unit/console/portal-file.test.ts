import { describe, expect, it } from "vitest";
import { findingText } from "../../../console/src/filing/finding-text.ts";
import { formFields } from "../../../console/src/filing/form-fields.ts";
import type { FileChoice } from "../../../console/src/filing/load-filing.ts";
import { establishmentName, fileRequest } from "../../../console/src/filing/portal-file-request.ts";
import { formatterFor } from "../../../console/src/format/formatter.ts";
import type { PeriodFacts } from "../../../console/src/period/load-period.ts";
import { cellText } from "../../../console/src/sheet/sheet-lines.ts";
import { LANGUAGES } from "../../../console/src/texts/say.ts";
import { RETURN_FORMATS } from "../../../shared/filing/portal-files/formats.ts";
import { formatPage } from "../../../shared/filing/portal-files/schema.ts";
import { sayIn } from "../../make/say.ts";

const { items: shown } = formatPage({ limit: 50 });

const choiceOf = (name: string, countries: readonly string[] = []): FileChoice => {
  const format = shown.find((one) => one.format === name);
  if (!format) throw new Error(`no format ${name}`);
  const establishments = countries.map((country) => ({ country, sections: [], required: true }));
  const checked = {
    format: name,
    exportable: true,
    reasons: [],
    consents: [],
    warnings: [],
    establishments,
  };
  return { format, checked } as unknown as FileChoice;
};

const filled = (values: Readonly<Record<string, string>>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
};

describe("the form of a file", () => {
  it.for(RETURN_FORMATS.map(({ format }) => format))(
    "of %s asks for the number that files, which may be stored",
    (name) => {
      const fields = formFields(choiceOf(name).format.fields.filer);
      expect(fields.find((field) => field.name === "vat_number")).toMatchObject({
        kind: "text",
        isRequired: false,
      });
    },
  );

  it("knows choices, flags and numbers", () => {
    const kinds = (name: string) =>
      Object.fromEntries(
        formFields(choiceOf(name).format.fields.extras).map((formField) => [
          formField.name,
          formField.kind,
        ]),
      );
    expect(kinds("de_bop_v2")).toEqual({ decimal_sign: "choice", deemed_supplier: "flag" });
    expect(kinds("es_369")["paid_minor"]).toBe("number");
  });
});

describe("the request of a filled form", () => {
  it("has what was typed, and nothing of what was left empty", () => {
    const data = filled({
      "filer.vat_number": " DE123456789 ",
      "extras.decimal_sign": "",
      "extras.deemed_supplier": "on",
      [establishmentName("PL")]: "PL1234567890",
      [establishmentName("CZ")]: "12/345",
    });
    expect(fileRequest(data, choiceOf("de_bop_v2", ["PL", "CZ", "FR"]), false)).toEqual({
      format: "de_bop_v2",
      filer: { vat_number: "DE123456789" },
      extras: { deemed_supplier: true },
      establishments: [
        { country: "PL", vat_number: "PL1234567890" },
        { country: "CZ", tax_reference: "12/345" },
      ],
    });
  });

  it("accepts a finding once, when its box is ticked", () => {
    const choice = choiceOf("se_oss001");
    const rule = { field: "return", rule: "layout_not_confirmed", message: "" };
    Object.assign(choice.checked, { consents: [rule, { ...rule, field: "rows.0" }] });
    const of = (more: Record<string, string>) =>
      fileRequest(filled({ "filer.vat_number": "SE1", ...more }), choice, false);
    expect(of({})).not.toHaveProperty("accept");
    expect(of({ "accept.layout_not_confirmed": "on" })).toMatchObject({
      accept: ["layout_not_confirmed"],
    });
  });

  it("of an open period asks for a draft", () => {
    expect(fileRequest(filled({ "filer.vat_number": "SE1" }), choiceOf("se_oss001"), true)).toEqual(
      {
        format: "se_oss001",
        filer: { vat_number: "SE1" },
        extras: {},
        draft: true,
      },
    );
  });
});

it.for(RETURN_FORMATS.map(({ format }) => format))(
  "where the file %s is submitted is said in each language",
  (name) => {
    const texts = LANGUAGES.map((language) => sayIn(language, language).code(`portal.${name}`));
    expect(texts).not.toContain(`portal.${name}`);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
  },
);

describe("a finding against the file", () => {
  const shown = {
    return_currency: "EUR",
    rows: [{ member_state_of_consumption: "FR", vat_rate_bps: 2_000, rate_category: "standard" }],
    corrections: [
      { member_state_of_consumption: "IT", original_period: "2025-Q2", vat_amount_minor: -1_200 },
    ],
  } as unknown as PeriodFacts["shown"];
  const words = { say: sayIn("de", "de-DE"), format: formatterFor("de-DE", "Nordirland") };
  const textOf = (field: string, rule: string) =>
    findingText({ field, rule, message: "FR: in English" }, shown, words).replaceAll("\u00A0", " ");

  it.for([
    [
      "rows.0",
      "amount_of_zero",
      "Frankreich, 20 % Regelsteuersatz: Das Formular nimmt nur Beträge über null.",
    ],
    [
      "corrections.0",
      "correction_twice",
      "Q2 2025, Italien, −12,00 €: Derselbe Zeitraum und Mitgliedstaat wird zweimal berichtigt.",
    ],
    ["return", "other_currency", "Die Datei ist in einer anderen Währung als die Erklärung."],
    ["rows.9", "amount_of_zero", "Das Formular nimmt nur Beträge über null."],
    ["return", "no_such_rule", "FR: in English"],
  ] as const)("at %s, %s", ([field, rule, text]) => {
    expect(textOf(field, rule)).toBe(text);
  });
});

it("the kinds of supply and of rate on an entry sheet are in the language of the reader", () => {
  const cell = (text: string | null) =>
    cellText(
      { field: "supply_type", text } as Parameters<typeof cellText>[0],
      sayIn("de", "de-DE"),
    );
  expect(["GOODS", "STANDARD", "REDUCED", "AT", null].map(cell)).toEqual([
    "Gegenstände",
    "Regelsteuersatz",
    "ermäßigter Steuersatz",
    "AT",
    null,
  ]);
});
