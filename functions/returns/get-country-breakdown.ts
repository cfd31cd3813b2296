import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadUnionReport } from "../../shared/flows/union-report.ts";
import { countryBreakdown } from "../../shared/returns/country-breakdown.ts";
import { unionPreview } from "../../shared/returns/preview.ts";
import { CountryBreakdown, PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.getCountryBreakdown,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: CountryBreakdown,
  run: async ({ query, account }) =>
    countryBreakdown(unionPreview(await loadUnionReport(account, query.period))),
});
