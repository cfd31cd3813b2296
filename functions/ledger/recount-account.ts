import { withAcceptedRates } from "../../shared/ledger/rates/store-rates.ts";
import { recountWorker } from "../../shared/ledger/recount/recount.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("recountAccount", withAcceptedRates(recountWorker()));
