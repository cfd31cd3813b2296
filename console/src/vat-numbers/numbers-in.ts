/** Maximum number of numbers of one form: each is a question to VIES. */
const MOST_NUMBERS = 20;

/** Returns the numbers of a text with one on each line, or with commas between, each once. */
export const numbersIn = (text: string): string[] => {
  const numbers = text
    .split(/[\n,;]/)
    .map((number) => number.trim())
    .filter((number) => number !== "");
  return [...new Set(numbers)].slice(0, MOST_NUMBERS);
};
