import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { countryBreakdown } from "../../shared/oss/country-breakdown.ts";
import { unionPreview } from "../../shared/oss/preview.ts";
import { CountryBreakdown, PERIOD_FAULTS, PeriodQuery } from "../../shared/oss/schema.ts";
import { loadUnionReport } from "../../shared/store/union-report.ts";

export const handler = accountEndpoint({
  route: routes.getCountryBreakdown,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: CountryBreakdown,
  run: async ({ query, account }) =>
    countryBreakdown(unionPreview(await loadUnionReport(account, query.period))),
});
