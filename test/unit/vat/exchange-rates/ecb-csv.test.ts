import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { dayOf } from "../../../../shared/core/calendar/dates.ts";
import { EcbCsvError, parseEcbCsv } from "../../../../shared/vat/exchange-rates/ecb-csv.ts";

const HISTORY = new URL("../../../../shared/vat/reference-data/ecb-history.csv", import.meta.url);

const WIDE = `Date,USD,JPY,BGN,CYP,
2026-01-02,1.1721,183.77,N/A,N/A,
2025-12-31,1.175,184.09,1.9558,N/A,
`;

describe("parseEcbCsv", () => {
  it("reads eurofxref-hist.csv", () => {
    expect(parseEcbCsv(WIDE)).toEqual([
      { day: "2025-12-31", rates: { USD: "1.175", JPY: "184.09", BGN: "1.9558" } },
      { day: "2026-01-02", rates: { USD: "1.1721", JPY: "183.77" } },
    ]);
  });

  it("reads the daily eurofxref.csv, without its padding", () => {
    const daily = "Date, USD, JPY, HUF, \n13 April 2026, 1.1700, 186.50, 366.00, \n";
    expect(parseEcbCsv(daily)).toEqual([
      { day: "2026-04-13", rates: { USD: "1.17", JPY: "186.5", HUF: "366" } },
    ]);
  });

  test.for([
    ["with a header", "date,currency,rate\n2026-09-30,CZK,24.310\n2026-09-30,DKK,7.4642\n"],
    ["without one", "2026-09-30,CZK,24.31\n2026-09-30,DKK,7.4642"],
    [
      "with a byte order mark",
      "\ufeffdate,currency,rate\n2026-09-30,CZK,24.31\n2026-09-30,DKK,7.4642",
    ],
    [
      "with Windows lines and an empty one",
      "2026-09-30,CZK,24.31\r\n\r\n2026-09-30,DKK,7.4642\r\n",
    ],
    [
      "with the same rate twice",
      "2026-09-30,CZK,24.31\n2026-09-30,DKK,7.4642\n2026-09-30,CZK,24.310",
    ],
  ])("reads date,currency,rate rows %s", ([, text]) => {
    expect(parseEcbCsv(text as string)).toEqual([
      { day: "2026-09-30", rates: { CZK: "24.31", DKK: "7.4642" } },
    ]);
  });

  test.for([
    ["", 1, "empty"],
    ["\n \n", 1, "empty"],
    ["date,currency,rate\n", 1, "no rates"],
    ["Date,USD,JPY,\n2025-12-31,N/A,N/A,\n", 1, "no rates"],
    ["<!DOCTYPE html>\n<html><body>503</body></html>", 1, "<!DOCTYPE html>"],
    ["PK\u0003\u0004\u0014\u0000", 1, "zip archive"],
    ["day,currency,rate\n2026-09-30,CZK,24.31", 1, "the file begins with"],
    ["Date,USD,Yen,\n2025-12-31,1.175,184.09,\n", 1, '"Yen"'],
    ["Date,USD,EUR,\n2025-12-31,1.175,1,\n", 1, '"EUR"'],
    ["Date,USD,JPY,\n2025-12-31,1.175,\n", 2, "2 rates belong here, and there are 1"],
    ["Date,USD,JPY,\n2025-12-31,1.175,,\n", 2, '"" is no positive decimal'],
    ["Date,USD,USD,\n2025-12-31,1.175,1.176,\n", 2, "1.176 here and 1.175 above"],
    ["Date,USD,\n31 Dezember 2025,1.175,\n", 2, "is no day"],
    ["Date,USD,\n31 February 2025,1.175,\n", 2, "is no day"],
    ["date,currency,rate\n2026-09-30,CZK,24.31\n2026-02-30,CZK,1\n", 3, '"2026-02-30" is no day'],
    ["date,currency,rate\n2026-09-30,czk,24.31\n", 2, '"czk"'],
    ["date,currency,rate\n2026-09-30,CZK,0\n", 2, '"0"'],
    ["date,currency,rate\n2026-09-30,CZK,0.000\n", 2, '"0.000"'],
    ["date,currency,rate\n2026-09-30,CZK,-24.31\n", 2, '"-24.31"'],
    ["date,currency,rate\n2026-09-30,CZK,2e1\n", 2, '"2e1"'],
    ["date,currency,rate\n2026-09-30,CZK,NaN\n", 2, '"NaN"'],
    ["date,currency,rate\n2026-09-30,CZK,24,31\n", 2, "and this one 4 values"],
    [
      "date,currency,rate\n\n2026-09-30,CZK,24.31\n2026-09-30,CZK,24.32\n",
      4,
      "24.32 here and 24.31",
    ],
    ['date,currency,rate\n2026-09-30,"CZK,24.31\n', 2, "no CSV"],
  ] as const)("refuses %j on line %s: %s", ([text, line, message]) => {
    const parsed = () => parseEcbCsv(text);
    expect(parsed).toThrow(EcbCsvError);
    expect(parsed).toThrow(`line ${line}: `);
    expect(parsed).toThrow(message);
  });

  it("reads back whatever it was given, in every layout", () => {
    const rate = fc
      .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 4 }))
      .map(([unscaled, scale]) => String(unscaled / 10 ** scale));
    const day = fc
      .date({ min: new Date("1999-01-04"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map(dayOf);
    const table = fc.uniqueArray(fc.record({ day, rates: fc.record({ USD: rate, CZK: rate }) }), {
      minLength: 1,
      selector: (row) => row.day,
    });
    fc.assert(
      fc.property(table, (days) => {
        const inOrder = [...days].sort((a, b) => (a.day < b.day ? -1 : 1));
        const wide = days.map((row) => `${row.day},${row.rates.USD},${row.rates.CZK},N/A,`);
        const long = days.flatMap((row) =>
          Object.entries(row.rates).map(([currency, value]) => `${row.day},${currency},${value}00`),
        );
        expect(parseEcbCsv(["Date,USD,CZK,XXX,", ...wide].join("\n"))).toEqual(inOrder);
        expect(parseEcbCsv(["date,currency,rate", ...withDots(long)].join("\n"))).toEqual(inOrder);
      }),
    );
  });
});

/** Padding goes behind a decimal point only: 12 padded is 12.00. */
const withDots = (rows: readonly string[]) =>
  rows.map((row) => (row.split(",")[2]?.includes(".") ? row : row.replace(/00$/, ".00")));

describe("the shipped history", () => {
  const days = parseEcbCsv(readFileSync(HISTORY, "utf8"));
  const lastOf = (currency: string) => days.findLast(({ rates }) => rates[currency])?.day;

  it("holds every rate of 2,261 days", () => {
    expect(days).toHaveLength(2_261);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(["2018-01-02", "2026-10-30"]);
    expect(days.reduce((sum, { rates }) => sum + Object.keys(rates).length, 0)).toBe(69_944);
  });

  test.for([
    ["HRK", "2022-12-30"],
    ["RUB", "2022-03-01"],
    ["BGN", "2025-12-31"],
    ["CZK", "2026-10-30"],
  ])("%s is quoted to %s", ([currency, day]) => {
    expect(lastOf(currency as string)).toBe(day);
  });

  it("has no move of 8 % or more in a day, save of the lira, the real and the rouble", () => {
    const moved = days.slice(1).flatMap(({ rates }, at) =>
      Object.entries(rates).flatMap(([currency, rate]) => {
        const before = Number(days[at]?.rates[currency] ?? rate);
        return Math.abs(Number(rate) / before - 1) >= 0.08 ? [currency] : [];
      }),
    );
    expect([...new Set(moved)].sort()).toEqual(["BRL", "RUB", "TRY"]);
  });
});
