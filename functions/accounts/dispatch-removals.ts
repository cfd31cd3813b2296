import { isEmptied } from "../../shared/accounts/account.ts";
import { enqueueAccounts } from "../../shared/accounts/enqueue-accounts.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("dispatchRemovals", () => enqueueAccounts("removals", isEmptied));
