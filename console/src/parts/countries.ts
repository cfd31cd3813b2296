import { MEMBER_STATES } from "../../../shared/vat/reference-data/member-states.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Codes that browsers name although they are no countries, and Greece and Monaco, which have another code here. */
const NO_COUNTRY =
  "AC AN BU CP CQ CS DD DG DY EA EU EZ FX GR HV IC MC NH NT QO QU RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ".split(
    " ",
  );

const isMemberState = (code: string): boolean =>
  MEMBER_STATES.some((memberState) => memberState.code === code);

/** Returns the choices of a country setting: goods leave a Member State, services may come from anywhere. */
export const countryCodes = (name: string): readonly string[] => [
  ...(name === "origin_country" ? [] : MEMBER_STATES.map(({ code }) => code)),
  ...(name === "dispatch_country" ? [] : otherCountries()),
];

/** Returns all countries that the browser knows by name, without the Member States. */
export function otherCountries(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => names.of(code) !== undefined && !NO_COUNTRY.includes(code) && !isMemberState(code),
  );
}

export const isCountrySetting = (name: string): boolean =>
  ["dispatch_country", "establishment_country", "origin_country"].includes(name);

/** Returns the seat of the account as a choice of a country setting; undefined if it is none. */
export const seatAsChoice = (name: string, seat: string | null): string | undefined =>
  seat !== null && isChoice(name, seat) ? seat : undefined;

const isChoice = (name: string, seat: string): boolean => {
  if (name === "dispatch_country") return isMemberState(seat);
  // Goods of a seller outside the Union may come from anywhere.
  return name !== "origin_country";
};
