import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { builtTables } from "../../../../scripts/reference-data/built-tables.ts";
import { thresholdRows } from "../../../../scripts/reference-data/public-tables.ts";
import { classRateRows, rateRows } from "../../../../scripts/reference-data/rate-rows.ts";
import {
  type Dated,
  holdsOn,
  type IsoDate,
  plusDays,
} from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { memberStateOf } from "../../../../shared/vat/reference-data/member-states.ts";
import { NATIONAL_CURRENCIES } from "../../../../shared/vat/reference-data/national-currencies.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

/*
 * Law that is made up, to see that a change of it is made in one place. The tables of the service are
 * put in the place of its own for these tests alone. What is made up begins when all that the tables
 * know has begun or ended, so that no real change of law meets it.
 */
const DATA = "../../../../shared/vat/reference-data";
const text = (name: string) => readFileSync(new URL(`${DATA}/${name}`, import.meta.url), "utf8");

/** Two days on which nothing changes in `rows`, nor after them. */
function quietDays(rows: readonly Dated[]): readonly [before: IsoDate, since: IsoDate] {
  const changes = rows.flatMap(({ valid_from, valid_to }) => [valid_from, valid_to]);
  const newest = changes
    .filter((day) => typeof day === "string")
    .sort()
    .at(-1) as IsoDate;
  return [plusDays(newest, 1), plusDays(newest, 2)];
}

afterEach(() => {
  vi.doUnmock(`${DATA}/class-rates.json`);
  vi.doUnmock(`${DATA}/rates-in-force.json`);
  vi.doUnmock(`${DATA}/national-currencies.ts`);
  vi.resetModules();
});

describe("Germany raises its standard rate", () => {
  const classes = classRateRows(text("tax-rates.csv"));
  const standard = rateRows(text("standard-rates.csv"));
  const [before, since] = quietDays([
    ...standard,
    ...classes,
    ...rateRows(text("other-rates.csv")),
  ]);
  const inForce = classes.filter((row) => row.country === "DE" && holdsOn(row, since));
  const ofToday = standard.find((row) => row.country === "DE" && row.valid_to === null);
  const { rate_bps: old = 0, valid_from = "" } = ofToday ?? {};
  const raised = old + 200;
  const changed = text("standard-rates.csv")
    .replace(new RegExp(`^(DE,${old},${valid_from},)(?=,)`, "m"), `$1${before}`)
    .concat(`DE,${raised},${since},,"made up",low,,,\n`);

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
    const { classRateOn } = await import("../../../../shared/vat/tax-classes/class-rates.ts");
    const { TAX_CLASSES } = await import("../../../../shared/vat/tax-classes/catalogue.ts");
    expect(classRateOn("standard", "DE", before, BUILT_IN_RATES)?.rate_bps).toBe(old);
    expect(classRateOn("standard", "DE", since, BUILT_IN_RATES)?.rate_bps).toBe(raised);
    expect(inForce).toHaveLength(TAX_CLASSES.length - 1);
    for (const { class_id, rate_bps } of inForce) {
      const rates = [before, since].map(
        (when) => classRateOn(class_id, "DE", when, BUILT_IN_RATES)?.rate_bps,
      );
      expect(rates).toEqual(rate_bps === "standard" ? [old, raised] : [rate_bps, rate_bps]);
    }
  });

  it("is shown with its days by the catalogue, and is in force for what is booked", async () => {
    const { taxClassDetail } = await import("../../../../shared/vat/tax-classes/catalogue.ts");
    const { ratesInForce } = await import("../../../../shared/vat/reference-data/vat-rates.ts");
    const follows = inForce.find(({ rate_bps }) => rate_bps === "standard")?.class_id ?? "";
    const [from, to] = [`${since}T00:00:00Z`, null];
    expect(taxClassDetail(follows, "DE", before, BUILT_IN_RATES).rates[0]?.valid_to).toBe(from);
    expect(taxClassDetail(follows, "DE", since, BUILT_IN_RATES).rates).toMatchObject([
      { country: "DE", rate_bps: raised, valid_from: from, valid_to: to },
    ]);
    const booked = [...(ratesInForce("DE", before, BUILT_IN_RATES) ?? [])];
    expect(booked).toContain(old);
    const followed = booked.map((rate) => (rate === old ? raised : rate));
    expect(ratesInForce("DE", since, BUILT_IN_RATES)).toEqual(new Set(followed));
  });
});

/** One that files in its own currency shows most, while there is one. Northern Ireland cannot enter. */
const CANDIDATES = NATIONAL_CURRENCIES.filter(
  ({ state, valid_to }) => valid_to === undefined && !memberStateOf(state)?.goods_only,
);
const filesInOwn = (state: string) => memberStateOf(state)?.files_in_own_currency === true;
const CANDIDATE = CANDIDATES.find(({ state }) => filesInOwn(state)) ?? CANDIDATES[0];

describe.for(CANDIDATE ? [CANDIDATE] : [])("$state enters the euro", ({ state, currency }) => {
  const thresholds = thresholdRows(text("sme-thresholds.json"));
  const [before, since] = quietDays([...thresholds, ...NATIONAL_CURRENCIES]);
  const rate = "7.46038";
  const rows = NATIONAL_CURRENCIES.map((row) =>
    row.state === state ? { ...row, valid_to: before, units_per_euro: rate } : row,
  );

  beforeEach(() => {
    vi.doMock(`${DATA}/national-currencies.ts`, () => ({ NATIONAL_CURRENCIES: rows }));
    vi.resetModules();
  });

  it("files in euro for periods that end from then on", async () => {
    const { filingCurrencyOn, isMemberState } = await import(
      "../../../../shared/vat/reference-data/member-states.ts"
    );
    if (!isMemberState(state)) throw new RangeError(state);
    const filed = [before, since].map((when) => filingCurrencyOn(state, when));
    expect(filed).toEqual([filesInOwn(state) ? currency : "EUR", "EUR"]);
  });

  it("has an irrevocable rate, for a period and for a day", async () => {
    const { periodRates, quoteFor } = await import(
      "../../../../shared/vat/exchange-rates/period-rates.ts"
    );
    const { quoteOn } = await import("../../../../shared/vat/threshold/day-sums.ts");
    const none = { today: since, days: new Map() };
    const fixed = { currency, rate };
    const periodTo = (when: IsoDate) => periodRates("2027-Q4" as PeriodKey, when, when, undefined);
    expect(quoteFor(periodTo(since), currency)).toEqual({ ...fixed, date: since });
    expect(quoteFor(periodTo(before), currency)).toBeUndefined();
    expect(quoteOn(since, currency, none)).toEqual(fixed);
    expect(quoteOn(before, currency, none)).toBeUndefined();
  });

  it("has no national equivalent of the threshold any more", async () => {
    const { nationalEquivalents } = await import("../../../../shared/vat/threshold/day-sums.ts");
    const currencies = (when: IsoDate) =>
      nationalEquivalents(when).map((nationalEquivalent) => nationalEquivalent.currency);
    expect(currencies(before)).toContain(currency);
    expect(currencies(since)).not.toContain(currency);
    expect(currencies(since)).toHaveLength(currencies(before).length - 1);
  });

  it("must be given a threshold for small enterprises in euro before the tables build", async () => {
    const { builtTables } = await import("../../../../scripts/reference-data/built-tables.ts");
    const open = thresholds.find((row) => row.country === state && row.valid_to === null);
    const outlived = `the threshold of ${state} since ${open?.valid_from} outlives the ${currency}`;
    expect(() => builtTables(text)).toThrow(outlived);
    const split = thresholds.flatMap((row) =>
      row.country === state && row.valid_to === null
        ? [
            { ...row, valid_to: before },
            { ...row, valid_from: since },
          ]
        : row,
    );
    const built = builtTables((name) =>
      name === "sme-thresholds.json" ? JSON.stringify(split) : text(name),
    );
    const [newest, older] = JSON.parse(built["sme-in-force.json"] ?? "")[state];
    expect([newest.currency, older.currency]).toEqual(["EUR", currency]);
  });
});
