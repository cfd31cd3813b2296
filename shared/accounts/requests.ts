import * as z from "zod";
import { Name } from "../input/name.ts";
import { withRules } from "../input/rules-between-fields.ts";
import { isUnionVatNumber } from "../reference-data/member-states.ts";
import { CountryCode, MemberStateCode } from "../reference-data/schema.ts";
import type { Fault } from "../refusals/errors.ts";
import { faultIf } from "../refusals/faults.ts";
import {
  Identifier,
  isOfAnother,
  MaskedIdentifier,
  normalized,
} from "../registrations/identifier.ts";

/**
 * A fixed establishment in another Member State: services supplied from it are section 2c, and
 * services to its Member State are outside the Union scheme (Art. 369g(2), 369a VAT Directive).
 */
const NewFixedEstablishment = withRules(
  z.strictObject({
    country: MemberStateCode,
    vat_number: Identifier.optional(),
    vat_number_masked: MaskedIdentifier.optional(),
  }),
  ({ country, vat_number, vat_number_masked }) => [
    // Establishments matter for services alone, and XI is a Member State for goods alone.
    ...faultIf(country === "XI", "country", "must be a Member State; XI is one for goods only"),
    ...faultIf(
      country !== undefined &&
        vat_number !== undefined &&
        !isUnionVatNumber(country, normalized(vat_number)),
      "vat_number",
      `must be a VAT number with the country prefix of ${country}`,
    ),
    ...faultIf(
      vat_number !== undefined && vat_number_masked !== undefined,
      "vat_number_masked",
      "must not come with vat_number",
    ),
    ...faultIf(
      isOfAnother(country, vat_number_masked),
      "vat_number_masked",
      `is of another Member State than ${country}`,
    ),
  ],
);

/** PUT /v1/account: the whole profile; what is left out is cleared. */
export const NewProfile = withRules(
  z.strictObject({
    establishment_country: CountryCode,
    fixed_establishments: z.array(NewFixedEstablishment).max(30, "must be at most 30").default([]),
    display_name: Name.optional(),
    lock_requires_ready: z
      .boolean()
      .optional()
      .describe("Whether locks refuse a return that is `review_required` (409 `return_not_ready`)"),
  }),
  countryFaults,
).meta({ id: "NewAccountProfile" });
export type NewProfile = z.output<typeof NewProfile>;

/** What the rules between the fields look at; a listed establishment may be misshapen. */
type Countries = {
  readonly establishment_country?: string | undefined;
  readonly fixed_establishments?: readonly unknown[] | undefined;
};

/** One establishment a country, and none where the business itself is established. */
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

const Located = z.object({ country: MemberStateCode });
