import type { IsoDate } from "../../core/calendar/dates.ts";
import { type Currency, decimalString } from "../../core/money/money.ts";
import type { Booking } from "./bookings.ts";
import type { SieSettings } from "./schema.ts";

/** The upper 128 characters of code page 437, PC8, in the order of their bytes. */
const PC8 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const FIRST_UPPER_BYTE = 128;

const byteOf = (character: string): number | undefined => {
  const code = character.charCodeAt(0);
  if (code < FIRST_UPPER_BYTE) return code;
  const index = PC8.indexOf(character);
  return index < 0 ? undefined : index + FIRST_UPPER_BYTE;
};

/** Returns the characters that a text of a SIE file cannot hold: those that PC8 lacks, and the backslash, which escapes. */
export const missingInSie = (text: string): string[] => [
  ...new Set([...text].filter((letter) => letter === "\\" || byteOf(letter) === undefined)),
];

/** Bookings for a Swedish program, all on one day. */
type SieBatch = {
  readonly bookings: readonly Booking[];
  readonly settings: SieSettings;
  readonly currency: Currency;
  readonly booked_on: IsoDate;
  readonly now: Date;
};

/**
 * Prints bookings as a SIE file of type 4I, each as a voucher that adds up to zero. The receiving program numbers the
 * vouchers.
 */
export function sieFile({ bookings, settings, currency, booked_on, now }: SieBatch): Uint8Array {
  const day = digitsOf(booked_on);
  const lines = [
    "#FLAGGA 0",
    '#PROGRAM "EU VAT OSS" "1"',
    "#FORMAT PC8",
    `#GEN ${digitsOf(now.toISOString().slice(0, 10))}`,
    "#SIETYP 4",
    ...(settings.organisation_number === undefined
      ? []
      : [`#ORGNR ${organisationNumber(settings.organisation_number)}`]),
    `#FNAMN ${quoted(settings.company_name)}`,
    `#VALUTA ${currency}`,
    ...bookings.flatMap((booking) => voucherOf(booking, currency, day)),
  ];
  const content = lines.map((line) => `${line}\r\n`).join("");
  return Uint8Array.from(content, (character) => byteOf(character) as number);
}

const digitsOf = (day: string): string => day.replaceAll("-", "");

const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

const organisationNumber = (given: string): string =>
  `${given.slice(0, 6)}-${given.replace("-", "").slice(6)}`;

/** Returns the voucher of a booking. Debits are positive, credits negative. */
function voucherOf(booking: Booking, currency: Currency, day: string): string[] {
  const { net_minor, vat_minor } = booking;
  const line = (account: string, amount_minor: number): string[] =>
    amount_minor === 0 ? [] : [`#TRANS ${account} {} ${decimalString(amount_minor, currency)}`];
  return [
    `#VER "" "" ${day} ${quoted(booking.text)}`,
    "{",
    ...line(booking.clearing_account, net_minor + vat_minor),
    ...line(booking.revenue_account, -net_minor),
    ...line(booking.vat_account, -vat_minor),
    "}",
  ];
}
