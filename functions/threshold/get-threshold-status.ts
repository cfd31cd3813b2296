import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/flows/load-threshold.ts";
import { loadPendingRecount } from "../../shared/flows/pending-recount.ts";
import { ThresholdStatusAnswer } from "../../shared/returns/threshold-answers.ts";
import { yearToDate } from "../../shared/threshold/range.ts";
import { thresholdStatus } from "../../shared/threshold/status.ts";

export const handler = accountEndpoint({
  route: routes.getThresholdStatus,
  output: ThresholdStatusAnswer,
  run: async ({ account, today }) => {
    const input = await loadThresholdInput(account, yearToDate(today), today);
    const recount_pending = await loadPendingRecount(account, { lastDay: today });
    return { ...thresholdStatus(input), recount_pending };
  },
});
