import { enqueueAccounts, isStored } from "../../shared/accounts/enqueue-accounts.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("dispatchAudits", () => enqueueAccounts("audits", isStored));
