import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { countryBreakdown } from "../../shared/returns/compute/by-state.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import { loadReturnWithRecount } from "../../shared/returns/load/load-return.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { BreakdownAnswer } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturnByCountry,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: BreakdownAnswer,
  run: async ({ path: { scheme, period }, query, account }) => {
    const { registration_id } = query;
    const { input, ...pending } = await loadReturnWithRecount(
      account,
      scheme,
      period,
      registration_id,
    );
    return { ...countryBreakdown(requireReturn(computeReturn(input)).report), ...pending };
  },
});
