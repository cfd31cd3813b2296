import type { Formatter } from "../format/formatter.ts";

/** The Member States, and Northern Ireland, which is one for goods; a test compares them with the service's. */
export const MEMBER_STATE_CODES =
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" ");

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Codes that browsers name although they are no countries, and Greece, whose code here is EL. */
const NO_COUNTRY =
  "AC AN BU CP CQ CS DD DG DY EA EU EZ FX GR HV IC MC NH NT QO QU RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ".split(
    " ",
  );

/** Returns all countries that the browser knows by name. */
function allCountries(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const named = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => names.of(code) !== undefined && !NO_COUNTRY.includes(code),
  );
  return [...named, "EL", "XI"];
}

/** The choices of a country setting, in the order of their names. */
export function countryChoices(
  name: string,
  format: Formatter,
  locale: string,
): readonly { readonly code: string; readonly label: string }[] {
  const codes = name === "dispatch_country" ? MEMBER_STATE_CODES : allCountries();
  const order = new Intl.Collator(locale);
  return codes
    .map((code) => ({ code, label: format.country(code) }))
    .sort((a, b) => order.compare(a.label, b.label));
}

/** The settings that are countries. */
export const isCountrySetting = (name: string): boolean =>
  name === "dispatch_country" || name === "establishment_country";

/** Returns the seat of the account as a choice of a country setting; undefined if it is none. */
export const seatAsChoice = (name: string, seat: string | null): string | undefined =>
  seat !== null && (name !== "dispatch_country" || MEMBER_STATE_CODES.includes(seat))
    ? seat
    : undefined;
