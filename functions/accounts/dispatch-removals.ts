import { isEmptied } from "../../shared/accounts/account.ts";
import { sendAccounts } from "../../shared/platform/queues/account-queue.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { dispatchTo } from "../threshold/dispatch-accounts.ts";

export const handler = loggedJob("dispatchRemovals", dispatchTo(sendAccounts, isEmptied));
