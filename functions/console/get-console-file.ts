import * as z from "zod";
import { consoleFile } from "../../shared/api/docs/docs-page.ts";
import { fileEndpoint } from "../../shared/api/endpoint.ts";
import { parsedParameters } from "../../shared/api/middleware/parsed-input.ts";
import * as routes from "../../shared/api/routes.ts";

const route = routes.getConsoleFile;
const ConsoleFilePath = z.strictObject({
  file: z.string().describe("Name of a file that `GET /console` refers to"),
});

export const handler = fileEndpoint(
  { route, path: ConsoleFilePath, run: ({ path }) => consoleFile(route, path.file) },
  { maxAgeSeconds: 86_400 },
  { readParameters: parsedParameters },
);
