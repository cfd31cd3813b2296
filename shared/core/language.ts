/** The languages of mails and papers. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in each language. */
export type Texts = Readonly<Record<Language, string>>;
