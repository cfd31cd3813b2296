import * as z from "zod";
import { type Currency, isCurrency } from "../../core/money/money.ts";
import {
  type MemberStateCode as Code,
  memberStateOf,
  toReportCode,
  toVatCountry,
} from "./member-states.ts";
import { isTerritoryCode, territoryCodeOf } from "./special-territories.ts";

/** ISO 3166-1 alpha-2, all 249 officially assigned codes, from the IANA time zone database (iso3166.tab). */
const ISO_3166_1 = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`;

/** All country codes. XI is Northern Ireland and EL is Greece in VAT numbers and returns. */
const COUNTRIES: ReadonlySet<string> = new Set([...ISO_3166_1.trim().split(/\s+/), "EL", "XI"]);

/** True if `code` is ISO 3166-1 alpha-2 in capitals, or EL, or XI. */
export const isCountry = (code: string): boolean => COUNTRIES.has(code);

/** Returns a message for a text that is no country's code: the code that is meant, else `rule`. */
export const notACountry =
  (rule: string) =>
  ({ input }: { readonly input?: unknown }): string => {
    const capitals = String(input).toUpperCase();
    if (capitals === "UK") return "the United Kingdom is GB, and Northern Ireland XI";
    return isCountry(capitals) && capitals !== input ? inCapitals(capitals) : rule;
  };

const inCapitals = (code: string): string => `must be in capitals: ${code}`;

/** Returns the schema of a Member State's code; `issueOf` gives the message for any other text. */
const memberStateCode = (issueOf: (input: string) => string) =>
  z.string().transform((input, context): Code => {
    const state = memberStateOf(toVatCountry(input));
    if (state) return state.code;
    context.addIssue(issueOf(input));
    return z.NEVER;
  });

const MEMBER_STATE_RULE = "must be the code of an EU Member State, such as DE";

/** Returns a message for a text that is no Member State's code, and names the code that is meant. */
function notAMemberState(input: string): string {
  const capitals = input.toUpperCase();
  if (["GB", "UK"].includes(capitals)) {
    return `${MEMBER_STATE_RULE}; of the United Kingdom only Northern Ireland is treated as one: XI`;
  }
  const isWrittenSmall = capitals !== input && memberStateOf(toVatCountry(capitals));
  return isWrittenSmall ? inCapitals(capitals) : MEMBER_STATE_RULE;
}

/** A Member State, or XI. Accepts EL and GR for Greece and returns EL; accepts MC, which counts as France (Art. 7). */
export const MemberStateCode = memberStateCode(notAMemberState).meta({
  id: "MemberState",
  description:
    "A Member State's code; Greece is EL (GR is understood), Northern Ireland XI; MC (Monaco) is understood as FR (Art. 7)",
  examples: ["DE"],
});

/** The Member State that goods leave. Goods from a territory outside the VAT territory are imports (Art. 6, 30). */
export const DispatchState = memberStateCode((input) =>
  territoryCodeOf(input)
    ? "lies outside the VAT territory (Art. 6): send imported_goods with this origin_country"
    : notAMemberState(input),
).meta({
  id: "DispatchCountry",
  description:
    "The Member State that goods leave; Greece is EL (GR is understood), Northern Ireland XI, Monaco FR (MC is understood, Art. 7). Goods from a territory of Art. 6 are imported_goods",
  examples: ["DE"],
});

export const COUNTRY_RULE = "must be an ISO 3166-1 alpha-2 country code, such as DE";

/** Any country. Accepts EL and GR for Greece and returns EL, the code in returns; returns FR for MC (Art. 7). */
export const CountryCode = z
  .string()
  .refine(isCountry, { error: notACountry(COUNTRY_RULE) })
  .transform(toVatCountry)
  .meta({
    id: "Country",
    description:
      "A country, ISO 3166-1 alpha-2; Greece is EL (GR is understood), XI is a country; MC (Monaco) is understood as FR (Art. 7)",
    examples: ["DE"],
  });

/** The place of consumption: a country, or a territory outside the VAT territory by its own code. */
export const ConsumptionCountry = z
  .string()
  .refine((code) => isCountry(code) || isTerritoryCode(code), { error: notACountry(COUNTRY_RULE) })
  .transform(toVatCountry)
  .meta({
    id: "ConsumptionCountry",
    description:
      "A country, ISO 3166-1 alpha-2, or EA (Ceuta, Melilla), IC (Canary Islands); Greece is EL (GR is understood), XI is a country; MC (Monaco) is understood as FR (Art. 7)",
    examples: ["DE"],
  });

/** A country code, or the reserved codes EA and IC of territories without a country code. */
export const CustomerCountry = z
  .string()
  .refine((code) => isCountry(code) || isTerritoryCode(code), { error: notACountry(COUNTRY_RULE) })
  .transform(toReportCode)
  .meta({
    id: "CustomerCountry",
    description:
      "Country where the customer is: ISO 3166-1 alpha-2, or EA (Ceuta, Melilla), IC (Canary Islands), XI; Greece is EL (GR is understood)",
    examples: ["DE"],
  });

/** The country or territory that imported goods come from; a territory without a code has its state and postcode. */
export const OriginCountry = z
  .string()
  .refine((code) => isCountry(code) || territoryCodeOf(code) !== undefined, {
    error: notACountry(
      "must be an ISO 3166-1 alpha-2 country code such as CN, or a territory of Art. 6 such as IC or IT-23041",
    ),
  })
  .transform((code) => territoryCodeOf(code) ?? toVatCountry(code))
  .meta({
    id: "OriginCountry",
    description:
      "Origin of imported goods: a country, ISO 3166-1 alpha-2, or a territory that Art. 6 leaves outside the VAT territory. A territory has its own code (IC Canary Islands, EA Ceuta and Melilla, AX Åland, RE and other French regions), or that of its Member State and its postcode: DE-27498 Heligoland, DE-78266 Büsingen, EL-63086 Mount Athos, ES-51 Ceuta, ES-52 Melilla, IT-22061 Campione d'Italia, IT-23041 Livigno",
    examples: ["CN"],
  });

function notACurrency({ input }: { readonly input?: unknown }): string {
  const capitals = String(input).toUpperCase();
  return isCurrency(capitals) && capitals !== input
    ? inCapitals(capitals)
    : "must be an ISO 4217 currency code, such as EUR";
}

/** An ISO 4217 currency, including those that have ended since 2021. */
export const CurrencyCode = z
  .string()
  .refine(isCurrency, { error: notACurrency })
  .meta({ id: "Currency", description: "A currency, ISO 4217", examples: ["EUR"] }) as z.ZodType<
  Currency,
  string
>;
