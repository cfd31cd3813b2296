import { isEmptied } from "../../shared/accounts/account-record.ts";
import { sendAccounts } from "../../shared/store/account-queue.ts";
import { loggedJob } from "../../shared/telemetry/job-log.ts";
import { dispatchTo } from "../threshold/dispatch-accounts.ts";

export const handler = loggedJob("dispatchRemovals", dispatchTo(sendAccounts, isEmptied));
