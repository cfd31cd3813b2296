/**
 * Returns the locale of figures: the browser's own when its language matches. Some browsers name locales that Intl
 * rejects, such as `en-US@posix`; these are ignored.
 */
export const localeFor = (language: string, ofBrowser: readonly string[]): string =>
  ofBrowser.find((locale) => locale.slice(0, 2) === language && isUsable(locale)) ?? language;

export function isUsable(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** True if the figures of a locale have a decimal comma. */
export const hasDecimalComma = (locale: string): boolean =>
  new Intl.NumberFormat(locale).format(1.5).includes(",");
