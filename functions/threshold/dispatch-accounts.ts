import { enqueueAccounts, isNotClosed } from "../../shared/accounts/enqueue-accounts.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("dispatchAccounts", () =>
  enqueueAccounts("accounts", isNotClosed),
);
