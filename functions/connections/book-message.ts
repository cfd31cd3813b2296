import { inboundWorker } from "../../shared/imports/connections/process-delivery.ts";
import { withAcceptedRates } from "../../shared/ledger/rates/store-rates.ts";

export const handler = withAcceptedRates(inboundWorker());
