import { describe, expect, it } from "vitest";
import type { ReturnRow, TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { minorTyped } from "../../../console/src/format/typed-amount.ts";
import { newOpening } from "../../../console/src/period/new-opening.ts";
import { vatByRate } from "../../../console/src/period/rate-sums.ts";
import {
  chosenRegistration,
  hasEnded,
  isReadinessShown,
  registrationsWithReturn,
} from "../../../console/src/period/return-identity.ts";
import { compare } from "../../../console/src/period/since-lock.ts";
import { type IsoDate, type Period, periodNamed } from "../../../shared/core/calendar/dates.ts";

it.for([
  ["2026-Q4", "2026-12-31", false],
  ["2026-Q4", "2027-01-01", true],
  ["2026-10", "2026-10-31", false],
  ["2026-10", "2026-11-01", true],
] as const)("the period %s has ended on %s: %s", ([period, today, expected]) => {
  expect(hasEnded(period, today as IsoDate)).toBe(expected);
});

it.for([
  ["ready", "open", true],
  ["ready", "running", false],
  ["nil_return", "running", false],
  ["review_required", "running", true],
  ["ready", "locked", false],
] as const)(
  "the page of a return shows %s beside the state %s: %s",
  ([readiness, state, expected]) => {
    expect(isReadinessShown(readiness, state)).toBe(expected);
  },
);

describe("an amount that somebody types", () => {
  it.for([
    ["8200", "EUR", "de-DE", 820_000],
    ["8.200,5", "EUR", "de-DE", 820_050],
    ["1.234.567,89", "EUR", "de-DE", 123_456_789],
    ["8200.50", "EUR", "de-DE", 820_050],
    ["8,200.50", "EUR", "en-GB", 820_050],
    ["8’200.50", "EUR", "de-CH", 820_050],
    ["8 200,50", "EUR", "fr-FR", 820_050],
    ["8,200.50", "EUR", "de-DE", 820_050],
    ["8.200,50", "EUR", "en-GB", 820_050],
    ["1532,73", "EUR", "de-DE", 153_273],
    ["0,07", "EUR", "de-DE", 7],
    ["1200", "JPY", "en-GB", 1_200],
    // Nobody knows whether these are thousands.
    ["8.200", "EUR", "de-DE", undefined],
    ["8,5", "EUR", "en-GB", undefined],
    ["1,23,456.00", "EUR", "en-GB", undefined],
    ["1,234.567", "EUR", "de-DE", undefined],
    ["1.234,567.89", "EUR", "de-DE", undefined],
    ["1.005", "EUR", "en-GB", undefined],
    ["-5", "EUR", "en-GB", undefined],
    ["1e3", "EUR", "en-GB", undefined],
    ["", "EUR", "en-GB", undefined],
    ["12.5", "JPY", "en-GB", undefined],
  ] as const)("%s %s in %s is %s", ([text, currency, locale, minor]) => {
    expect(minorTyped(text, currency, locale)).toBe(minor);
  });
});

it("the form of a return that was filed elsewhere names its lines, and what it cannot read", () => {
  const data = new FormData();
  const typed = {
    currency: "eur",
    day: "2025-04-20",
    reference: " A-1 ",
    "state.0": "de",
    "taxable.0": "8.200,00",
    "vat.0": "1.558",
    "state.2": "",
    "taxable.2": "unread",
  };
  for (const [name, value] of Object.entries(typed)) data.set(name, value);
  expect(newOpening(data, 3, "de-DE")).toEqual({
    body: {
      currency: "EUR",
      filed_at: "2025-04-20",
      filing_reference: "A-1",
      member_states: [
        { member_state_of_consumption: "DE", taxable_amount_minor: 820_000, vat_amount_minor: 0 },
      ],
    },
    unread: ["“1.558”"],
  });
});

it("lines are added up by rate, the highest first", () => {
  const row = (member_state_of_consumption: string, vat_rate_bps: number, vat: number) =>
    ({
      member_state_of_consumption,
      vat_rate_bps,
      vat_amount_minor: vat,
      taxable_amount_minor: 100,
    }) as ReturnRow;
  expect(vatByRate([row("DE", 700, 7), row("FI", 2550, 25), row("DE", 700, 1)])).toEqual([
    { vat_rate_bps: 2550, taxable_minor: 100, vat_minor: 25, states: 1 },
    { vat_rate_bps: 700, taxable_minor: 200, vat_minor: 8, states: 1 },
  ]);
});

describe("the registration of a return", () => {
  const registration = (id: number, changes: Partial<TaxRegistration>) =>
    ({
      id,
      scheme_type: "union_oss",
      member_state_identification: "SE",
      effective_from: "2021-07-01",
      status: "active",
      ...changes,
    }) as TaxRegistration;
  const all = [
    registration(1, { status: "ended", effective_to: "2026-05-15" }),
    registration(2, { effective_from: "2026-05-16" }),
    registration(3, { status: "excluded" }),
    registration(4, { scheme_type: "ioss" }),
  ];
  const idsWithReturn = (period: string) =>
    registrationsWithReturn(all, "union-oss", periodNamed(period) as Period).map(({ id }) => id);

  it("is one of those that make returns of the period, the latest first", () => {
    expect([idsWithReturn("2026-Q1"), idsWithReturn("2026-Q2"), idsWithReturn("2026-Q3")]).toEqual([
      [1],
      [2, 1],
      [2],
    ]);
  });

  it("is chosen where there are two: the one that was asked for, else the latest", () => {
    const [one, two] = all as [TaxRegistration, TaxRegistration];
    expect(chosenRegistration([one], 1)).toBeUndefined();
    expect([1, 2, 9, undefined].map((asked) => chosenRegistration([two, one], asked))).toEqual([
      1, 2, 2, 2,
    ]);
  });
});

describe("a return that was locked", () => {
  type Row = { readonly country: string; readonly vat: number };
  const options = {
    keyOf: ({ country }: Row) => country,
    empty: (row: Row): Row => ({ ...row, vat: 0 }),
  };
  const locked = [
    { country: "DE", vat: 100 },
    { country: "FR", vat: 50 },
    { country: "IT", vat: 7 },
  ];
  const changesOf = (today: readonly Row[] | undefined) => {
    const { rows, changeOf } = compare(locked, today, options);
    return rows.map((row) => [row.country, row.vat, changeOf(row, ({ vat }) => vat)]);
  };

  it("has what was locked, what is gone and what came since, with the change of each", () => {
    const today = [
      { country: "DE", vat: 187 },
      { country: "FR", vat: 50 },
      { country: "SE", vat: 3 },
    ];
    expect(changesOf(today)).toEqual([
      ["DE", 100, 87],
      ["FR", 50, 0],
      ["IT", 7, -7],
      ["SE", 0, 3],
    ]);
  });

  it("has no changes where nothing is there to compare it with", () => {
    expect(changesOf(undefined)).toEqual(locked.map(({ country, vat }) => [country, vat, 0]));
  });
});
