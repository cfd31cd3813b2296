import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadUnionReport } from "../../shared/flows/union-report.ts";
import { unionPreview } from "../../shared/returns/preview.ts";
import { PERIOD_FAULTS, PeriodQuery, QuarterlySummary } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: QuarterlySummary,
  run: async ({ query, account }) => unionPreview(await loadUnionReport(account, query.period)),
});
