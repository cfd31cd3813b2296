/**
 * The locale of figures: the reader's own where it speaks the language. Browsers without a set-up name
 * some that Intl refuses, such as `en-US@posix`; those are passed over.
 */
export const localeFor = (language: string, ofBrowser: readonly string[]): string =>
  ofBrowser.find((one) => one.slice(0, 2) === language && isUsable(one)) ?? language;

/** Whether Intl takes it for a locale. */
export function isUsable(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
