import { inboundWorker } from "../../shared/shops/connections/process-delivery.ts";

export const handler = inboundWorker();
