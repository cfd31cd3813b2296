import { withAcceptedRates } from "../../shared/ledger/rates/store-overlay.ts";
import { recountWorker } from "../../shared/ledger/recount/recount-worker.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("recountAccount", withAcceptedRates(recountWorker()));
