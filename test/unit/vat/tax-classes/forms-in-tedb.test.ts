import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { classRows } from "../../../../scripts/reference-data/public-tables.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { tedbRates } from "../../../../shared/vat/rate-proposals/tedb-answer.ts";
import { differencesOf } from "../../../../shared/vat/rate-proposals/tedb-compare.ts";
import type { Form } from "../../../../shared/vat/reference-data/vat-rates.ts";
import { TAX_CLASSES } from "../../../../shared/vat/tax-classes/catalogue.ts";
import { classRateOn, RATED_STATES } from "../../../../shared/vat/tax-classes/class-rates.ts";
import { answerFor, facts } from "../../../integration/vat/tedb/tedb-server.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

/* The catalogue of 2025-08-26 against TEDB's answer of that day: 27 Member States, 37 classes, both forms of supply. */
const DAY = "2025-08-26" as IsoDate;

const rateOf = (classId: string, state: string, form: Form) =>
  classRateOn(classId, state, DAY, BUILT_IN_RATES, form)?.rate_bps;

describe("physical supplies", () => {
  it.for(RATED_STATES)("of %s differ from TEDB only where a reason is on record", (state) => {
    const own = TAX_CLASSES.flatMap(({ id }) => {
      const rate = classRateOn(id, state, DAY, BUILT_IN_RATES);
      return rate ? [{ ...rate, class_id: id, country: state }] : [];
    });
    expect(own).toHaveLength(37);
    const xml = answerFor(facts.filter(({ member_state }) => member_state === state));
    const found = differencesOf(own, tedbRates(xml, { state, day: DAY }));
    expect(found.filter(({ reviewed }) => reviewed === undefined)).toEqual([]);
  });
});

/** Statistical classification of products by activity: publications on line, and broadcasting. */
const ELECTRONIC_CODES: Readonly<Record<string, string>> = {
  books: "58.11.3",
  newspapers: "58.13.2",
  periodicals: "58.14.2",
  broadcasting: "60",
};

const AVALARA = "Avalara, e-publications, 2020-03-04";
const GLOBAL_VAT = "globalvatcompliance.com, VAT rates for e-books, 2021-10-22";
const NO_CODE = "TEDB has the category without codes";

/** Where the electronic rate is not that of TEDB's electronic codes, or the standard rate without them: its source. */
const REASONS: Readonly<Record<string, string>> = {
  "BE newspapers":
    "TEDB's code is that of titles at 6 %; the zero rate covers digital titles alike",
  "CY books": "EY 2023-1270: in physical or electronic form",
  "CY newspapers": "EY 2023-1270: in physical or electronic form",
  "CY periodicals": "EY 2023-1270: in physical or electronic form",
  "CZ books": `${AVALARA}; e-books and audiobooks exempt with deduction since 2024`,
  "CZ newspapers": AVALARA,
  "CZ periodicals": AVALARA,
  "DE books": AVALARA,
  "DE newspapers": AVALARA,
  "DE periodicals": AVALARA,
  "DK newspapers": "zero rate for titles issued more than monthly, printed or electronic",
  "EE books": GLOBAL_VAT,
  "EE newspapers": GLOBAL_VAT,
  "EE periodicals": GLOBAL_VAT,
  "EL newspapers": "vatcalc.com: electronic books and publications since 2021-07-18",
  "EL periodicals": "vatcalc.com: electronic books and publications since 2021-07-18",
  "ES books": GLOBAL_VAT,
  "ES newspapers": GLOBAL_VAT,
  "ES periodicals": GLOBAL_VAT,
  "FI books": AVALARA,
  "FI newspapers": AVALARA,
  "FI periodicals": AVALARA,
  "FI broadcasting": "TEDB's row is the payment to the public broadcasting fund",
  "FR newspapers":
    "TEDB's code is that of titles at 5.5 %; the press of general interest takes 2.1 %",
  "FR periodicals":
    "TEDB's code is that of titles at 5.5 %; the press of general interest takes 2.1 %",
  "HR books": AVALARA,
  "HR newspapers": AVALARA,
  "HR periodicals": AVALARA,
  "IE books": "revenue.ie, electronic publications: zero since 2024",
  "IE newspapers": "revenue.ie, electronic publications: zero since 2023",
  "IE periodicals": "revenue.ie, electronic publications: second reduced rate",
  "IT books": GLOBAL_VAT,
  "IT newspapers": GLOBAL_VAT,
  "IT periodicals": GLOBAL_VAT,
  "LV books": "ifinanses.lv (VID): printed or electronic, on line or downloaded, since 2022",
  "LV newspapers": "ifinanses.lv (VID): printed or electronic, on line or downloaded, since 2022",
  "LV periodicals": "ifinanses.lv (VID): printed or electronic, on line or downloaded, since 2022",
  "MT books": AVALARA,
  "MT newspapers": AVALARA,
  "MT periodicals": AVALARA,
  "MT broadcasting": "TEDB's row is the exemption of the public broadcaster",
  "NL books": AVALARA,
  "NL newspapers": AVALARA,
  "NL periodicals": AVALARA,
  "PL books": AVALARA,
  "PL newspapers": AVALARA,
  "PL periodicals": AVALARA,
  "PL broadcasting": NO_CODE,
  "PT books": AVALARA,
  "PT newspapers": AVALARA,
  "PT periodicals": AVALARA,
  "SI books": AVALARA,
  "SI newspapers": AVALARA,
  "SI periodicals": AVALARA,
  "SK books": "TEDB files e-books (CPA 58.11.3) under NEWSPAPERS",
};

const classes = classRows(
  readFileSync(
    new URL("../../../../shared/vat/reference-data/tax-classes.json", import.meta.url),
    "utf8",
  ),
);

/** The rates of TEDB's rows of a class that name an electronic code. */
function electronicInTedb(state: string, { id, tedb_categories }: (typeof classes)[number]) {
  const code = ELECTRONIC_CODES[id] ?? "none";
  const rows = facts.filter(
    (fact) =>
      fact.member_state === state &&
      tedb_categories.includes(fact.category) &&
      fact.rate_type !== "OUT_OF_SCOPE" &&
      fact.cpa_codes.split(" ").some((own) => own.startsWith(code)),
  );
  return rows.map(({ rate_pct }) => Math.round(Number(rate_pct) * 100));
}

describe("electronic supplies", () => {
  it("differ from TEDB only where a reason is on record, and where one is", () => {
    const differing = RATED_STATES.flatMap((state) =>
      classes
        .filter(({ id }) => id in ELECTRONIC_CODES)
        .filter((taxClass) => {
          const found = electronicInTedb(state, taxClass);
          const expected = found.length > 0 ? found : [rateOf("standard", state, "electronic")];
          return !expected.includes(rateOf(taxClass.id, state, "electronic") ?? -1);
        })
        .map(({ id }) => `${state} ${id}`),
    );
    expect(differing.sort()).toEqual(Object.keys(REASONS).sort());
  });

  it("take the standard rate as physical ones do, and no rate of a class that has none", () => {
    for (const state of RATED_STATES) {
      for (const { id } of TAX_CLASSES.filter((one) => !(one.id in ELECTRONIC_CODES))) {
        const rate = rateOf(id, state, "electronic");
        expect(rate).toBe(id === "standard" ? rateOf(id, state, "physical") : undefined);
      }
    }
  });
});
