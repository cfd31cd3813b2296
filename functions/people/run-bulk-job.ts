import { bulkWorker } from "../../shared/filing/bulk/run-bulk-job.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("runBulkJob", bulkWorker());
