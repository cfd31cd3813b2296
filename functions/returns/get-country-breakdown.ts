import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { countryBreakdown } from "../../shared/returns/compute/compute.ts";
import {
  BreakdownAnswer,
  loadPreview,
  lockBesideBreakdown,
} from "../../shared/returns/locks/shown-return.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { PeriodQuery } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getCountryBreakdown,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: BreakdownAnswer,
  run: async ({ query, ledger }) => {
    const loaded = await loadPreview(ledger, { scheme: UNION_OSS, period: query.period });
    return {
      ...countryBreakdown(loaded.shown.report),
      ...lockBesideBreakdown(loaded.compared),
      recount_pending: loaded.recount_pending,
    };
  },
});
