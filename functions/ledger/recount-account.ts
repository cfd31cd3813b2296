import { recountWorker } from "../../shared/ledger/recount/recount.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";
import { withAcceptedRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = loggedJob("recountAccount", withAcceptedRates(recountWorker()));
