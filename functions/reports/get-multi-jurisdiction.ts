import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { multiJurisdiction } from "../../shared/multi-jurisdiction/preview.ts";
import { MultiJurisdiction } from "../../shared/multi-jurisdiction/schema.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/oss/schema.ts";
import { loadMultiJurisdiction } from "../../shared/store/filing-workspaces.ts";

export const handler = accountEndpoint({
  route: routes.getMultiJurisdiction,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: MultiJurisdiction,
  run: async ({ query, account, today }) =>
    multiJurisdiction(await loadMultiJurisdiction(account, query.period), today),
});
