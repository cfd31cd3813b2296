import { auditWorker } from "../../shared/operations/audit/audit-due-quarters.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { withAcceptedRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = loggedJob("auditAccount", withAcceptedRates(auditWorker()));
