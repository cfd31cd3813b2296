import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadReturn } from "../../shared/flows/load-return.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";
import { PERIOD_FAULTS, PeriodQuery, Return } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: Return,
  run: async ({ query, account }) => {
    const drawn = drawReturn(await loadReturn(account, UNION_OSS, query.period));
    return requireReturn(drawn).report;
  },
});
