import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import { RowError } from "./outcome.ts";

/** The formats of a day in a column. */
const DATE_FORMS = {
  "YYYY-MM-DD": /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/,
  "DD.MM.YYYY": /^(?<d>\d\d?)\.(?<m>\d\d?)\.(?<y>\d{4})$/,
  "DD/MM/YYYY": /^(?<d>\d\d?)\/(?<m>\d\d?)\/(?<y>\d{4})$/,
  "MM/DD/YYYY": /^(?<m>\d\d?)\/(?<d>\d\d?)\/(?<y>\d{4})$/,
  "DD-MM-YYYY": /^(?<d>\d\d?)-(?<m>\d\d?)-(?<y>\d{4})$/,
  /** 05-Oct-2026 UTC, as in the VAT Calculation report. */
  "DD-Mon-YYYY": /^(?<d>\d\d?)-(?<mon>[A-Z][a-z]{2})-(?<y>\d{4})(?: UTC)?$/,
  /** A day followed by a time; the written day counts. */
  "day-and-time": /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)(?:[T ].*)?$/,
} as const;

type DateForm = keyof typeof DATE_FORMS;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Parses the day in `text` by the first of `forms` that fits.
 * @throws RowError `bad_date` for `column`
 */
export function dayIn(text: string, forms: readonly DateForm[], column: string): IsoDate {
  for (const form of forms) {
    const { y, m, mon, d = "" } = DATE_FORMS[form].exec(text.trim())?.groups ?? {};
    if (y === undefined) continue;
    const month = m ?? String(MONTHS.indexOf(mon ?? "") + 1);
    const day = IsoDateSchema.safeParse(`${y}-${month.padStart(2, "0")}-${d.padStart(2, "0")}`);
    if (day.success) return day.data;
  }
  throw new RowError(
    "bad_date",
    column,
    `"${text.slice(0, 40)}" is no day as ${forms.join(" or ")}.`,
  );
}

/**
 * Returns the local day of an instant at the business, because midnight in its time zone decides the quarter.
 * @throws RowError `bad_date` for text that is not an instant with an offset
 */
export function dayOfInstant(text: string, time_zone: string, column: string): IsoDate {
  const hasOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(text.trim());
  const instant = hasOffset ? Date.parse(text.trim().replace(" ", "T")) : Number.NaN;
  if (Number.isNaN(instant)) {
    throw new RowError(
      "bad_date",
      column,
      `"${text.slice(0, 40)}" is no time with an offset from UTC.`,
    );
  }
  const written = new Intl.DateTimeFormat("sv-SE", { timeZone: time_zone }).format(instant);
  return dayIn(written, ["YYYY-MM-DD"], column);
}
