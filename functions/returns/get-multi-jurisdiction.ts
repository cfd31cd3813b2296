import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadMultiJurisdiction } from "../../shared/returns/overview/load-workspaces.ts";
import { multiJurisdiction } from "../../shared/returns/overview/multi-jurisdiction.ts";
import { MultiJurisdiction } from "../../shared/returns/overview/schema.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { PeriodQuery } from "../../shared/returns/schema.ts";
import { IOSS } from "../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

const SCHEMES = { quarterly: UNION_OSS, monthly: IOSS };

export const handler = accountEndpoint({
  route: routes.getMultiJurisdiction,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: MultiJurisdiction,
  run: async ({ query, ledger, today }) =>
    multiJurisdiction(await loadMultiJurisdiction(ledger, query.period, SCHEMES), today),
});
