import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { bulkWorker } from "../../shared/returns/bulk/run-bulk-job.ts";

export const handler = loggedJob("runBulkJob", bulkWorker());
