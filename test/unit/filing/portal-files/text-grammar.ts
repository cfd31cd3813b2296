/*
 * What the grammars of the Swedish, German, Finnish and Northern Irish files have in common. They are
 * written from the descriptions of the files. Each reader throws where a text is not of its grammar.
 */

export type ReadText = {
  readonly supplies: readonly object[];
  readonly corrections: readonly object[];
};

/** A part of a regular expression: one Member State. */
export const STATE =
  "(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)";

/** The groups of the form. @throws Error where the text has another. */
export function matched(text: string, form: RegExp): string[] {
  const found = form.exec(text);
  if (!found) throw new Error(`not ${form}: ${text}`);
  return found.slice(1);
}

/** `1,10` or `1.10` is 110; a sign in front is its sign. */
export function minorOf(text: string, sign: "." | ","): number {
  const [minus, units, cents] = matched(
    text,
    sign === "." ? /^(-?)(\d+)\.(\d\d)$/ : /^(-?)(\d+),(\d\d)$/,
  );
  return (minus ? -1 : 1) * Number(`${units}${cents}`);
}

/** The same without a sign. */
export const positive = (text: string, sign: "." | ","): number => {
  if (text.startsWith("-")) throw new Error(`below zero: ${text}`);
  return minorOf(text, sign);
};

/** `2025` and `3` of a quarter, `07` of a month. */
export const keyOf = (
  year: string | undefined,
  number: string | undefined,
  kind: string | undefined,
) => (kind === "Q" ? `${year}-Q${number}` : `${year}-${number}`);
