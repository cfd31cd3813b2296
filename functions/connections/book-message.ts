import { inboundWorker } from "../../shared/shops/connections/process-delivery.ts";
import { withAcceptedRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = withAcceptedRates(inboundWorker());
