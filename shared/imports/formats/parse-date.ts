import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import { RowError } from "./outcome.ts";

/** How a column writes a day. */
const DATE_FORMS = {
  "YYYY-MM-DD": /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/,
  "DD.MM.YYYY": /^(?<d>\d\d?)\.(?<m>\d\d?)\.(?<y>\d{4})$/,
  "DD/MM/YYYY": /^(?<d>\d\d?)\/(?<m>\d\d?)\/(?<y>\d{4})$/,
  "MM/DD/YYYY": /^(?<m>\d\d?)\/(?<d>\d\d?)\/(?<y>\d{4})$/,
  "DD-MM-YYYY": /^(?<d>\d\d?)-(?<m>\d\d?)-(?<y>\d{4})$/,
  /** 05-Oct-2026 UTC, as the VAT Calculation report has it. */
  "DD-Mon-YYYY": /^(?<d>\d\d?)-(?<mon>[A-Z][a-z]{2})-(?<y>\d{4})(?: UTC)?$/,
  /** A day with a time behind it: the day counts as it is written. */
  "day-and-time": /^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)(?:[T ].*)?$/,
} as const;

type DateForm = keyof typeof DATE_FORMS;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The day that `text` writes in one of `forms`, the first that fits.
 * @throws RowError `bad_date` of `column`
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
 * The day of an instant where the business is: in a time zone, midnight decides on the quarter.
 * @throws RowError `bad_date` of what is no instant with an offset
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
