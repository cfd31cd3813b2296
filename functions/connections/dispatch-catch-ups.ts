import { enqueueAccounts } from "../../shared/accounts/enqueue-accounts.ts";
import { isCaughtUp } from "../../shared/imports/catch-up/process-catch-up.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("dispatchCatchUps", () => enqueueAccounts("catchups", isCaughtUp));
