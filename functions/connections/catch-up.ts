import { catchUpWorker } from "../../shared/imports/catch-up/process-catch-up.ts";
import { withAcceptedRates } from "../../shared/ledger/rates/store-rates.ts";

export const handler = withAcceptedRates(catchUpWorker());
