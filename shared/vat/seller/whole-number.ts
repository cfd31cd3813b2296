import type { MemberStateCode } from "../reference-data/member-states.ts";
import { normalized } from "./identifier.ts";

/** Returns a VAT number without its country prefix; numbers of other schemes have no prefix. */
export const withoutPrefix = (number: string): string => number.replace(/^[A-Z]{2}/, "");

/** Returns a number in capitals, without blanks, and with the prefix of the state if only that makes it valid. */
export function prefixedNumber(
  given: string,
  state: MemberStateCode,
  fits: (number: string) => boolean,
): string {
  const number = normalized(given);
  const prefixed = `${state}${number}`;
  return !fits(number) && fits(prefixed) ? prefixed : number;
}

/**
 * True if a number fits a mask, in which an asterisk is one character. Users who mask numbers themselves may omit the
 * prefix, or write GR.
 */
export function fitsMask(number: string, mask: string): boolean {
  const shown = mask.toUpperCase().replace(/^GR(?=[\d*])/, "EL");
  return [number, withoutPrefix(number)].some(
    (one) =>
      one.length === shown.length &&
      [...one].every((character, at) => shown[at] === "*" || shown[at] === character),
  );
}
