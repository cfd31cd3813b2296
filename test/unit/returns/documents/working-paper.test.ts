import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { computeReturn } from "../../../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../../../shared/returns/compute/status.ts";
import { workingPaper } from "../../../../shared/returns/documents/load-document.ts";
import { checkWord, sayIn, warningWord } from "../../../../shared/returns/documents/words.ts";
import { stateWords } from "../../../../shared/vat/reference-data/state-words.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { CHECK_CODES, WARNING_CODES } from "../../../../shared/vat/schemes/warnings.ts";
import { MADE } from "../../../make/paper.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  makeReturn,
  ratesOf,
} from "../../../make/return-input.ts";
import {
  type Read,
  type ReadSheet,
  readWorkbook,
  unzipped,
} from "../../../make/workbook-reader.ts";

const paperOf = async (of: ReturnType<typeof computedReturn>) =>
  readWorkbook((await workingPaper(of, MADE)).body);

/** The lines of a sheet by the names of its columns. */
const linesOf = (sheet: ReadSheet | undefined): Record<string, Read>[] => {
  const [heads = [], ...lines] = sheet?.rows ?? [];
  return lines.map((line) =>
    Object.fromEntries(heads.map((head, n) => [String(head), line[n] ?? null])),
  );
};

const full = computedReturn(
  [
    lineTally({}, 100_000, 19_000, 3),
    lineTally({ from_country: "PL", consumption_country: "FR", vat_rate_bps: 2_000 }, 50_05, 10_01),
    lineTally({ vat_rate_bps: 700, rate_category: "reduced", currency: "DKK" }, 74_600, 5_222, 2),
    correctionTally({}, -30_000, -5_700),
    excludedTally("needs_review_excluded", 4),
    excludedTally("classification_excluded", 2),
    { key: "check|rate_not_in_force", amounts: { event_count: 2n } },
  ],
  {
    state: "DE",
    rates: [ratesOf("2025-Q3", { DKK: "7.46" }), ratesOf("2025-Q2", { DKK: "7.45" })],
  },
);

const SHEETS = [
  "Summary",
  "Rows",
  "Corrections",
  "Balances",
  "Rates",
  "Checks",
  "Exclusions",
  "Events",
  "Legend",
];

describe("the working paper", () => {
  it.for(["en", "de"] as const)("names each sheet by one word in %s", (language) => {
    const names = [
      "summary",
      "rows",
      "corrections",
      "balances",
      "since",
      "rates",
      "checks",
    ] as const;
    const more = ["exclusions", "bridge", "events", "legend"] as const;
    for (const name of [...names, ...more]) {
      expect(sayIn(language)(`sheet_${name}`)).toMatch(/^\p{L}+$/u);
    }
  });

  it("has one sheet a subject, each with a frozen head and no formula", async () => {
    const sheets = await paperOf(full);
    expect([...sheets.keys()]).toEqual(SHEETS);
    for (const { frozen, formulas } of sheets.values()) {
      expect({ frozen, formulas }).toEqual({ frozen: 1, formulas: 0 });
    }
  });

  it("shows the rows in the currency of the return", async () => {
    const lines = linesOf((await paperOf(full)).get("Rows"));
    expect(lines).toHaveLength(full.report.rows.length + 1);
    expect(lines.at(-1)).toMatchObject({
      Section: "Total",
      "Taxable amount (EUR)": full.report.totals.taxable_minor / 100,
      "VAT (EUR)": full.report.totals.current_vat_minor / 100,
    });
    expect(lines[0]).toEqual({
      Section: "2d",
      "Member State of consumption": "DE Germany",
      "Goods or services": "goods",
      "From Member State": "SE Sweden",
      "Rate category": "standard",
      "VAT rate (%)": 19,
      "Taxable amount (EUR)": 1000,
      "VAT (EUR)": 190,
      Events: 3,
    });
  });

  it("tells reasons and checks in words and numbers", async () => {
    const sheets = await paperOf(full);
    expect(linesOf(sheets.get("Exclusions"))).toEqual([
      {
        Code: "needs_review_excluded",
        "How many": 4,
        "To be resolved before filing": "yes",
        Reason: "A person has still to decide whether it belongs in the return",
      },
      {
        Code: "classification_excluded",
        "How many": 2,
        "To be resolved before filing": "no",
        Reason: "Belongs in no return of the scheme; declared elsewhere or nowhere",
      },
      { Code: "Total", "How many": 6, "To be resolved before filing": null, Reason: null },
    ]);
    expect(linesOf(sheets.get("Checks"))).toEqual([
      {
        Code: "rate_not_in_force",
        Severity: "warning",
        "How many": 2,
        Meaning: "The rate was not in force in the Member State on that day",
      },
      { Code: "Total", Severity: null, "How many": 2, Meaning: null },
    ]);
  });

  it("tells of figures that no portal takes", async () => {
    const below = computedReturn([lineTally({}, -100_00, -19_00)], { state: "DE" });
    const row = { original_period: "2025-Q2" as PeriodKey, member_state_of_consumption: "DE" };
    const amounts = {
      declared_vat_minor: 1,
      correction_vat_minor: -2,
      resulting_vat_minor: -1,
      event_count: 1,
    };
    const sheets = await paperOf({ ...below, corrections_below_zero: [{ ...row, ...amounts }] });
    expect(linesOf(sheets.get("Checks"))).toEqual([
      {
        Code: "negative_row",
        Severity: "blocking",
        "How many": 1,
        Meaning: "Rows below zero, which portals refuse",
      },
      {
        Code: "correction_below_zero",
        Severity: "blocking",
        "How many": 1,
        Meaning: "Corrections that take back more VAT than was declared",
      },
      { Code: "Total", Severity: null, "How many": 2, Meaning: null },
    ]);
  });

  it("shows every rate that was used, as a number with all its digits", async () => {
    expect(linesOf((await paperOf(full)).get("Rates"))).toEqual([
      {
        "Period converted": "Q3 2025",
        Currency: "DKK",
        "Units per euro": 7.46,
        "Published on": 45_930,
      },
    ]);
  });

  it("names the request that lists the events of each figure", async () => {
    const lines = linesOf((await paperOf(full)).get("Events"));
    const path = "GET /v1/returns/union-oss/2025-Q3/events";
    const { id } = full.registration;
    expect(lines[0]).toEqual({
      Figure: "All events of the return",
      Events: full.total_source_event_count,
      "What lists them": `${path}?registration_id=${id}`,
    });
    expect(lines[1]).toEqual({
      Figure: "2d, DE, goods, SE, 19 %",
      Events: 3,
      "What lists them": `${path}?section=2d&member_state_of_consumption=DE&vat_rate_bps=1900&supply_kind=goods&from_member_state=SE&rate_category=standard&registration_id=${id}`,
    });
    expect(lines.map((line) => line["What lists them"])).toContain(
      `${path}?original_period=2025-Q2&member_state_of_consumption=DE&registration_id=${id}`,
    );
    expect(lines.at(-1)?.["What lists them"]).toBe(
      `${path}?warning=classification_excluded&registration_id=${id}`,
    );
  });

  it("shows what of a correction is a late change, also where nothing is left of it", async () => {
    const late = { original_period: "2025-Q2" as PeriodKey, member_state_of_consumption: "DE" };
    const amounts = { taxable_amount_minor: 30_000, vat_amount_minor: 5_700 };
    const other = {
      ...late,
      original_period: "2025-Q1" as PeriodKey,
      taxable_amount_minor: -100,
      vat_amount_minor: -19,
    };
    const input = {
      ...makeReturn([correctionTally({}, -30_000, -5_700)], { state: "DE" }),
      late: [
        { ...late, ...amounts, event_count_difference: 1 },
        { ...other, event_count_difference: -1 },
      ],
    };
    const of = requireReturn(
      computeReturn({
        ...input,
        rates: new Map([...input.rates, ["2025-Q2", ratesOf("2025-Q2")]]),
      }),
    );
    const head = { "Member State of consumption": "DE Germany" };
    expect(linesOf((await paperOf(of)).get("Corrections"))).toEqual([
      {
        "Corrected period": "Q1 2025",
        ...head,
        "Taxable amount (EUR)": -1,
        "VAT (EUR)": -0.19,
        Events: -1,
        "Of this late changes: taxable amount (EUR)": -1,
        "Of this late changes: VAT (EUR)": -0.19,
        "Late events, came less left": -1,
      },
      {
        "Corrected period": "Q2 2025",
        ...head,
        "Taxable amount (EUR)": 0,
        "VAT (EUR)": 0,
        Events: 0,
        "Of this late changes: taxable amount (EUR)": 300,
        "Of this late changes: VAT (EUR)": 57,
        "Late events, came less left": 1,
      },
      expect.objectContaining({ "Corrected period": "Total", "VAT (EUR)": -0.19 }),
    ]);
  });

  it("of a nil return has every sheet, and zeroes for totals", async () => {
    const { file_name, content_type } = await workingPaper(computedReturn([]), MADE);
    expect(file_name).toBe("union-oss-SE-2025-Q3-working-paper.xlsx");
    expect(content_type).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    const sheets = await paperOf(computedReturn([]));
    expect([...sheets.keys()]).toEqual(SHEETS);
    const summary = linesOf(sheets.get("Summary"));
    expect(summary).toContainEqual({ Return: "Total payable, nothing set off", Value: 0 });
    expect(summary).toContainEqual({ Return: "Nil return", Value: "yes" });
    expect(linesOf(sheets.get("Rows"))).toMatchObject([{ Section: "Total", "VAT (EUR)": 0 }]);
  });

  it("names a month of another scheme after both", async () => {
    const month = computedReturn([], { scheme: IOSS, period: "2025-08" });
    expect((await workingPaper(month, MADE)).file_name).toBe("ioss-SE-2025-08-working-paper.xlsx");
  });

  it("of the same return and instant has the same bytes", async () => {
    const [one, other] = await Promise.all([workingPaper(full, MADE), workingPaper(full, MADE)]);
    expect(one.body).toEqual(other.body);
  });

  it("names the client and the persons who signed off the return, in either language", async () => {
    const sign_off = {
      prepared: [{ by: "pe_1", name: "Ada", at: "2025-10-20T09:00:00.000Z" }],
      locked: { by: "key_1", name: null, at: "2025-10-21T09:00:00.000Z" },
      filed: {
        by: "pe_2",
        name: "Bo",
        at: "2025-10-22T09:00:00.000Z",
        on: "2025-10-22" as IsoDate,
        reference: "=A1",
      },
    } as const;
    const facts = { ...MADE.facts, sign_off: { ...sign_off, prepared: [...sign_off.prepared] } };
    const paper = async (language: "en" | "de") => {
      const { body } = await workingPaper(full, { ...MADE, facts, language });
      const [[, summary] = []] = [...readWorkbook(body)];
      const values = new Map(summary?.rows.map(([name, value]) => [name, value]));
      return { body, values };
    };
    const english = await paper("en");
    for (const [name, value] of [
      ["Client", "Müller & Söhne GmbH"],
      ["Identification number (masked)", "DE*****6789"],
      ["Scheme", "Union scheme"],
      ["Status of the return", "filed, 22 October 2025"],
      ["Prepared by", "Ada, 20 October 2025, 09:00 UTC"],
      ["Reviewed by", "API key key_1, 21 October 2025, 09:00 UTC"],
      ["Filing recorded by", "Bo, 22 October 2025, 09:00 UTC"],
      ["Reference of the filing", "=A1"],
    ]) {
      expect(english.values.get(String(name)), name).toBe(value);
    }
    const german = await paper("de");
    expect(german.values.get("Mandant")).toBe("Müller & Söhne GmbH");
    expect(german.values.get("Stand der Erklärung")).toBe("eingereicht, 22. Oktober 2025");
    expect(german.values.get("Zustand")).toBe("zu prüfen");
    expect([...readWorkbook(german.body).keys()]).toContain("Ausschlüsse");
    for (const [body, status] of [
      [english.body, "filed, 22 October 2025"],
      [german.body, "eingereicht, 22. Oktober 2025"],
    ] as const) {
      const parts = [...unzipped(body)].filter(([name]) => /worksheets\/sheet\d+\.xml$/.test(name));
      expect(parts).toHaveLength(SHEETS.length);
      for (const [name, part] of parts) {
        expect(part, name).toContain("&amp;LMüller &amp;&amp; Söhne GmbH (DE*****6789)&amp;C");
        expect(part, name).toContain(`&amp;R${status}<`);
      }
    }
  });

  it("says in German whatever a code can say", () => {
    for (const code of WARNING_CODES)
      expect(warningWord(code, "de")).not.toBe(warningWord(code, "en"));
    for (const code of CHECK_CODES) expect(checkWord(code, "de")).not.toBe(checkWord(code, "en"));
    expect(stateWords("de")("EL")).toBe("Griechenland");
    expect(stateWords("en")("XI")).toBe("Northern Ireland");
  });
});
