import type { IsoDate } from "../../core/calendar/dates.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { decimalString, percentString } from "../../core/money/money.ts";
import type { Booking } from "./bookings.ts";
import type { DatevSettings } from "./schema.ts";

const numbered = (count: number, nameOf: (number: number) => readonly string[]): string[] =>
  Array.from({ length: count }, (_, index) => nameOf(index + 1)).flat();

/** The 125 columns of Buchungsstapel, version 13, spelt as DATEV spells them in its own files. */
const DATEV_COLUMNS: readonly string[] = [
  "Umsatz (ohne Soll/Haben-Kz)|Soll/Haben-Kennzeichen|WKZ Umsatz|Kurs|Basis-Umsatz|WKZ Basis-Umsatz|Konto",
  "Gegenkonto (ohne BU-Schlüssel)|BU-Schlüssel|Belegdatum|Belegfeld 1|Belegfeld 2|Skonto|Buchungstext|Postensperre",
  "Diverse Adressnummer|Geschäftspartnerbank|Sachverhalt|Zinssperre|Beleglink",
  ...numbered(8, (n) => [`Beleginfo - Art ${n}`, `Beleginfo - Inhalt ${n}`]),
  "KOST1 - Kostenstelle|KOST2 - Kostenstelle|Kost-Menge|EU-Land u. UStID (Bestimmung)|EU-Steuersatz (Bestimmung)",
  "Abw. Versteuerungsart|Sachverhalt L+L|Funktionsergänzung L+L|BU 49 Hauptfunktionstyp|BU 49 Hauptfunktionsnummer",
  "BU 49 Funktionsergänzung",
  ...numbered(20, (n) => [`Zusatzinformation - Art ${n}`, `Zusatzinformation- Inhalt ${n}`]),
  "Stück|Gewicht|Zahlweise|Forderungsart|Veranlagungsjahr|Zugeordnete Fälligkeit|Skontotyp|Auftragsnummer|Buchungstyp",
  "USt-Schlüssel (Anzahlungen)|EU-Land (Anzahlungen)|Sachverhalt L+L (Anzahlungen)|EU-Steuersatz (Anzahlungen)",
  "Erlöskonto (Anzahlungen)|Herkunft-Kz|Buchungs GUID|KOST-Datum|SEPA-Mandatsreferenz|Skontosperre|Gesellschaftername",
  "Beteiligtennummer|Identifikationsnummer|Zeichnernummer|Postensperre bis|Bezeichnung SoBil-Sachverhalt",
  "Kennzeichen SoBil-Buchung|Festschreibung|Leistungsdatum|Datum Zuord. Steuerperiode|Fälligkeit|Generalumkehr (GU)",
  "Steuersatz|Land|Abrechnungsreferenz|BVV-Position|EU-Land u. UStID (Ursprung)|EU-Steuersatz (Ursprung)",
  "Abw. Skontokonto",
].flatMap((names) => names.split("|"));

/** A batch of bookings for DATEV, all on one day and in euro. */
type DatevBatch = {
  readonly bookings: readonly Booking[];
  readonly settings: DatevSettings;
  readonly period_key: PeriodKey;
  readonly booked_on: IsoDate;
  readonly now: Date;
};

/**
 * Prints a batch as DATEV-Format 700, category 21, version 13, in code page 1252, which every import path of DATEV
 * reads. The batch is not committed (Festschreibung 0), so that the tax adviser can still correct it.
 */
export function datevFile(batch: DatevBatch): Uint8Array {
  const lines = [
    headOf(batch),
    DATEV_COLUMNS,
    ...batch.bookings.flatMap((booking) => [
      ...lineOf(booking, booking.net_minor, booking.revenue_account, batch),
      ...lineOf(booking, booking.vat_minor, booking.vat_account, batch),
    ]),
  ];
  // All texts of the file are in Latin-1, in which code page 1252 has the same bytes.
  const content = lines.map((line) => `${line.join(";")}\r\n`).join("");
  return Uint8Array.from(content, (character) => character.charCodeAt(0));
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const digitsOf = (day: string): string => day.replaceAll("-", "");

const EMPTY = "";
const EMPTY_TEXT = '""';

/** The 31 fields of the first line. */
function headOf({ settings, period_key, booked_on, now }: DatevBatch): string[] {
  return [
    ...[quoted("EXTF"), "700", "21", quoted("Buchungsstapel"), "13"],
    ...[now.toISOString().replace(/\D/g, ""), EMPTY, EMPTY_TEXT, EMPTY_TEXT, EMPTY_TEXT],
    ...[String(settings.consultant_number), String(settings.client_number)],
    ...[digitsOf(settings.fiscal_year_start), String(settings.account_length)],
    ...[digitsOf(booked_on), digitsOf(booked_on), quoted(`OSS ${period_key}`), EMPTY_TEXT],
    // Financial accounting, for every purpose, not committed.
    ...["1", "0", "0", quoted("EUR")],
    ...[EMPTY, EMPTY_TEXT, EMPTY, EMPTY, EMPTY_TEXT, EMPTY, EMPTY, EMPTY_TEXT, EMPTY_TEXT],
  ];
}

/** Returns the line of one amount, or none for zero, which DATEV rejects. */
function lineOf(
  booking: Booking,
  amount_minor: number,
  contra_account: string,
  { period_key, booked_on }: DatevBatch,
): string[][] {
  if (amount_minor === 0) return [];
  const { vat_rate_bps, original_period } = booking;
  const cells: Readonly<Record<string, string>> = {
    "Umsatz (ohne Soll/Haben-Kz)": comma(decimalString(Math.abs(amount_minor), "EUR")),
    "Soll/Haben-Kennzeichen": quoted(amount_minor > 0 ? "S" : "H"),
    "WKZ Umsatz": quoted("EUR"),
    Konto: booking.clearing_account,
    "Gegenkonto (ohne BU-Schlüssel)": contra_account,
    Belegdatum: `${booked_on.slice(8)}${booked_on.slice(5, 7)}`,
    "Belegfeld 1": quoted(`OSS-${period_key}`),
    Buchungstext: quoted(booking.text),
    "Zusatzinformation - Art 1": quoted("Mitgliedstaat"),
    "Zusatzinformation- Inhalt 1": quoted(booking.member_state),
    ...(vat_rate_bps === null
      ? {}
      : {
          "Zusatzinformation - Art 2": quoted("Steuersatz"),
          "Zusatzinformation- Inhalt 2": quoted(comma(percentString(vat_rate_bps))),
        }),
    ...(original_period === null
      ? {}
      : {
          "Zusatzinformation - Art 3": quoted("Berichtigter Zeitraum"),
          "Zusatzinformation- Inhalt 3": quoted(original_period),
        }),
    Festschreibung: "0",
  };
  return [DATEV_COLUMNS.map((name) => cells[name] ?? EMPTY)];
}

const comma = (decimal: string): string => decimal.replace(".", ",");
