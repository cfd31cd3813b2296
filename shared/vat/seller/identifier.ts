import * as z from "zod";
import {
  MEMBER_STATES,
  type MemberStateCode,
  memberStateOf,
} from "../reference-data/member-states.ts";
import { hasRightCheckDigits } from "../reference-data/vat-check-digits.ts";

/*
 * Tax identifiers come in whole, are checked, and are masked at once: what is stored, returned or
 * logged is the mask (docs/decisions/0003). No message here repeats what was given.
 */

/** People write blanks, dots and hyphens between groups, and Greece as GR; its VAT prefix is EL. */
export const normalized = (given: string): string =>
  given
    .replace(/[\s.-]/g, "")
    .toUpperCase()
    .replace(/^GR(?=\d)/, "EL");

/** The special scheme and its Member State (2020/194 Annex I notes a to c), or the VAT country prefix. */
const PREFIX = /^(?:(?:IM|IN|EU)\d{3}|[A-Z]{2})/;

/** Two characters out of fewer than six would give too much of the number away. */
const SHORTEST_WITH_TAIL = 6;

/**
 * The mask of a normalized identifier: its prefix and its last two characters, an asterisk for each
 * of the rest. `DE811907980` is `DE*******80`, `IM2761234561` is `IM276*****61`, `RO18` is `RO**`.
 */
export function maskIdentifier(number: string): string {
  const prefix = PREFIX.exec(number)?.[0] ?? "";
  const body = number.slice(prefix.length);
  const tail = body.length < SHORTEST_WITH_TAIL ? "" : body.slice(-2);
  return prefix + "*".repeat(body.length - tail.length) + tail;
}

/** Whether a mask still shows a Member State, and that is not `state`. */
export function isOfAnother(state: MemberStateCode | undefined, mask: string | undefined): boolean {
  const shown = stateOfNumber(mask ?? "");
  return shown !== undefined && state !== undefined && shown !== state;
}

/** The Member State in the visible start of a mask, such as IM276*****61 or DE*******80. */
function stateOfNumber(mask: string): MemberStateCode | undefined {
  const numeric = /^(?:IM|IN|EU)(\d{3})/.exec(mask)?.[1];
  if (numeric) return MEMBER_STATES.find((state) => state.iso_numeric === numeric)?.code;
  return memberStateOf(mask.slice(0, 2))?.code;
}

const LONGEST = 40;

/** A whole identifier as it comes in; its format depends on scheme and Member State. */
export const Identifier = z
  .string("must be a text")
  .min(1, "must not be empty")
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .meta({ id: "Identifier", description: "A tax identifier; only its mask is kept" });

/**
 * Of what follows the prefix at least half is to be hidden: what check digits and a register of
 * businesses tell besides would give the rest of it away.
 */
function hidesEnough(masked: string): boolean {
  const body = masked.slice(PREFIX.exec(masked.toUpperCase())?.[0].length ?? 0);
  const hidden = body.replaceAll(/[^*]/g, "").length;
  return hidden * 2 >= body.length;
}

/** An identifier that its sender has masked already; kept as it is. */
export const MaskedIdentifier = z
  .string("must be a text")
  .regex(
    /^(?=.*\*)[A-Za-z0-9*]{1,40}$/,
    `must be letters and digits with * for hidden characters, at most ${LONGEST}`,
  )
  .refine(hidesEnough, "must hide more: at least half of what follows the prefix")
  .meta({ id: "MaskedIdentifier", description: "A masked tax identifier, such as DE*******80" });

/** What was found of a whole VAT number as it came in. Its mask cannot show it any more. */
export const VatNumberWarning = z.enum(["check_digits_wrong"]).meta({
  id: "VatNumberWarning",
  description:
    "check_digits_wrong: the number has the right form, and probably a slip in it. It is taken all the same. Absent where nothing was found, the mask alone came in, or no rule is public",
});
type VatNumberWarning = z.output<typeof VatNumberWarning>;

/** A warning of a VAT number, as it was given. Numbers of the other schemes have no public rule. */
export const vatNumberWarning = (given: string): VatNumberWarning | undefined =>
  hasRightCheckDigits(normalized(given)) === false ? "check_digits_wrong" : undefined;
