import { recordsWorker } from "../../shared/ledger/supply-records/write-records.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("writeRecords", recordsWorker());
