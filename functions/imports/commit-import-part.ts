import { takeImports, takePart } from "../../shared/imports/jobs/process-message.ts";
import { sendImports } from "../../shared/imports/jobs/queue.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

const tools = { send: sendImports, now: () => new Date() };

export const handler = loggedJob("commitImportPart", takeImports("chunks", takePart, tools));
