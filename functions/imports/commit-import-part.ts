import { importPartWorker } from "../../shared/imports/jobs/process-message.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { withAcceptedRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = loggedJob("commitImportPart", withAcceptedRates(importPartWorker()));
