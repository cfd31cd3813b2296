import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { builtTables } from "../../../scripts/reference-data/built-tables.ts";
import { classRateRows } from "../../../scripts/reference-data/rate-rows.ts";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { NATIONAL_CURRENCIES } from "../../../shared/reference-data/national-currencies.ts";
import { holdsOn } from "../../../shared/reference-data/on-date.ts";

/*
 * Law that is made up, to see that a change of it is made in one place. The tables of the service are
 * put in the place of its own for these tests alone.
 */
const DATA = "../../../shared/reference-data";
const text = (name: string) => readFileSync(new URL(`${DATA}/${name}`, import.meta.url), "utf8");
const day = (text: string) => text as IsoDate;

afterEach(() => {
  vi.doUnmock(`${DATA}/class-rates.json`);
  vi.doUnmock(`${DATA}/rates-in-force.json`);
  vi.doUnmock(`${DATA}/national-currencies.ts`);
  vi.resetModules();
});

describe("Germany raises its standard rate to 21 % on 2027-04-01", () => {
  const closed = "DE,1900,2021-01-01,2027-03-31";
  const opened = 'DE,2100,2027-04-01,,"made up",low,\n';
  const changed = text("standard-rates.csv")
    .replace(/^DE,1900,2021-01-01,(?=,)/m, closed)
    .concat(opened);
  const [before, since] = [day("2027-03-31"), day("2027-04-01")];
  const ofGermany = classRateRows(text("tax-rates.csv")).filter(({ country }) => country === "DE");

  beforeEach(() => {
    const built = builtTables((name) => (name === "standard-rates.csv" ? changed : text(name)));
    for (const name of ["class-rates.json", "rates-in-force.json"]) {
      vi.doMock(`${DATA}/${name}`, () => ({ default: JSON.parse(built[name] ?? "") }));
    }
    vi.resetModules();
  });

  it("is two lines of data", () => {
    const [old, now] = [text("standard-rates.csv"), changed].map((csv) => csv.split("\n"));
    expect(now?.filter((line) => !old?.includes(line))).toHaveLength(2);
    expect(old?.filter((line) => !now?.includes(line))).toHaveLength(1);
  });

  it("is followed by the standard rate and by every class that says standard, and no other", async () => {
    const { classRateOn } = await import("../../../shared/tax-classes/class-rates.ts");
    expect(classRateOn("standard", "DE", before)?.rate_bps).toBe(1900);
    expect(classRateOn("standard", "DE", since)?.rate_bps).toBe(2100);
    const inForce = ofGermany.filter((row) => holdsOn(row, since));
    expect(inForce).toHaveLength(36);
    for (const { class_id, rate_bps } of inForce) {
      const rates = [before, since].map((when) => classRateOn(class_id, "DE", when)?.rate_bps);
      expect(rates).toEqual(rate_bps === "standard" ? [1900, 2100] : [rate_bps, rate_bps]);
    }
  });

  it("is shown with its days by the catalogue, and is in force for what is booked", async () => {
    const { taxClassDetail } = await import("../../../shared/tax-classes/detail.ts");
    const { ratesInForce } = await import("../../../shared/reference-data/vat-rates.ts");
    const [from, to] = [`${since}T00:00:00Z`, null];
    expect(taxClassDetail("window_cleaning", "DE", before).rates[0]?.valid_to).toBe(from);
    expect(taxClassDetail("window_cleaning", "DE", since).rates).toEqual([
      { country: "DE", rate_bps: 2100, valid_from: from, valid_to: to },
    ]);
    expect(ratesInForce("DE", before)).toEqual(new Set([0, 700, 1900]));
    expect(ratesInForce("DE", since)).toEqual(new Set([0, 700, 2100]));
  });
});

/** Denmark files in its own currency, has a threshold in it, and a national equivalent. */
describe("Denmark enters the euro on 2028-01-01", () => {
  const [before, since] = [day("2027-12-31"), day("2028-01-01")];
  const rows = NATIONAL_CURRENCIES.map((row) =>
    row.state === "DK" ? { ...row, valid_to: before, units_per_euro: "7.46038" } : row,
  );

  beforeEach(() => {
    vi.doMock(`${DATA}/national-currencies.ts`, () => ({ NATIONAL_CURRENCIES: rows }));
    vi.resetModules();
  });

  it("files in euro for periods that end from then on", async () => {
    const { filingCurrencyOn } = await import("../../../shared/reference-data/member-states.ts");
    expect([filingCurrencyOn("DK", before), filingCurrencyOn("DK", since)]).toEqual(["DKK", "EUR"]);
  });

  it("has an irrevocable rate, for a period and for a day", async () => {
    const { periodRates, quoteFor } = await import(
      "../../../shared/exchange-rates/period-rates.ts"
    );
    const { quoteOn } = await import("../../../shared/threshold/day-rates.ts");
    const none = { today: since, days: new Map() };
    const fixed = { currency: "DKK", rate: "7.46038" };
    const periodTo = (when: IsoDate) => periodRates("2027-Q4", when, when, undefined);
    expect(quoteFor(periodTo(since), "DKK")).toEqual({ ...fixed, date: since });
    expect(quoteFor(periodTo(before), "DKK")).toBeUndefined();
    expect(quoteOn(since, "DKK", none)).toEqual(fixed);
    expect(quoteOn(before, "DKK", none)).toBeUndefined();
  });

  it("has no national equivalent of the threshold any more", async () => {
    const { nationalEquivalents } = await import(
      "../../../shared/threshold/national-equivalents.ts"
    );
    const currencies = (when: IsoDate) => nationalEquivalents(when).map((one) => one.currency);
    expect(currencies(before)).toContain("DKK");
    expect(currencies(since)).not.toContain("DKK");
    expect(currencies(since)).toHaveLength(currencies(before).length - 1);
  });

  it("must be given a threshold for small enterprises in euro before the tables build", async () => {
    const { builtTables } = await import("../../../scripts/reference-data/built-tables.ts");
    const outlived = "the threshold of DK since 2025-01-01 outlives the DKK";
    expect(() => builtTables(text)).toThrow(outlived);
    const thresholds = JSON.parse(text("sme-thresholds.json")).flatMap(
      (row: { country: string; valid_from: string; valid_to: string | null }) =>
        row.country === "DK" && row.valid_to === null
          ? [
              { ...row, valid_to: before },
              { ...row, valid_from: since },
            ]
          : row,
    );
    const built = builtTables((name) =>
      name === "sme-thresholds.json" ? JSON.stringify(thresholds) : text(name),
    );
    const [newest, older] = JSON.parse(built["sme-in-force.json"] ?? "").DK;
    expect([newest.currency, older.currency]).toEqual(["EUR", "DKK"]);
  });
});
