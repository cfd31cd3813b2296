import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/flows/load-threshold.ts";
import { checkConsignment, checkTurnover } from "../../shared/threshold/check.ts";
import { rangeFaults, requestedRange } from "../../shared/threshold/range.ts";
import { ThresholdCheck, ThresholdCheckRequest } from "../../shared/threshold/schema.ts";

export const handler = accountEndpoint({
  route: routes.checkThreshold,
  body: ThresholdCheckRequest,
  bodyFaults: rangeFaults,
  output: ThresholdCheck,
  run: async ({ body, account, today }) => {
    if (body.threshold_type === "ioss") return checkConsignment(body.amount_minor);
    return checkTurnover(await loadThresholdInput(account, requestedRange(body, today), today));
  },
});
