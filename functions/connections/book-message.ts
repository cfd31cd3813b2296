import { inboundWorker } from "../../shared/imports/connections/process-delivery.ts";
import { withAcceptedRates } from "../../shared/ledger/rates/store-overlay.ts";

export const handler = withAcceptedRates(inboundWorker());
