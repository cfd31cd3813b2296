import { catchUpWorker } from "../../shared/imports/catch-up/process-catch-up.ts";
import { withAcceptedRates } from "../../shared/ledger/rates/store-overlay.ts";

export const handler = withAcceptedRates(catchUpWorker());
