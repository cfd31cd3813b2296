import { isLanguage, type Language } from "../texts/say.ts";

/** The reader's display preferences, stored in the browser. */
export type Preferences = { readonly language: Language; readonly theme: Theme };

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const LANGUAGE = "eu-vat-language";
const THEME = "eu-vat-theme";

/** Returns the stored preferences; by default the browser's first supported language, and the system's theme. */
export function storedPreferences(): Preferences {
  const language = localStorage.getItem(LANGUAGE);
  const theme = localStorage.getItem(THEME);
  return {
    language: isLanguage(language) ? language : languageOfBrowser(),
    theme: THEMES.find((known) => known === theme) ?? "system",
  };
}

/**
 * Stores the preferences and applies them to the page. Follows the system's theme when it is selected.
 * @returns a function that stops following the system's theme.
 */
export function keepPreferences({ language, theme }: Preferences): () => void {
  localStorage.setItem(LANGUAGE, language);
  localStorage.setItem(THEME, theme);
  document.documentElement.lang = language;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const ofSystem = dark.matches ? "dark" : "light";
    document.documentElement.className = theme === "system" ? ofSystem : theme;
  };
  follow();
  dark.addEventListener("change", follow);
  return () => dark.removeEventListener("change", follow);
}

const languageOfBrowser = (): Language =>
  navigator.languages.map((language) => language.slice(0, 2)).find(isLanguage) ?? "en";
