import {
  type IsoDate,
  type Period,
  periodNamed,
  plusDays,
  plusYears,
} from "../../core/calendar/dates.ts";
import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { type CsvRecord, type CsvSigns, csvText } from "../../core/files/csv.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { type Currency, decimalString, percentString } from "../../core/money/money.ts";
import { type BookableReturn, type Booking, bookingsOfReturn } from "./bookings.ts";
import { datevFile } from "./datev.ts";
import type { BookingsRequest, DatevSettings, SieSettings } from "./schema.ts";
import { missingInSie, sieFile } from "./sie.ts";

type BookingFile = {
  readonly bytes: Uint8Array;
  readonly content_type: string;
  readonly file_name: string;
};

/**
 * Makes the file by which the books take over a locked return.
 * @throws DomainError `invalid_request` with a fault at each field that keeps the file from being made.
 */
export function bookingFile(
  request: BookingsRequest,
  lock: BookableReturn,
  now: Date,
): BookingFile {
  const { period_key } = lock;
  const booked_on = request.booked_on ?? (periodNamed(period_key) as Period).lastDay;
  const currency = request.conversion?.currency ?? lock.return_currency;
  rejectFaulty(settingFaults(request, { booked_on, currency }));
  const bookings = bookingsOfReturn(lock, request.accounts, request.conversion);
  rejectFaulty(amountFaults(request, bookings));
  switch (request.format) {
    case "datev_extf": {
      const settings = request.datev as DatevSettings;
      return {
        bytes: datevFile({ bookings, settings, period_key, booked_on, now }),
        content_type: "text/csv; charset=windows-1252",
        // DATEV lists only files whose name begins so.
        file_name: `EXTF_oss-${period_key}.csv`,
      };
    }
    case "sie_4": {
      const settings = request.sie as SieSettings;
      return {
        bytes: sieFile({ bookings, settings, currency, booked_on, now }),
        content_type: "application/octet-stream",
        file_name: `bookings-${period_key}.si`,
      };
    }
    case "csv": {
      const csv = bookingsCsv(bookings, { period_key, booked_on, currency }, request);
      return {
        bytes: new TextEncoder().encode(csv),
        content_type: "text/csv; charset=utf-8",
        file_name: `bookings-${period_key}.csv`,
      };
    }
  }
}

type Books = { readonly booked_on: IsoDate; readonly currency: Currency };

const settingFaults = (request: BookingsRequest, books: Books): Fault[] => {
  if (request.format === "datev_extf") return datevFaults(request, books);
  const missing = missingInSie(request.sie?.company_name ?? "");
  return faultIf(
    request.format === "sie_4" && missing.length > 0,
    "sie.company_name",
    `must not hold ${missing.join(" ")}: SIE 4 has the characters of code page 437`,
  );
};

function datevFaults(request: BookingsRequest, { booked_on, currency }: Books): Fault[] {
  const { fiscal_year_start, account_length } = request.datev as DatevSettings;
  const lastDay = plusDays(plusYears(fiscal_year_start, 1), -1);
  return [
    ...faultIf(
      currency !== "EUR",
      request.conversion ? "conversion.currency" : "conversion",
      `DATEV books in EUR, and the amounts are in ${currency}: give conversion into EUR`,
    ),
    ...faultIf(
      booked_on < fiscal_year_start || booked_on > lastDay,
      "datev.fiscal_year_start",
      `must be the first day of the fiscal year of ${booked_on}`,
    ),
    ...accountFaults(request, account_length),
  ];
}

/** Finds accounts of the wrong length. Accounts of customers have one digit more than general ledger accounts. */
function accountFaults({ accounts }: BookingsRequest, length: number): Fault[] {
  const fault = (field: string, account: string | undefined, lengths: readonly number[]) =>
    faultIf(
      account !== undefined && !lengths.includes(account.length),
      `accounts.${field}`,
      `must have ${lengths.join(" or ")} digits, as datev.account_length says`,
    );
  return [
    ...fault("clearing_account", accounts.clearing_account, [length, length + 1]),
    ...fault("vat_account", accounts.vat_account, [length]),
    ...accounts.revenue.flatMap((line, index) => [
      ...fault(`revenue.${index}.account`, line.account, [length]),
      ...fault(`revenue.${index}.vat_account`, line.vat_account, [length]),
    ]),
  ];
}

/** Largest amount of a line in DATEV, in cents: ten digits before the decimal comma. */
const LARGEST_IN_DATEV = 999_999_999_999;

function amountFaults({ format }: BookingsRequest, bookings: readonly Booking[]): Fault[] {
  const isTooLarge = ({ net_minor, vat_minor }: Booking) =>
    Math.max(Math.abs(net_minor), Math.abs(vat_minor)) > LARGEST_IN_DATEV;
  return [
    ...faultIf(
      format !== "csv" && bookings.length === 0,
      "format",
      "must be csv: the return has nothing to book",
    ),
    ...faultIf(
      format === "datev_extf" && bookings.some(isTooLarge),
      "format",
      "must not be datev_extf: an amount has more than ten digits before the decimal comma",
    ),
  ];
}

const CSV_COLUMNS = [
  "booked_on",
  "document",
  "booking",
  "kind",
  "member_state",
  "vat_rate_percent",
  "original_period",
  "part",
  "debit_account",
  "credit_account",
  "amount",
  "currency",
  "text",
];

type CsvBooks = Books & { readonly period_key: PeriodKey };

/** Prints one line an amount: always positive, with the debited and the credited account. */
function bookingsCsv(bookings: readonly Booking[], books: CsvBooks, signs: CsvSigns): string {
  const records = bookings.flatMap((booking, index) => [
    ...csvRecord(booking, index, "net", books),
    ...csvRecord(booking, index, "vat", books),
  ]);
  return csvText(CSV_COLUMNS, records, signs);
}

function csvRecord(
  booking: Booking,
  index: number,
  part: "net" | "vat",
  { booked_on, currency, period_key }: CsvBooks,
): CsvRecord[] {
  const amount_minor = booking[`${part}_minor`];
  if (amount_minor === 0) return [];
  const contra = part === "net" ? booking.revenue_account : booking.vat_account;
  const isDebit = amount_minor > 0;
  return [
    {
      booked_on,
      document: `OSS-${period_key}`,
      booking: index + 1,
      kind: booking.kind,
      member_state: booking.member_state,
      vat_rate_percent:
        booking.vat_rate_bps === null ? undefined : percentString(booking.vat_rate_bps),
      original_period: booking.original_period,
      part,
      debit_account: isDebit ? booking.clearing_account : contra,
      credit_account: isDebit ? contra : booking.clearing_account,
      amount: decimalString(Math.abs(amount_minor), currency),
      currency,
      text: booking.text,
    },
  ];
}
