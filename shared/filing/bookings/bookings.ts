import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { exponentOf, jsonInteger, percentString, roundExact } from "../../core/money/money.ts";
import type { LockedPeriod } from "../../returns/locks/locked-period.ts";
import type { BookingAccounts, Conversion, RevenueAccount } from "./schema.ts";

/** The part of a locked return that bookings are made of. */
export type BookableReturn = Pick<
  LockedPeriod,
  "period_key" | "scheme_type" | "return_currency" | "rows" | "corrections" | "late_changes"
>;

/**
 * A booking of one row or correction. Positive amounts debit the clearing account and credit the two others; negative
 * amounts reverse that.
 */
export type Booking = {
  readonly kind: "sales" | "correction" | "late_change";
  readonly member_state: string;
  /** Null for a correction, which has no rate in the return. */
  readonly vat_rate_bps: number | null;
  /** The corrected period, or null for sales of the period. */
  readonly original_period: PeriodKey | null;
  readonly net_minor: number;
  readonly vat_minor: number;
  readonly clearing_account: string;
  readonly revenue_account: string;
  readonly vat_account: string;
  /** At most 60 characters of ASCII. */
  readonly text: string;
};

/** Amounts before their accounts are known. */
type Unmapped = Omit<Booking, "clearing_account" | "revenue_account" | "vat_account">;

/**
 * Returns the bookings of a locked return: one a row, and one a correction, whose late change is booked separately.
 * The bookings without a conversion add up to the return.
 * @throws DomainError `invalid_request` if a Member State and rate have no account.
 */
export function bookingsOfReturn(
  lock: BookableReturn,
  accounts: BookingAccounts,
  conversion?: Conversion,
): Booking[] {
  const unmapped = [...salesOf(lock), ...correctionsOf(lock)].filter(
    ({ net_minor, vat_minor }) => net_minor !== 0 || vat_minor !== 0,
  );
  rejectFaulty(missingAccounts(unmapped, accounts));
  return unmapped.map((unmappedRow) => {
    const line = accountOf(unmappedRow, accounts.revenue) as RevenueAccount;
    return {
      ...unmappedRow,
      net_minor: converted(unmappedRow.net_minor, lock.return_currency, conversion),
      vat_minor: converted(unmappedRow.vat_minor, lock.return_currency, conversion),
      clearing_account: accounts.clearing_account,
      revenue_account: line.account,
      vat_account: line.vat_account ?? accounts.vat_account,
    };
  });
}

const salesOf = ({ period_key, rows }: BookableReturn): Unmapped[] =>
  rows.map((row) => ({
    kind: "sales",
    member_state: row.member_state_of_consumption,
    vat_rate_bps: row.vat_rate_bps,
    original_period: null,
    net_minor: row.taxable_amount_minor,
    vat_minor: row.vat_amount_minor,
    text: [
      `OSS ${period_key} ${row.member_state_of_consumption}`,
      `${percentString(row.vat_rate_bps)} % ${row.supply_kind}`,
      ...(row.from_member_state ? [`from ${row.from_member_state}`] : []),
    ].join(" "),
  }));

type CorrectedAmounts = LockedPeriod["corrections"][number] | LockedPeriod["late_changes"][number];

const nameOf = (row: CorrectedAmounts): string =>
  `${row.original_period} ${row.member_state_of_consumption}`;

/** Splits each correction into its late change and the refunds and adjustments that name their sale. */
function correctionsOf({ period_key, corrections, late_changes }: BookableReturn): Unmapped[] {
  const all = new Map([...late_changes, ...corrections].map((row) => [nameOf(row), row]));
  const sorted = [...all].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([name, row]) => {
    const whole = corrections.find((correction) => nameOf(correction) === name);
    const late = late_changes.find((change) => nameOf(change) === name);
    const booking = (kind: "correction" | "late_change", net: number, vat: number): Unmapped => ({
      kind,
      member_state: row.member_state_of_consumption,
      vat_rate_bps: null,
      original_period: row.original_period,
      net_minor: net,
      vat_minor: vat,
      text: `OSS ${period_key} ${kind.replace("_", " ")} of ${name}`,
    });
    const lateNet = late?.taxable_amount_minor ?? 0;
    const lateVat = late?.vat_amount_minor ?? 0;
    return [
      booking(
        "correction",
        (whole?.taxable_amount_minor ?? 0) - lateNet,
        (whole?.vat_amount_minor ?? 0) - lateVat,
      ),
      booking("late_change", lateNet, lateVat),
    ];
  });
}

/** Returns the most specific line: state and rate, then the state, then the line for all states. */
const accountOf = (
  { member_state, vat_rate_bps }: Pick<Unmapped, "member_state" | "vat_rate_bps">,
  lines: readonly RevenueAccount[],
): RevenueAccount | undefined =>
  lines.find((line) => line.member_state === member_state && line.vat_rate_bps === vat_rate_bps) ??
  lines.find((line) => line.member_state === member_state && line.vat_rate_bps === undefined) ??
  lines.find((line) => line.member_state === undefined && line.vat_rate_bps === undefined);

function missingAccounts(bookings: readonly Unmapped[], { revenue }: BookingAccounts): Fault[] {
  const without = bookings.filter((unmappedRow) => !accountOf(unmappedRow, revenue));
  const names = without.map(({ member_state, vat_rate_bps }) =>
    vat_rate_bps === null
      ? `corrections of ${member_state}`
      : `${member_state} at ${percentString(vat_rate_bps)} %`,
  );
  if (names.length === 0) return [];
  const message = `has no account for ${[...new Set(names)].join(", ")}`;
  return [{ field: "accounts.revenue", message }];
}

/** Converts an amount into the currency of the books, rounded once, halves away from zero. */
function converted(amount_minor: number, from: string, conversion: Conversion | undefined): number {
  if (!conversion) return amount_minor;
  const [whole = "", decimals = ""] = conversion.rate.split(".");
  const rate = BigInt(whole + decimals);
  const to = exponentOf(conversion.currency) ?? 2;
  return jsonInteger(
    roundExact({
      numerator: BigInt(amount_minor) * rate * 10n ** BigInt(to),
      denominator: 10n ** BigInt(decimals.length + (exponentOf(from) ?? 2)),
    }),
  );
}
