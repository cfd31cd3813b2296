import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/ledger/load-threshold.ts";
import { loadPendingRecount } from "../../shared/ledger/recount/recount.ts";
import { ThresholdStatusAnswer } from "../../shared/returns/overview/schema.ts";
import { thresholdStatus } from "../../shared/vat/threshold/check.ts";
import { yearToDate } from "../../shared/vat/threshold/turnover.ts";

export const handler = accountEndpoint({
  route: routes.getThresholdStatus,
  output: ThresholdStatusAnswer,
  run: async ({ ledger, today }) => {
    const input = await loadThresholdInput(ledger, yearToDate(today), today);
    const recount_pending = await loadPendingRecount(ledger, { lastDay: today });
    return { ...thresholdStatus(input), recount_pending };
  },
});
