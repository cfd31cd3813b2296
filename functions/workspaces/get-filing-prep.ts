import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadFilingPrep } from "../../shared/flows/load-workspaces.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";
import { IOSS } from "../../shared/schemes/ioss.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";
import { filingPrep } from "../../shared/workspaces/filing-prep.ts";
import { FilingPrep } from "../../shared/workspaces/filing-prep-schema.ts";

const SCHEMES = { quarterly: UNION_OSS, monthly: IOSS };

export const handler = accountEndpoint({
  route: routes.getFilingPrep,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: FilingPrep,
  run: async ({ query, account, today }) =>
    filingPrep(await loadFilingPrep(account, query.period, SCHEMES), today),
});
