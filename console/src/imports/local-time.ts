/** Formats an instant in the time zone of the reader. */
export const localTime = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(instant),
  );
