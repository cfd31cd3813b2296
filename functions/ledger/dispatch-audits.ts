import { sendAccounts } from "../../shared/platform/queues/account-queue.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { dispatchTo, isKept } from "../threshold/dispatch-accounts.ts";

export const handler = loggedJob("dispatchAudits", dispatchTo(sendAccounts, isKept));
