/** Crockford's base 32, in small letters: no i, l, o, u to misread. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
export const RANDOM_DIGITS = 16;

/** What a transaction id looks like. */
const FORM = /^txn_[0-9a-hjkmnp-tv-z]{26}$/;

export const isTransactionId = (id: string): boolean => FORM.test(id);

/**
 * An id that sorts by the millisecond it was made in: time first, then 16 digits from as many random
 * bytes, 80 bits.
 */
export function transactionId(now: Date, random: Uint8Array): string {
  let rest = now.getTime();
  let time = "";
  for (let digit = 0; digit < TIME_DIGITS; digit += 1) {
    time = DIGITS.charAt(rest % DIGITS.length) + time;
    rest = Math.floor(rest / DIGITS.length);
  }
  return `txn_${time}${digits(random.subarray(0, RANDOM_DIGITS))}`;
}

/** An id that follows from a hash of at least 26 bytes, and sorts anywhere. */
export const lastingTransactionId = (hash: Uint8Array): string =>
  `txn_${digits(hash.subarray(0, TIME_DIGITS + RANDOM_DIGITS))}`;

const digits = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => DIGITS.charAt(byte % 32)).join("");
