import { removalWorker } from "../../shared/operations/lifecycle/remove-sandbox.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("removeSandbox", removalWorker());
