/** True if a text has the form of an IBAN and its check digits are right (ISO 13616, modulo 97). */
export function hasIbanCheckDigits(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((one) => Number.parseInt(one, 36));
  return BigInt(digits.join("")) % 97n === 1n;
}
