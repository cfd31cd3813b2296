import { sendAccounts } from "../../shared/store/account-queue.ts";
import { loggedJob } from "../../shared/telemetry/job-log.ts";
import { dispatchTo, isKept } from "../threshold/dispatch-accounts.ts";

export const handler = loggedJob("dispatchRecounts", dispatchTo(sendAccounts, isKept));
