import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { countryBreakdown } from "../../shared/returns/compute/by-state.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import { loadReturnWithRecount } from "../../shared/returns/load/load-return.ts";
import { BreakdownAnswer, PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getCountryBreakdown,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: BreakdownAnswer,
  run: async ({ query, account }) => {
    const { input, ...pending } = await loadReturnWithRecount(account, UNION_OSS, query.period);
    return { ...countryBreakdown(requireReturn(computeReturn(input)).report), ...pending };
  },
});
