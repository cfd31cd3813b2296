import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { FilingPrep } from "../../shared/filing-prep/schema.ts";
import { filingPrep } from "../../shared/filing-prep/workspace.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/oss/schema.ts";
import { loadFilingPrep } from "../../shared/store/filing-workspaces.ts";

export const handler = accountEndpoint({
  route: routes.getFilingPrep,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: FilingPrep,
  run: async ({ query, account, today }) =>
    filingPrep(await loadFilingPrep(account, query.period), today),
});
