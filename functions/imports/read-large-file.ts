import { largeFileWorker } from "../../shared/imports/jobs/process-message.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("readLargeFile", largeFileWorker());
