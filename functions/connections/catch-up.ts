import { catchUpWorker } from "../../shared/shops/catch-up/process-catch-up.ts";

export const handler = catchUpWorker();
