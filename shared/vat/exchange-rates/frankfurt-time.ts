import type { IsoDate } from "../../core/calendar/iso-date.ts";

/** The ECB's clock: its days begin and its rates appear by Frankfurt time, summer time included. */
const FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  hourCycle: "h23",
});

/** The day and the full hour (0 to 23) of an instant in Frankfurt. */
export function frankfurtTime(instant: Date): { readonly day: IsoDate; readonly hour: number } {
  const parts = FORMAT.formatToParts(instant);
  const part = (name: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === name)?.value ?? "";
  return {
    day: `${part("year")}-${part("month")}-${part("day")}` as IsoDate,
    hour: Number(part("hour")),
  };
}
