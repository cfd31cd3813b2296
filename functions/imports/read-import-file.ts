import { takeFile } from "../../shared/flows/take-import-message.ts";
import { takeImports } from "../../shared/flows/take-imports.ts";
import { sendImports } from "../../shared/store/import-queue.ts";
import { loggedJob } from "../../shared/telemetry/job-log.ts";

const tools = { send: sendImports, now: () => new Date() };

export const handler = loggedJob("readImportFile", takeImports("imports", takeFile, tools));
