import { withAcceptedRates } from "../../shared/ledger/rates/store-rates.ts";
import { inboundWorker } from "../../shared/shops/connections/process-delivery.ts";

export const handler = withAcceptedRates(inboundWorker());
