import type { BookingsRequest } from "../../../client/src/eu-vat-client.ts";

/** The fields of the form of bookings, by name; an empty text is a field that was left out. */
export type BookingFields = Readonly<Record<string, string>>;

export const BOOKING_FORMATS = ["datev_extf", "sie_4", "csv"] as const;
export type BookingFormat = (typeof BOOKING_FORMATS)[number];

type RevenueAccount = BookingsRequest["accounts"]["revenue"][number];

/** Matches a line of accounts: state, rate if any, account, account of the VAT if any. */
const LINE =
  /^([A-Za-z]{2}|\*)(?:\s+(\d{1,2}(?:[.,]\d{1,2})?)\s*%?)?\s*=\s*(\d+)(?:\s*\/\s*(\d+))?$/;

/**
 * Reads the accounts of revenue, one a line: `* = 8320`, `FR = 8330 / 1768`, `FR 5.5 = 8331`. A line of another form is
 * sent as the account, so that the service's error repeats nothing and names the line.
 */
export const revenueOf = (lines: string): RevenueAccount[] =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [, state, rate, account, vat] = LINE.exec(line) ?? [];
      if (account === undefined) return { account: line };
      return {
        ...(state === "*" ? {} : { member_state: state?.toUpperCase() as never }),
        ...(rate === undefined
          ? {}
          : { vat_rate_bps: Math.round(100 * Number(rate.replace(",", "."))) }),
        account,
        ...(vat === undefined ? {} : { vat_account: vat }),
      };
    });

/** Builds the request from the fields of the form; numbers that are none are left for the service to reject. */
export function bookingsRequest(fields: BookingFields, decimalComma: boolean): BookingsRequest {
  const of = (name: string): string => fields[name] ?? "";
  const format = of("format") as BookingFormat;
  const { currency = "", rate = "" } = fields;
  return {
    format,
    accounts: {
      clearing_account: of("clearing_account"),
      vat_account: of("vat_account"),
      revenue: revenueOf(of("revenue")),
    },
    ...(currency || rate
      ? { conversion: { currency: currency.toUpperCase(), rate: rate.replace(",", ".") } }
      : {}),
    ...settingsOf(format, of, decimalComma),
  };
}

function settingsOf(
  format: BookingFormat,
  of: (name: string) => string,
  decimalComma: boolean,
): Pick<BookingsRequest, "datev" | "sie" | "delimiter" | "decimal"> {
  if (format === "datev_extf") {
    return {
      datev: {
        consultant_number: Number(of("consultant_number")),
        client_number: Number(of("client_number")),
        fiscal_year_start: of("fiscal_year_start"),
        account_length: Number(of("account_length")),
      },
    };
  }
  if (format === "sie_4") {
    const number = of("organisation_number");
    return {
      sie: { company_name: of("company_name"), ...(number ? { organisation_number: number } : {}) },
    };
  }
  return decimalComma ? { delimiter: "semicolon", decimal: "comma" } : {};
}
