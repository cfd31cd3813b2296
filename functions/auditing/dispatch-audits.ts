import { sendAccounts } from "../../shared/store/account-queue.ts";
import { loggedJob } from "../../shared/store/job-log.ts";
import { dispatchTo } from "../monitoring/dispatch-accounts.ts";

export const handler = loggedJob("dispatchAudits", dispatchTo(sendAccounts));
