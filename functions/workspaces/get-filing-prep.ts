import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadFilingPrep } from "../../shared/flows/filing-workspaces.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";
import { filingPrep } from "../../shared/workspaces/filing-prep.ts";
import { FilingPrep } from "../../shared/workspaces/filing-prep-schema.ts";

export const handler = accountEndpoint({
  route: routes.getFilingPrep,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: FilingPrep,
  run: async ({ query, account, today }) =>
    filingPrep(await loadFilingPrep(account, query.period), today),
});
