import * as z from "zod";
import { exponentOf } from "../../core/money/currency.ts";
import { isCountry } from "./countries.ts";
import { type MemberStateCode as Code, memberStateOf, toReportCode } from "./member-states.ts";

/** A Member State, or XI. Accepts EL and GR for Greece and answers the code of returns, EL. */
export const MemberStateCode = z
  .string()
  .transform((input, context): Code => {
    const state = memberStateOf(input);
    if (state) return state.code;
    context.addIssue("must be the code of an EU Member State, such as DE");
    return z.NEVER;
  })
  .meta({
    id: "MemberState",
    description: "A Member State's code; Greece is EL (GR is understood), Northern Ireland XI",
    examples: ["DE"],
  });

/** Any country. Accepts EL and GR for Greece and answers the code of returns, EL. */
export const CountryCode = z
  .string()
  .refine(isCountry, "must be an ISO 3166-1 alpha-2 country code, such as DE")
  .transform(toReportCode)
  .meta({
    id: "Country",
    description: "A country, ISO 3166-1 alpha-2; Greece is EL (GR is understood), XI is a country",
    examples: ["DE"],
  });

/** An ISO 4217 currency, the ended ones of the period since 2021 among them. */
export const CurrencyCode = z
  .string()
  .refine(
    (code) => exponentOf(code) !== undefined,
    "must be an ISO 4217 currency code, such as EUR",
  )
  .meta({ id: "Currency", description: "A currency, ISO 4217", examples: ["EUR"] });
