import { importFileWorker } from "../../shared/imports/jobs/process-message.ts";
import { withAcceptedRates } from "../../shared/ledger/rates/store-rates.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("readImportFile", withAcceptedRates(importFileWorker()));
