import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { filingPrep } from "../../shared/returns/overview/filing-prep.ts";
import { loadFilingPrep } from "../../shared/returns/overview/load-workspaces.ts";
import { FilingPrep } from "../../shared/returns/overview/schema.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { PeriodQuery } from "../../shared/returns/schema.ts";
import { IOSS } from "../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

const SCHEMES = { quarterly: UNION_OSS, monthly: IOSS };

export const handler = accountEndpoint({
  route: routes.getFilingPrep,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: FilingPrep,
  run: async ({ query, ledger, today }) =>
    filingPrep(await loadFilingPrep(ledger, query.period, SCHEMES, today), today),
});
