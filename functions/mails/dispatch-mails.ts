import { dispatchMails } from "../../shared/notifications/mails/make-mails.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** Runs every minute; mails that could not be sent stay due for a later run. */
export const handler = loggedJob("dispatchMails", () => dispatchMails(new Date()));
