import { publishEvent } from "../../shared/platform/event-bus.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { monitorWorker } from "../../shared/returns/overview/monitor-account.ts";

export const handler = loggedJob("checkAccount", monitorWorker(publishEvent));
