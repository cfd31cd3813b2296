import { withAcceptedRates } from "../../shared/ledger/rates/store-rates.ts";
import { catchUpWorker } from "../../shared/shops/catch-up/process-catch-up.ts";

export const handler = withAcceptedRates(catchUpWorker());
