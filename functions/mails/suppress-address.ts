import { feedbackWorker } from "../../shared/notifications/mails/send-mail.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("suppressAddress", feedbackWorker());
