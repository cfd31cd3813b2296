import { type Country, countryBreakdown } from "../returns/country-breakdown.ts";
import { sortedUnionTallies, type UnionReportInput, unionPreview } from "../returns/preview.ts";
import { countsByState } from "./counts-by-state.ts";
import type { UnionJurisdiction } from "./multi-jurisdiction-schema.ts";

/** Each Member State's part of the Union return, as the country breakdown has it, by section. */
export function unionJurisdictions(report: UnionReportInput): Map<string, UnionJurisdiction> {
  const counts = countsByState(sortedUnionTallies(report));
  return new Map(
    countryBreakdown(unionPreview(report)).countries.map((country) => [
      country.member_state_of_consumption,
      {
        totals: country.totals,
        sections: sectionsOf(country),
        corrections: country.corrections as UnionJurisdiction["corrections"],
        balance: country.balance,
        included_source_event_count: counts.get(country.member_state_of_consumption) ?? 0,
      },
    ]),
  );
}

const sectionsOf = ({ rows }: Country): UnionJurisdiction["sections"] =>
  [...Map.groupBy(rows, (row) => row.section)].map(([section, own]) => ({
    section,
    taxable_minor: own.reduce((sum, row) => sum + row.taxable_amount_minor, 0),
    vat_minor: own.reduce((sum, row) => sum + row.vat_amount_minor, 0),
    event_count: own.reduce((sum, row) => sum + row.event_count, 0),
    rows: own,
  }));
