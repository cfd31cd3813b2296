import { importPartWorker } from "../../shared/imports/jobs/process-message.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("commitImportPart", importPartWorker());
