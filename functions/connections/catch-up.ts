import { catchUpWorker } from "../../shared/imports/catch-up/process-catch-up.ts";

export const handler = catchUpWorker();
