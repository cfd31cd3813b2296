import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { LedgerId, PeriodKey } from "../../../shared/core/ids.ts";
import type { Currency } from "../../../shared/core/money/money.ts";
import { bookingFile } from "../../../shared/filing/bookings/booking-file.ts";
import { type BookableReturn, bookingsOfReturn } from "../../../shared/filing/bookings/bookings.ts";
import { BookingsRequest } from "../../../shared/filing/bookings/schema.ts";
import type { CorrectionRow, LateChange, ReturnRow } from "../../../shared/returns/schema.ts";
import { anyUnionReturn } from "../../make/any-return.ts";
import { balanceOf, type Movement, readDatev, readSie } from "../../make/bookings-reader.ts";
import { makeCorrection, makeRow } from "../../make/f1-return.ts";
import { errorOf, fieldsOf, misreadFields } from "../../make/refusal.ts";

const NOW = new Date("2026-10-20T10:11:12.345Z");
const DATEV = {
  consultant_number: 29_098,
  client_number: 55_003,
  fiscal_year_start: "2025-01-01",
  account_length: 4,
};
const SIE = { company_name: 'Åkes "Öl" AB', organisation_number: "5566778899" };
const ACCOUNTS = {
  clearing_account: "1460",
  vat_account: "1767",
  revenue: [
    { account: "8320" },
    { member_state: "FR", account: "8330", vat_account: "1768" },
    { member_state: "FR", vat_rate_bps: 550, account: "8331" },
  ],
};

const ROWS = [
  makeRow(),
  makeRow({ vat_rate_bps: 550, taxable_amount_minor: 1_001, vat_amount_minor: 55 }),
  makeRow({ member_state_of_consumption: "DK", from_member_state: "DE", section: "2d" }),
];
const REFUNDED = makeCorrection();
const LATE = {
  original_period: "2025-Q2" as PeriodKey,
  member_state_of_consumption: "EL",
  taxable_amount_minor: 2_500,
  vat_amount_minor: 600,
  event_count_difference: 1,
};

const lockOf = (
  rows: readonly ReturnRow[] = ROWS,
  corrections: readonly CorrectionRow[] = [],
  late_changes: readonly LateChange[] = [],
  return_currency: Currency = "EUR",
): BookableReturn => ({
  period_key: "2025-Q3" as PeriodKey,
  scheme_type: "union_oss",
  return_currency,
  rows: [...rows],
  corrections: [...corrections],
  late_changes: [...late_changes],
});

const made = (request: object, lock: BookableReturn = lockOf()) =>
  bookingFile(BookingsRequest.parse({ accounts: ACCOUNTS, ...request }), lock, NOW);

const datev = (lock?: BookableReturn) =>
  readDatev(made({ format: "datev_extf", datev: DATEV }, lock).bytes);
const sie = (lock?: BookableReturn) => readSie(made({ format: "sie_4", sie: SIE }, lock).bytes);

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

/** What the return declares: turnover and VAT, corrections included. */
const declared = ({ rows, corrections }: BookableReturn) => ({
  net: sum([...rows, ...corrections].map((row) => row.taxable_amount_minor)),
  vat: sum([...rows, ...corrections].map((row) => row.vat_amount_minor)),
});

function booked(movements: readonly Movement[]) {
  const credit = (accounts: readonly string[]) =>
    -sum(accounts.map((account) => balanceOf(movements, account as LedgerId)));
  return {
    net: credit(["8320", "8330", "8331"]),
    vat: credit(["1767", "1768"]),
    clearing: balanceOf(movements, "1460" as LedgerId),
  };
}

describe("bookings add up to the return, to the cent", () => {
  test.for([
    ["sales", lockOf()],
    ["a refund of an earlier period", lockOf(ROWS, [REFUNDED])],
    ["late changes and a refund", lockOf(ROWS, [{ ...REFUNDED, ...LATE }], [LATE])],
    [
      "a refund that its late change cancels out",
      lockOf(ROWS, [], [{ ...LATE, original_period: "2025-Q1" as PeriodKey }]),
    ],
  ] as const)("of %s", ([, lock]) => {
    const { net, vat } = declared(lock);
    const expected = { net, vat, clearing: net + vat };
    expect(booked(datev(lock).movements)).toEqual(expected);
    expect(booked(sie(lock).movements)).toEqual(expected);
  });

  it("for every return", () => {
    const anyLock = anyUnionReturn("SE").map(([rows, corrections = []]) =>
      lockOf(
        rows,
        corrections,
        corrections
          .filter((_, index) => index % 2 === 0)
          .map((row, index) => ({
            original_period: row.original_period,
            member_state_of_consumption: row.member_state_of_consumption,
            taxable_amount_minor: row.taxable_amount_minor + index * 100,
            vat_amount_minor: index % 4 === 0 ? row.vat_amount_minor : 7 - index,
            event_count_difference: 1,
          })),
      ),
    );
    fc.assert(
      fc.property(anyLock, (lock) => {
        fc.pre(lock.rows.length > 0);
        const { net, vat } = declared(lock);
        expect(booked(sie(lock).movements)).toEqual({ net, vat, clearing: net + vat });
        const largest = 999_999_999_999;
        const amounts = [...lock.rows, ...lock.corrections, ...lock.late_changes];
        fc.pre(amounts.every((row) => Math.abs(row.taxable_amount_minor) < largest / 2));
        fc.pre(amounts.every((row) => Math.abs(row.vat_amount_minor) < largest / 2));
        expect(booked(datev(lock).movements)).toEqual({ net, vat, clearing: net + vat });
      }),
      { numRuns: 25 },
    );
  });
});

it("reverses what a late change took out, and books what it added, apart from refunds", () => {
  const less = { ...LATE, taxable_amount_minor: -2_500, vat_amount_minor: -600 };
  const lock = lockOf(
    [],
    [{ ...REFUNDED, taxable_amount_minor: -6_667, vat_amount_minor: -1_600 }],
    [less],
  );
  const movements = datev(lock).movements.map(({ account, minor, text }) => [
    text,
    account,
    Number(minor),
  ]);
  expect(movements).toEqual([
    ["OSS 2025-Q3 correction of 2025-Q2 EL", "1460", -4_167],
    ["OSS 2025-Q3 correction of 2025-Q2 EL", "8320", 4_167],
    ["OSS 2025-Q3 correction of 2025-Q2 EL", "1460", -1_000],
    ["OSS 2025-Q3 correction of 2025-Q2 EL", "1767", 1_000],
    ["OSS 2025-Q3 late change of 2025-Q2 EL", "1460", -2_500],
    ["OSS 2025-Q3 late change of 2025-Q2 EL", "8320", 2_500],
    ["OSS 2025-Q3 late change of 2025-Q2 EL", "1460", -600],
    ["OSS 2025-Q3 late change of 2025-Q2 EL", "1767", 600],
  ]);
});

it("takes the account of state and rate before that of the state, and that before the one for all", () => {
  const accounts = datev().movements.filter(({ account }) => account !== "1460");
  expect(accounts.map(({ text, account, minor }) => [text, account, Number(minor)])).toEqual([
    ["OSS 2025-Q3 FR 20.00 % goods", "8330", -10_000],
    ["OSS 2025-Q3 FR 20.00 % goods", "1768", -2_000],
    ["OSS 2025-Q3 FR 5.50 % goods", "8331", -1_001],
    ["OSS 2025-Q3 FR 5.50 % goods", "1767", -55],
    ["OSS 2025-Q3 DK 20.00 % goods from DE", "8320", -10_000],
    ["OSS 2025-Q3 DK 20.00 % goods from DE", "1767", -2_000],
  ]);
});

it("writes the header and the columns of DATEV", () => {
  const file = made({ format: "datev_extf", datev: DATEV });
  expect(file.file_name).toBe("EXTF_oss-2025-Q3.csv");
  const { head, columns, days } = readDatev(file.bytes);
  expect(head.slice(0, 17)).toEqual([
    ...['"EXTF"', "700", "21", '"Buchungsstapel"', "13", "20261020101112345", "", '""', '""', '""'],
    ...["29098", "55003", "20250101", "4", "20250930", "20250930", '"OSS 2025-Q3"'],
  ]);
  expect(columns).toHaveLength(125);
  expect([1, 8, 37, 48, 49, 87, 114, 125].map((number) => columns[number - 1])).toEqual([
    ...["Umsatz (ohne Soll/Haben-Kz)", "Gegenkonto (ohne BU-Schlüssel)", "KOST1 - Kostenstelle"],
    ...["Zusatzinformation - Art 1", "Zusatzinformation- Inhalt 1"],
    ...["Zusatzinformation- Inhalt 20", "Festschreibung", "Abw. Skontokonto"],
  ]);
  expect(new Set(days)).toEqual(new Set(["3009"]));
});

it("names the company in SIE, in its code page, and leaves the currency no doubt", () => {
  const { labels } = sie();
  expect(labels.get("#FNAMN")).toEqual(['Åkes "Öl" AB']);
  expect(labels.get("#ORGNR")).toEqual(["556677-8899"]);
  expect(labels.get("#VALUTA")).toEqual(["EUR"]);
  expect(labels.get("#FORMAT")).toEqual(["PC8"]);
});

it("converts each amount for books in another currency, and keeps vouchers balanced", () => {
  const conversion = { currency: "SEK" as const, rate: "11.0655" };
  const { movements, labels } = readSie(made({ format: "sie_4", sie: SIE, conversion }).bytes);
  expect(labels.get("#VALUTA")).toEqual(["SEK"]);
  expect(booked(movements)).toEqual({
    // 100.00, 10.01 and 100.00, each times the rate and rounded; then 20.00, 0.55 and 20.00.
    net: 110_655 + 11_077 + 110_655,
    vat: 22_131 + 609 + 22_131,
    clearing: 110_655 + 11_077 + 110_655 + 22_131 + 609 + 22_131,
  });
});

it("prints a table with the debited and the credited account", () => {
  const lock = lockOf([makeRow()], [REFUNDED]);
  const signs = { delimiter: "semicolon", decimal: "comma" };
  const text = new TextDecoder().decode(made({ format: "csv", ...signs }, lock).bytes);
  expect(text.trimEnd().split("\r\n").slice(1)).toEqual([
    "2025-09-30;OSS-2025-Q3;1;sales;FR;20,00;;net;1460;8330;100,00;EUR;OSS 2025-Q3 FR 20.00 % goods",
    "2025-09-30;OSS-2025-Q3;1;sales;FR;20,00;;vat;1460;1768;20,00;EUR;OSS 2025-Q3 FR 20.00 % goods",
    "2025-09-30;OSS-2025-Q3;2;correction;EL;;2025-Q2;net;8320;1460;41,67;EUR;OSS 2025-Q3 correction of 2025-Q2 EL",
    "2025-09-30;OSS-2025-Q3;2;correction;EL;;2025-Q2;vat;1767;1460;10,00;EUR;OSS 2025-Q3 correction of 2025-Q2 EL",
  ]);
});

describe("what keeps a file from being made is named at its field", () => {
  const { revenue } = ACCOUNTS;
  test.for<[object, string[]]>([
    [{ format: "datev_extf" }, ["datev"]],
    [
      { format: "datev_extf", datev: {} },
      [
        "datev.account_length",
        "datev.client_number",
        "datev.consultant_number",
        "datev.fiscal_year_start",
      ],
    ],
    [{ format: "sie_4" }, ["sie"]],
    [{ format: "csv", accounts: { ...ACCOUNTS, revenue: [] } }, ["accounts.revenue"]],
    [
      { format: "csv", accounts: { ...ACCOUNTS, revenue: [...revenue, revenue[0]] } },
      ["accounts.revenue.3"],
    ],
    [
      { format: "csv", accounts: { ...ACCOUNTS, revenue: [{ account: "1", vat_rate_bps: 100 }] } },
      ["accounts.revenue.0.member_state"],
    ],
    [{ format: "csv", accounts: { ...ACCOUNTS, vat_account: "17x" } }, ["accounts.vat_account"]],
    [
      { format: "csv", conversion: { currency: "ABC" as const, rate: "0.0" } },
      ["conversion.currency", "conversion.rate"],
    ],
  ])("%j by its form, at %j", ([request, fields]) => {
    const { error } = BookingsRequest.safeParse({ accounts: ACCOUNTS, ...request });
    expect(misreadFields(error)).toEqual(fields);
  });

  const inDatev = { format: "datev_extf", datev: DATEV };
  test.for<[string, object, BookableReturn, string[]]>([
    [
      "a state without an account",
      { ...inDatev, accounts: { ...ACCOUNTS, revenue: revenue.slice(1) } },
      lockOf(ROWS, [REFUNDED]),
      ["accounts.revenue"],
    ],
    [
      "accounts of another length",
      { ...inDatev, datev: { ...DATEV, account_length: 5 } },
      lockOf(),
      [
        ...["accounts.clearing_account", "accounts.vat_account", "accounts.revenue.0.account"],
        ...["accounts.revenue.1.account", "accounts.revenue.1.vat_account"],
        "accounts.revenue.2.account",
      ],
    ],
    [
      "a day outside the fiscal year",
      { ...inDatev, booked_on: "2026-01-01" },
      lockOf(),
      ["datev.fiscal_year_start"],
    ],
    ["a currency that DATEV does not book", inDatev, lockOf(ROWS, [], [], "DKK"), ["conversion"]],
    [
      "a name in another script",
      { format: "sie_4", sie: { company_name: "Казна" } },
      lockOf(),
      ["sie.company_name"],
    ],
    ["nothing to book", inDatev, lockOf([]), ["format"]],
    [
      "an amount that DATEV has no room for",
      inDatev,
      lockOf([makeRow({ taxable_amount_minor: 10 ** 12 })]),
      ["format"],
    ],
  ])("%s", ([, request, lock, fields]) => {
    expect(fieldsOf(errorOf(() => made(request, lock)))).toEqual(fields);
  });

  it("except for a table, which a return without amounts leaves empty", () => {
    const text = new TextDecoder().decode(made({ format: "csv" }, lockOf([])).bytes);
    expect(text.trimEnd().split("\r\n")).toHaveLength(1);
  });
});

describe("bookings of a return", () => {
  const mapped = (lock: BookableReturn, more: object = {}) =>
    bookingsOfReturn(lock, { ...ACCOUNTS, ...more } as never);

  test("that has turnover or VAT alone are made, and none of nothing", () => {
    const rows = [
      makeRow({ taxable_amount_minor: 100, vat_amount_minor: 0 }),
      makeRow({ vat_rate_bps: 550, taxable_amount_minor: 0, vat_amount_minor: 5 }),
      makeRow({ vat_rate_bps: 210, taxable_amount_minor: 0, vat_amount_minor: 0 }),
    ];
    const bookings = mapped(lockOf(rows));
    expect(bookings.map((booking) => [booking.kind, booking.net_minor, booking.vat_minor])).toEqual(
      [
        ["sales", 100, 0],
        ["sales", 0, 5],
      ],
    );
  });

  test("name each Member State without an account, also of a correction, and none without an amount", () => {
    const nothing = makeRow({
      member_state_of_consumption: "IT",
      taxable_amount_minor: 0,
      vat_amount_minor: 0,
    });
    const lock = lockOf([nothing], [REFUNDED]);
    const refused = errorOf(() =>
      mapped(lock, { revenue: [{ member_state: "SE", account: "1" }] }),
    );
    expect(refused.details).toHaveLength(1);
    expect(refused.details?.[0]?.message).toContain(REFUNDED.member_state_of_consumption);
  });
});

test("a SIE file says when it was made, and no organisation that is not given", () => {
  const { company_name } = SIE;
  const bytes = (sie: object) => made({ format: "sie_4", sie }).bytes;
  const lines = (sie: object) => new TextDecoder("latin1").decode(bytes(sie)).split("\r\n");
  expect(lines(SIE).slice(3, 6)).toEqual(["#GEN 20261020", "#SIETYP 4", "#ORGNR 556677-8899"]);
  expect(lines({ company_name })[5]).toMatch(/^#FNAMN /);
});
