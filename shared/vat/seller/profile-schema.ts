import * as z from "zod";
import type { IsoDate as Day } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { KnownCurrency, Name, withRules } from "../../core/input/fields.ts";
import { isUnionVatNumber } from "../reference-data/member-states.ts";
import { isNationalCurrencyOn } from "../reference-data/national-currency.ts";
import { CountryCode, MemberStateCode } from "../reference-data/schema.ts";
import {
  Identifier,
  isOfAnother,
  MaskedIdentifier,
  normalized,
  VatNumberWarning,
} from "./identifier.ts";

/**
 * A fixed establishment in another Member State. Services supplied from it are in section 2c, and services to its
 * Member State are outside the Union scheme (Art. 369g(2), 369a VAT Directive).
 */
const NewFixedEstablishment = withRules(
  z.strictObject({
    country: MemberStateCode,
    vat_number: Identifier.optional(),
    vat_number_masked: MaskedIdentifier.nullable().optional(),
    vat_number_warning: VatNumberWarning.nullable()
      .optional()
      .describe(
        "Warning of an earlier response, accepted so that the response can be sent back unchanged; it is computed anew",
      ),
  }),
  ({ country, vat_number, vat_number_masked }) => [
    // Establishments matter only for services, and XI is a Member State only for goods.
    ...faultIf(country === "XI", "country", "must be a Member State; XI is one for goods only"),
    ...faultIf(
      country !== undefined &&
        vat_number !== undefined &&
        !isUnionVatNumber(country, normalized(vat_number)),
      "vat_number",
      `must be a VAT number with the prefix, length and characters of those of ${country}`,
    ),
    ...faultIf(
      vat_number !== undefined && (vat_number_masked ?? undefined) !== undefined,
      "vat_number_masked",
      "must not come with vat_number",
    ),
    ...faultIf(
      isOfAnother(country, vat_number_masked ?? undefined),
      "vat_number_masked",
      `is of another Member State than ${country}`,
    ),
  ],
);

/** The year before the limit of Art. 59c began to apply; the test of the first year needs its turnover. */
const FIRST_YEAR = 2020;

const MOST_MINOR = 1_000_000_000_000;

/** The sales of a year that are not in the ledger. They are added to the ledger's sales. */
const NewTurnover = withRules(
  z.strictObject({
    year: z.int().min(FIRST_YEAR, `must not be before ${FIRST_YEAR}`),
    amount_minor: z.int().min(0).max(MOST_MINOR),
    currency: KnownCurrency,
  }),
  ({ year, currency }) =>
    // Another currency would need the rate of a day, and the sum of a year has no day.
    faultIf(
      year !== undefined && currency !== undefined && !isOfAMemberState(currency, year),
      "currency",
      `must be EUR, or the currency of a Member State in ${year}`,
    ),
);

const isOfAMemberState = (currency: string, year: number): boolean =>
  currency === "EUR" || isNationalCurrencyOn(currency, `${year}-01-01` as Day);

/** Body of PUT /v1/account: the establishments of the business, and their first day. */
export const NewProfile = withRules(
  z.strictObject({
    establishment_country: CountryCode,
    fixed_establishments: z.array(NewFixedEstablishment).max(30, "must be at most 30").default([]),
    valid_from: IsoDate.nullable()
      .optional()
      .describe(
        "The first day of these establishments, until the next row; null for since ever. May be left out while no row has a day, and where nothing moves",
      ),
    display_name: Name.nullable().optional(),
    entered_turnover: z
      .array(NewTurnover)
      .max(30, "must be at most 30")
      .optional()
      .describe(
        "Cross-border sales of Art. 59c by calendar year that are not in the ledger, added to those that are; 0 says that there were none. Kept when left out; an empty list clears",
      ),
    lock_requires_ready: z
      .boolean()
      .optional()
      .describe("True if locks refuse a return that is `review_required` (409 `return_not_ready`)"),
    lock_requires_second_person: z
      .boolean()
      .optional()
      .describe(
        "True if locks need the mark of another person on the same figures (409 `second_person_required`). Kept when left out; changed by an owner who has signed in, not by a key",
      ),
  }),
  (readable) => [...countryFaults(readable), ...turnoverFaults(readable)],
).meta({ id: "AccountProfileRequest" });
export type NewProfile = z.output<typeof NewProfile>;

/** The input of the cross-field rules; a listed establishment may be malformed. */
type Countries = {
  readonly establishment_country?: string | undefined;
  readonly fixed_establishments?: readonly unknown[] | undefined;
};

/** Rejects two establishments in one country, and one in the country of the business itself. */
function countryFaults({ establishment_country, fixed_establishments = [] }: Countries): Fault[] {
  const countries = fixed_establishments.map((item) => Located.safeParse(item).data?.country);
  return countries.flatMap((country, index) => {
    if (country === undefined) return [];
    const field = `fixed_establishments.${index}.country`;
    return [
      ...faultIf(countries.indexOf(country) < index, field, "is listed twice"),
      ...faultIf(country === establishment_country, field, "is where the business is established"),
    ];
  });
}

/** Rejects two turnovers for one year. */
function turnoverFaults({
  entered_turnover = [],
}: {
  readonly entered_turnover?: readonly unknown[] | undefined;
}): Fault[] {
  const years = entered_turnover.map((item) => OfYear.safeParse(item).data?.year);
  return years.flatMap((year, index) =>
    faultIf(
      year !== undefined && years.indexOf(year) < index,
      `entered_turnover.${index}.year`,
      "is listed twice",
    ),
  );
}

const OfYear = z.object({ year: z.int() });

const Located = z.object({ country: MemberStateCode });
