import { isUnionVatNumber, type MemberStateCode, memberStateOf } from "./member-states.ts";

/* Checksum functions. Every text here consists of digits only. */

const digitsOf = (text: string): number[] => [...text].map(Number);

/** Sums the first digits of `text`, each multiplied by its weight. */
function weighted(text: string, weights: readonly number[]): number {
  const digits = digitsOf(text);
  return weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);
}

/** Returns the Luhn sum (ISO/IEC 7812-1), a multiple of ten when the last digit is the right check digit. */
const luhn = (text: string): number =>
  digitsOf(text)
    .reverse()
    .reduce((sum, digit, index) => sum + (index % 2 ? doubled(digit) : digit), 0);

/** Doubles a digit and adds the digits of the result. */
const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

/** True if the last digit is the check digit of ISO/IEC 7064, mod 11, 10. */
function fitsMod11And10(text: string): boolean {
  const product = digitsOf(text.slice(0, -1)).reduce(
    (before, digit) => (((before + digit) % 10 || 10) * 2) % 11,
    10,
  );
  return (product + Number(text.at(-1))) % 10 === 1;
}

/** True if a text of digits and capitals has remainder 1 by ISO/IEC 7064, mod 97-10. */
function fitsMod97And10(text: string): boolean {
  const numeric = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(numeric) % 97n === 1n;
}

/**
 * A rule that returns true if the check digits of a number without its prefix are right. Undefined for a kind of number
 * whose rule is not public, or that has no check digit. The number's form was validated before.
 */
type Rule = (body: string) => boolean | undefined;

/**
 * The check-digit rules by state, as the Commission describes them to users of VIES ("VAT identification number
 * structure", algorithms) and as python-stdnum and jsvat implement them. The tests verify the rules with published
 * numbers and a second implementation. A rule checks only check digits, not dates of birth.
 */
const RULES: Readonly<Record<MemberStateCode, Rule>> = {
  // Luhn over the seven preceding digits, of which the first is not doubled, plus four.
  AT: (body) => (luhn(body.slice(1, 8)) + 4 + last(body)) % 10 === 0,
  BE: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)),
  BG: (body) => (body.length === 9 ? bulgarianFirm(body) : bulgarianPerson(body)),
  CY: (body) => body.at(-1) === letter((cypriotSum(body) % 26) + 1),
  CZ: (body) => czech(body),
  DE: fitsMod11And10,
  DK: (body) => weighted(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (body) => weighted(body, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (body) => (weighted(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(body),
  ES: (body) => spanish(body),
  FI: (body) => weighted(body, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  FR: (body) => french(body),
  HR: fitsMod11And10,
  HU: (body) => weighted(body, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: (body) => irish(body),
  IT: (body) => luhn(body) % 10 === 0,
  LT: (body) => lithuanian(body),
  LU: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)),
  LV: (body) => latvian(body),
  MT: (body) => weighted(body, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  // Sole traders have had numbers of the mod 97-10 form since 2020.
  NL: (body) =>
    weighted(body, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || fitsMod97And10(`NL${body}`),
  PL: (body) => weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(body),
  PT: (body) => ((11 - (weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === last(body),
  RO: (body) => {
    const padded = body.padStart(10, "0");
    return ((weighted(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(body);
  },
  SE: (body) => luhn(body.slice(0, 10)) % 10 === 0,
  SI: (body) => {
    const rest = weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11;
    return rest !== 0 && (11 - rest) % 10 === last(body);
  },
  SK: (body) => Number(body) % 11 === 0,
  XI: (body) => british(body),
};

/**
 * True if the check digits of a VAT number with its prefix, in capitals and without blanks, are right.
 * A wrong check digit is almost always a typing error, but only a warning: states have issued numbers outside their own
 * rules.
 * @returns undefined for a text that is no Member State's number, and where no rule is public.
 */
export function hasRightCheckDigits(number: string): boolean | undefined {
  const state = memberStateOf(number.slice(0, 2));
  if (!state || !isUnionVatNumber(state.code, number)) return undefined;
  return RULES[state.code](number.slice(2));
}

const last = (body: string): number => Number(body.at(-1));

/** Returns the letter at a position of the alphabet, counted from 1. */
const letter = (position: number): string => String.fromCharCode(64 + position);

function bulgarianFirm(body: string): boolean {
  const first = weighted(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const sum = first === 10 ? weighted(body, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
  return sum % 10 === last(body);
}

/** Accepts the rules of citizens, foreigners and other persons, because the number does not show its kind. */
const bulgarianPerson = (body: string): boolean =>
  (weighted(body, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === last(body) ||
  weighted(body, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === last(body) ||
  bulgarianOther(body);

function bulgarianOther(body: string): boolean {
  const rest = weighted(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return rest !== 1 && (11 - rest) % 11 === last(body);
}

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

const cypriotSum = (body: string): number =>
  [...body.slice(0, 8)].reduce(
    (sum, digit, index) => sum + (index % 2 ? Number(digit) : (CYPRIOT_ODD[Number(digit)] ?? 0)),
    0,
  );

/**
 * Checks Czech numbers. Eight digits: a company. Nine digits that begin with 6: a special group. Otherwise a birth
 * number.
 */
function czech(body: string): boolean | undefined {
  if (body.length === 8) {
    return (11 - (weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === last(body);
  }
  if (body.length === 10) {
    return (Number(body.slice(0, 9)) % 11) % 10 === last(body);
  }
  if (!body.startsWith("6")) return undefined; // Numbers from before 1954 have no check digits.
  return ((weighted(body.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11) + 8) % 10 === last(body);
}

const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/** Checks Spanish numbers of people (a letter by modulus 23) and companies (Luhn, as a digit or a letter). */
function spanish(body: string): boolean {
  const person = /^([KLMXYZ]?)(\d{7,8})[A-Z]$/.exec(body);
  if (person && (person[1] || person[2]?.length === 8)) {
    const abroad = ["X", "Y", "Z"].indexOf(person[1] ?? "");
    const numeric = `${abroad > 0 ? abroad : ""}${person[2]}`;
    return SPANISH_LETTERS[Number(numeric) % 23] === body.at(-1);
  }
  const digit = (10 - (luhn(`${body.slice(1, 8)}0`) % 10)) % 10;
  return body.at(-1) === String(digit) || body.at(-1) === "JABCDEFGHI"[digit];
}

const FRENCH_KEYS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * Checks French numbers: a key and the SIREN, which also satisfies Luhn. Numbers of Monaco begin with 000 and do not.
 */
function french(body: string): boolean {
  const [key, siren] = [body.slice(0, 2), body.slice(2)];
  if (!siren.startsWith("000") && luhn(siren) % 10 !== 0) return false;
  if (/^\d\d$/.test(key)) return Number(`${siren}12`) % 97 === Number(key);
  const [first = 0, second = 0] = [...key].map((sign) => FRENCH_KEYS.indexOf(sign));
  const sum = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(sum / 11)) % 11 === sum % 11;
}

/**
 * Checks Irish numbers: seven digits and the check letter, and since 2013 one more letter. Older numbers have a letter
 * in second place.
 */
function irish(body: string): boolean {
  const isOld = /^\d[A-Z+*]/.test(body);
  const digits = isOld ? `0${body.slice(2, 7)}${body[0]}` : body.slice(0, 7);
  const more = isOld ? 0 : "WABCDEFGHI".indexOf(body[8] ?? "W");
  return (
    body[7] === "WABCDEFGHIJKLMNOPQRSTUV"[(weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * more) % 23]
  );
}

function lithuanian(body: string): boolean {
  const weights = (from: number) =>
    Array.from({ length: body.length - 1 }, (_, index) => ((from - 1 + index) % 9) + 1);
  const first = weighted(body, weights(1)) % 11;
  const sum = first === 10 ? weighted(body, weights(3)) % 11 : first;
  return sum % 10 === last(body);
}

/**
 * Checks Latvian numbers. Company numbers begin with 4 to 9. Numbers of people that begin with 32 to 39 have no rule.
 */
function latvian(body: string): boolean | undefined {
  if (body > "4") return weighted(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  if (/^3[2-9]/.test(body)) return undefined;
  return ((1 + weighted(body, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === last(body);
}

/**
 * Checks British numbers. Numbers from 100 on may also leave 42 or 55. Numbers of authorities (GD, HA) have no check
 * digit.
 */
function british(body: string): boolean | undefined {
  if (/^[GH]/.test(body)) return undefined;
  const rest = weighted(body, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || (body >= "100" && (rest === 42 || rest === 55));
}
