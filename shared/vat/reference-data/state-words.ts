import type { Language } from "../../core/language.ts";

/** Returns a function from a Member State to its name; the codes of returns differ from ISO 3166 in two. */
export const stateWords = (language: Language): ((code: string) => string) => {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return (code) => {
    if (code === "XI") return { en: "Northern Ireland", de: "Nordirland" }[language];
    return names.of(code === "EL" ? "GR" : code) ?? code;
  };
};
