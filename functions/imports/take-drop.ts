import { dropWorker } from "../../shared/imports/drops/drop.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("takeDrop", dropWorker());
