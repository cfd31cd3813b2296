import { inboundWorker } from "../../shared/imports/connections/process-delivery.ts";

export const handler = inboundWorker();
