import * as z from "zod";
import { consoleEndpoint } from "../../shared/api/console-endpoint.ts";
import { consoleFile } from "../../shared/api/console-files.ts";
import { routes } from "../../shared/api/routes.ts";

const route = routes.getConsoleFile;
const ConsoleFilePath = z.strictObject({
  file: z.string().describe("One that GET /console names"),
});

export const handler = consoleEndpoint(
  { route, path: ConsoleFilePath, run: ({ path }) => consoleFile(route, path.file) },
  { maxAgeSeconds: 86_400 },
);
