/* Sums that check digits are made of. Every text here is of digits alone. */

const digitsOf = (text: string): number[] => [...text].map(Number);

/** The sum of the first digits of `text`, each times its weight. */
export function weighted(text: string, weights: readonly number[]): number {
  const digits = digitsOf(text);
  return weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);
}

/** The sum of Luhn (ISO/IEC 7812-1): a multiple of ten where the last digit checks the others. */
export const luhn = (text: string): number =>
  digitsOf(text)
    .reverse()
    .reduce((sum, digit, index) => sum + (index % 2 ? doubled(digit) : digit), 0);

/** Twice the digit, its own digits added. */
const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

/** Whether the last digit is the check digit of ISO/IEC 7064, mod 11, 10. */
export function fitsMod11And10(text: string): boolean {
  const product = digitsOf(text.slice(0, -1)).reduce(
    (before, digit) => (((before + digit) % 10 || 10) * 2) % 11,
    10,
  );
  return (product + Number(text.at(-1))) % 10 === 1;
}

/** Whether a text of digits and capitals leaves 1 by ISO/IEC 7064, mod 97-10. */
export function fitsMod97And10(text: string): boolean {
  const numeric = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(numeric) % 97n === 1n;
}
