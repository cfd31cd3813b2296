import { takePart } from "../../shared/imports/jobs/process-message.ts";
import { sendImports } from "../../shared/imports/jobs/queue.ts";
import { takeImports } from "../../shared/imports/jobs/take-imports.ts";
import { loggedJob } from "../../shared/platform/telemetry/job-log.ts";

const tools = { send: sendImports, now: () => new Date() };

export const handler = loggedJob("commitImportPart", takeImports("chunks", takePart, tools));
