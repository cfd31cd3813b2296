import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/ledger/load-threshold.ts";
import { loadPendingRecount } from "../../shared/ledger/recount/recount.ts";
import { ThresholdCheckAnswer } from "../../shared/returns/overview/schema.ts";
import { checkConsignment, checkTurnover } from "../../shared/vat/threshold/check.ts";
import { ThresholdCheckRequest } from "../../shared/vat/threshold/schema.ts";
import { rangeFaults, requestedRange } from "../../shared/vat/threshold/turnover.ts";

export const handler = accountEndpoint({
  route: routes.checkThreshold,
  body: ThresholdCheckRequest,
  bodyFaults: rangeFaults,
  output: ThresholdCheckAnswer,
  run: async ({ body, ledger, today }) => {
    if (body.threshold_type === "ioss") return checkConsignment(body.amount_minor);
    const range = requestedRange(body, today);
    const input = await loadThresholdInput(ledger, range, today);
    const recount_pending = await loadPendingRecount(ledger, { lastDay: range.to });
    return { ...checkTurnover(input), recount_pending };
  },
});
