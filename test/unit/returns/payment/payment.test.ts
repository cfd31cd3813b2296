import { describe, expect, it, test } from "vitest";
import { type IsoDate, type Period, periodNamed } from "../../../../shared/core/calendar/dates.ts";
import type { AuthorId, PeriodKey } from "../../../../shared/core/ids.ts";
import type { Currency } from "../../../../shared/core/money/money.ts";
import { sepaText } from "../../../../shared/filing/payment/payment-order.ts";
import { withPayment } from "../../../../shared/filing/payment/record-payment.ts";
import {
  hasIbanCheckDigits,
  PaymentOrderRequest,
} from "../../../../shared/filing/payment/schema.ts";
import {
  daysInArrears,
  type PaidReturn,
  paymentReference,
  paymentState,
  warnsOfExclusion,
} from "../../../../shared/returns/payment/payment.ts";
import type { Payments } from "../../../../shared/returns/payment/schema.ts";

const period = (key: string) => periodNamed(key) as Period;

const totals = (payable_vat_minor: number) => ({
  taxable_minor: 0,
  current_vat_minor: 0,
  correction_vat_minor: 0,
  payable_vat_minor,
});

const LOCK = {
  scheme_type: "union_oss",
  period_key: "2026-Q2" as PeriodKey,
  registration_id: 1,
} as const;
const NOW = new Date("2026-08-01T10:00:00Z");

/** The payments of a return, recorded one after another. */
const paid = (...amounts: readonly number[]): Payments | undefined =>
  amounts.reduce<Payments | undefined>(
    (before, amount_minor, n) =>
      withPayment(
        LOCK,
        before,
        { paid_on: "2026-07-20" as IsoDate, amount_minor },
        {
          author: "key" as AuthorId,
          now: NOW,
          attempt: String(n),
        },
      ),
    undefined,
  );

describe("what is to pay", () => {
  test.for([
    [0, [], "nothing_due", 0],
    [10_000, [], "unpaid", 10_000],
    [10_000, [1], "part_paid", 9_999],
    [10_000, [4_000, 5_999], "part_paid", 1],
    [10_000, [4_000, 6_000], "paid", 0],
    [10_000, [10_001], "overpaid", 0],
    [0, [1], "overpaid", 0],
    [10_000, [10_000, -10_000], "unpaid", 10_000],
  ] as const)("%i with payments %j is %s", ([payable, amounts, status, outstanding]) => {
    const state = paymentState({ totals: totals(payable) }, paid(...amounts));
    expect(state).toMatchObject({ status, outstanding_minor: outstanding });
  });

  test.for([
    ["2026-07-31", 10_000, 0],
    ["2026-08-01", 10_000, 1],
    ["2027-07-31", 10_000, 365],
    ["2027-07-31", 0, 0],
  ] as const)(
    "on %s with %i outstanding it is %i days late",
    ([today, outstanding_minor, days]) => {
      expect(daysInArrears({ outstanding_minor }, period("2026-Q2"), today as IsoDate)).toBe(days);
    },
  );
});

describe("recording", () => {
  it("counts versions, and takes an attempt whose answer was lost once", () => {
    const first = paid(100) as Payments;
    const given = { paid_on: "2026-07-20" as IsoDate, amount_minor: 100 };
    expect(
      withPayment(LOCK, first, given, { author: "key" as AuthorId, now: NOW, attempt: "0" }),
    ).toBe(first);
    expect(paid(100, 200)).toMatchObject({ version: 2, payments: [{}, { amount_minor: 200 }] });
  });

  test.for([
    [[-1], "must not reverse more than was paid"],
    [[100, -101], "must not reverse more than was paid"],
    [Array.from({ length: 101 }, () => 1), "has 100 payments"],
  ] as const)("rejects %j", ([amounts, message]) => {
    expect(() => paid(...amounts)).toThrow(message);
  });
});

test.for([
  ["DE", "DE811907980", "2026-Q2", "DE/DE811907980/Q2.2026"],
  ["IE", "EU372000017", "2025-Q4", "IE/EU372000017/Q4.2025"],
  ["DE", "IM2761234561", "2026-05", "DE/IM2761234561/M05.2026"],
] as const)("the reference of %s, %s, %s is %s", ([state, number, key, reference]) => {
  expect(paymentReference(state, number, period(key))).toBe(reference);
});

describe("the warning of exclusion", () => {
  const KEYS = ["2025-Q4", "2026-Q1", "2026-Q2"];
  const returns = (
    outstanding: readonly number[],
    return_currency: Currency = "EUR",
  ): PaidReturn[] =>
    outstanding.map((payable, n) => ({
      lock: {
        period_key: KEYS[n] as PeriodKey,
        registration_id: 1,
        return_currency,
        totals: totals(payable),
      },
      paid: undefined,
    }));

  test.for([
    [[10_000, 10_000, 10_000], "EUR", "2026-08-21", true],
    [[10_000, 10_000, 10_000], "EUR", "2026-08-20", false],
    [[10_000, 10_000, 9_999], "EUR", "2026-08-21", false],
    [[9_999, 10_000, 10_000], "EUR", "2026-08-21", false],
    [[10_000, 10_000], "EUR", "2026-08-21", false],
    [[1, 1, 1], "SEK", "2026-08-21", true],
    [[1, 0, 1], "SEK", "2026-08-21", false],
  ] as const)("of %j %s outstanding on %s: %s", ([outstanding, currency, today, warns]) => {
    const found = warnsOfExclusion(
      returns(outstanding, currency),
      period("2026-Q2"),
      today as IsoDate,
    );
    expect(found).toBe(warns);
  });
});

test.for([
  ["DE89370400440532013000", true],
  ["FR1420041010050500013M02606", true],
  ["NO9386011117947", true],
  ["DE89370400440532013001", false],
  ["DE8937040044", false],
  ["", false],
] as const)("%s is an IBAN: %s", ([iban, expected]) => {
  expect(hasIbanCheckDigits(iban)).toBe(expected);
});

/** Makes the check digits of a text right, whatever its form. */
function withCheckDigits(country: string, rest: string): string {
  const checked = Array.from({ length: 98 }, (_, n) => String(n).padStart(2, "0"));
  const remainderOf = (text: string) =>
    BigInt([...text].map((one) => Number.parseInt(one, 36)).join("")) % 97n;
  return `${country}${checked.find((digits) => remainderOf(`${rest}${country}${digits}`) === 1n)}${rest}`;
}

it.for([
  ["eleven characters", "DE", "A0123456789", true],
  ["thirty characters", "DE", "A".repeat(30), true],
  ["ten characters", "DE", "A012345678", false],
  ["thirty-one characters", "DE", "A".repeat(31), false],
  ["three letters", "DEA", "A0123456789", false],
  ["a digit for a letter", "D1", "A0123456789", false],
  ["small letters", "DE", "a0123456789", false],
  ["a small country", "de", "A0123456789", false],
] as const)(
  "check digits that are right make no IBAN of another form: %s",
  ([, country, rest, isOne]) => {
    expect(hasIbanCheckDigits(withCheckDigits(country, rest))).toBe(isOne);
  },
);

it("an IBAN has nothing before it, after it, or within it", () => {
  const iban = withCheckDigits("DE", "A0123456789");
  for (const text of [` ${iban}`, `${iban}\n`, `${iban.slice(0, 2)} ${iban.slice(2)}`]) {
    expect(hasIbanCheckDigits(text)).toBe(false);
  }
  expect(hasIbanCheckDigits(iban.replace(/\d\d/, "X1"))).toBe(false);
});

test.for([
  ["Bundeskasse Trier", "Bundeskasse Trier", []],
  ["Müller & Söhne, Łódź", "Muller + Sohne, Lodz", []],
  ["Straße Ærø", "Strasse AErO".replace("O", "o"), []],
  ["Фирма", "Фирма", ["Ф", "и", "р", "м", "а"]],
  ["a_b", "a_b", ["_"]],
] as const)("%s is written %s", ([given, text, missing]) => {
  expect(sepaText(given)).toEqual({ text, missing: [...missing] });
});

test.for([
  [{ format: "pain_001", vat_number: "DE1" }, ["debtor"]],
  [{ format: "epc_qr" }, []],
  [{ format: "epc_qr", vat_number: "DE1", reference: "x" }, ["vat_number"]],
  [{ format: "epc_qr", reference: "x" }, []],
  [{ format: "epc_qr", creditor: undefined }, ["creditor"]],
  [{ format: "reference", creditor: undefined }, []],
] as const)("of %j the fields %j are at fault", ([given, fields]) => {
  const creditor = { name: "Kasse", iban: "DE89 3704 0044 0532 0130 00" };
  const { error } = PaymentOrderRequest.safeParse({ creditor, ...given });
  expect((error?.issues ?? []).map(({ path }) => path.join("."))).toEqual([...fields]);
});
