import { enqueueAccounts } from "../../shared/accounts/enqueue-accounts.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { isCaughtUp } from "../../shared/shops/catch-up/process-catch-up.ts";

export const handler = loggedJob("dispatchCatchUps", () => enqueueAccounts("catchups", isCaughtUp));
