import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadReturnWithRecount } from "../../shared/flows/load-return.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { ReturnAnswer } from "../../shared/returns/pending.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: ReturnAnswer,
  run: async ({ query, account }) => {
    const { input, ...pending } = await loadReturnWithRecount(account, UNION_OSS, query.period);
    return { ...requireReturn(drawReturn(input)).report, ...pending };
  },
});
