/** Letters that have no decomposition into a basic letter and an accent, as the EPC replaces them (EPC217-08). */
const LETTERS: Readonly<Record<string, string>> = {
  Æ: "AE",
  æ: "ae",
  Ð: "D",
  ð: "d",
  Đ: "D",
  đ: "d",
  ħ: "h",
  Ħ: "H",
  ı: "i",
  Ł: "L",
  ł: "l",
  Ø: "O",
  ø: "o",
  Œ: "OE",
  œ: "oe",
  ß: "ss",
  Þ: "TH",
  þ: "th",
  "&": "+",
  "–": "-",
  "’": "'",
};

const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]$/;

/**
 * Writes a text in the characters that every bank takes (SEPA, EPC217-08): letters lose their accents. Returns the
 * characters that have no replacement.
 */
export function sepaText(given: string): {
  readonly text: string;
  readonly missing: readonly string[];
} {
  const text = given
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^\x20-\x7e]|&/gu, (one) => LETTERS[one] ?? one);
  return { text, missing: [...new Set(text)].filter((one) => !ALLOWED.test(one)) };
}
