import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/flows/load-threshold.ts";
import { yearToDate } from "../../shared/threshold/range.ts";
import { ThresholdStatus } from "../../shared/threshold/schema.ts";
import { thresholdStatus } from "../../shared/threshold/status.ts";

export const handler = accountEndpoint({
  route: routes.getThresholdStatus,
  output: ThresholdStatus,
  run: async ({ account, today }) =>
    thresholdStatus(await loadThresholdInput(account, yearToDate(today), today)),
});
