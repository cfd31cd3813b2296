import { enqueueAccounts, isNotClosed } from "../../shared/accounts/enqueue-accounts.ts";
import { tellRateChanges } from "../../shared/notifications/tell-rate-changes.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("dispatchAccounts", async () => ({
  ...(await enqueueAccounts("accounts", isNotClosed)),
  ...(await tellRateChanges(new Date())),
}));
