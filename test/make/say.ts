import { de } from "../../console/src/texts/de.ts";
import { en } from "../../console/src/texts/en.ts";
import { type Language, type Say, sayWith } from "../../console/src/texts/say.ts";

const TEXTS = { en, de };

/** The words of the console in a language. */
export const sayIn = (language: Language, locale: string): Say =>
  sayWith(TEXTS[language], language, locale);
