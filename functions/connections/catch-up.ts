import { catchUpWorker } from "../../shared/shops/catch-up/process-catch-up.ts";
import { withAcceptedRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = withAcceptedRates(catchUpWorker());
