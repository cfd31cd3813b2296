import type { TextKey } from "./en.ts";

export const LANGUAGES = ["en", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

export type Texts = Readonly<Record<TextKey, string>>;

/** The files of texts; a reader loads that of one language. */
const FILES: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
};

/** @throws Error when the file is gone, because a newer version of the console is deployed */
export const loadTexts = (language: Language): Promise<Texts> => FILES[language]();

export const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((language) => language === text);

type Values = Readonly<Record<string, string | number>>;

export type Say = {
  readonly language: Language;
  /** The locale of figures. */
  readonly locale: string;
  (key: TextKey, values?: Values): string;
  /** Returns `<key>.one` or `<key>.other` by the language's plural rules, with `{count}`. */
  readonly many: (key: PluralKey, count: number, values?: Values) => string;
  /** Returns the text of an API code, if there is one. */
  readonly known: (code: string) => string | undefined;
  /** Returns the text of an API code; the code itself when there is no text. */
  readonly code: (code: string) => string;
};

type PluralKey = TextKey extends infer K ? (K extends `${infer Stem}.other` ? Stem : never) : never;

export function sayWith(own: Texts, language: Language, locale: string): Say {
  const texts: Readonly<Record<string, string>> = own;
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(locale);
  const say = (key: string, values: Values = {}) => filled(texts[key] ?? key, values);
  return Object.assign(say, {
    language,
    locale,
    many: (key: string, count: number, values: Values = {}) => {
      const form = plurals.select(count) === "one" ? "one" : "other";
      return say(`${key}.${form}`, { ...values, count: numbers.format(count) });
    },
    known: (code: string) => texts[`code.${code}`],
    code: (code: string) => texts[`code.${code}`] ?? code,
  });
}

const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
