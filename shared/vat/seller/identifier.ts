import * as z from "zod";
import {
  MEMBER_STATES,
  type MemberStateCode,
  memberStateOf,
} from "../reference-data/member-states.ts";
import { hasRightCheckDigits } from "../reference-data/vat-check-digits.ts";

/*
 * Tax identifiers arrive complete, are validated, and are masked at once: only the mask is stored, returned or logged
 * (docs/decisions/0003). No message in this file repeats the input.
 */

/** Removes blanks, dots and hyphens, and replaces the prefix GR by EL, the VAT prefix of Greece. */
export const normalized = (given: string): string =>
  given
    .replace(/[\s.-]/g, "")
    .toUpperCase()
    .replace(/^GR(?=\d)/, "EL");

/**
 * The prefix of an identifier: the special scheme and its Member State (2020/194 Annex I notes a to c), or the country
 * prefix of a VAT number.
 */
const PREFIX = /^(?:(?:IM|IN|EU)\d{3}|[A-Z]{2})/;

/** Shortest number whose last two characters stay visible; of a shorter one they would reveal too much. */
const SHORTEST_WITH_TAIL = 6;

/**
 * Masks a normalized identifier: leaves its prefix and its last two characters, with an asterisk for each other
 * character. `DE811907980` becomes `DE*******80`, `IM2761234561` becomes `IM276*****61`, `RO18` becomes `RO**`.
 */
export function maskIdentifier(number: string): string {
  const prefix = PREFIX.exec(number)?.[0] ?? "";
  const body = number.slice(prefix.length);
  const tail = body.length < SHORTEST_WITH_TAIL ? "" : body.slice(-2);
  return prefix + "*".repeat(body.length - tail.length) + tail;
}

/** True if a mask contains a Member State other than `state`. */
export function isOfAnother(state: MemberStateCode | undefined, mask: string | undefined): boolean {
  const shown = stateOfNumber(mask ?? "");
  return shown !== undefined && state !== undefined && shown !== state;
}

/** Returns the Member State in the visible start of a mask, such as IM276*****61 or DE*******80. */
function stateOfNumber(mask: string): MemberStateCode | undefined {
  const numeric = /^(?:IM|IN|EU)(\d{3})/.exec(mask)?.[1];
  if (numeric) return MEMBER_STATES.find((state) => state.iso_numeric === numeric)?.code;
  return memberStateOf(mask.slice(0, 2))?.code;
}

const LONGEST = 40;

/** A complete identifier as received; its format depends on the scheme and the Member State. */
export const Identifier = z
  .string("must be a text")
  .min(1, "must not be empty")
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .meta({ id: "Identifier", description: "A tax identifier; only its mask is kept" });

/**
 * True if at least half of the characters after the prefix are hidden. With fewer hidden characters, check digits and
 * public business registers would reveal the rest.
 */
function hidesEnough(masked: string): boolean {
  const body = masked.slice(PREFIX.exec(masked.toUpperCase())?.[0].length ?? 0);
  const hidden = body.replaceAll(/[^*]/g, "").length;
  return hidden * 2 >= body.length;
}

/** An identifier that the caller has already masked; stored unchanged. */
export const MaskedIdentifier = z
  .string("must be a text")
  .regex(
    /^(?=.*\*)[A-Za-z0-9*]{1,40}$/,
    `must be letters and digits with * for hidden characters, at most ${LONGEST}`,
  )
  .refine(hidesEnough, "must hide more: at least half of what follows the prefix")
  .meta({ id: "MaskedIdentifier", description: "A masked tax identifier, such as DE*******80" });

/** A warning on a complete VAT number, found on receipt. The stored mask no longer allows the check. */
export const VatNumberWarning = z.enum(["check_digits_wrong"]).meta({
  id: "VatNumberWarning",
  description:
    "Warning about a tax number. `check_digits_wrong`: the number has the right form, and probably a slip in it. It is taken all the same. Absent where nothing was found, the mask alone came in, or no rule is public",
});
type VatNumberWarning = z.output<typeof VatNumberWarning>;

/** Returns the warning on a VAT number. Numbers of the other schemes have no public rule. */
export const vatNumberWarning = (given: string): VatNumberWarning | undefined =>
  hasRightCheckDigits(normalized(given)) === false ? "check_digits_wrong" : undefined;

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
    (pattern) =>
      pattern.length === shown.length &&
      [...pattern].every((character, at) => shown[at] === "*" || shown[at] === character),
  );
}
