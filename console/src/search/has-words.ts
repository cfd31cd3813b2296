/** Returns a text as searches compare it: without case and accents. */
const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Returns a test of whether a text has every word of a search, in any order. */
export function hasWords(asked: string): (...texts: readonly (string | null)[]) => boolean {
  const words = folded(asked).split(/\s+/);
  return (...texts) => {
    const text = folded(texts.join(" "));
    return words.every((word) => text.includes(word));
  };
}
