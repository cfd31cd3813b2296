import { auditWorker } from "../../shared/operations/audit/audit-due-quarters.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("auditAccount", auditWorker());
