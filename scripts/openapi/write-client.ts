import { writeFile } from "node:fs/promises";
import { printClient } from "./client-types/print-client.ts";
import { openApiDocument } from "./document.ts";
import { recordedExamples } from "./examples.ts";

/** The generated file of the client package, which `npm run openapi` writes from the document. */
const CLIENT_FILE = new URL("../../client/src/generated.ts", import.meta.url);

export const clientText = async (): Promise<string> =>
  printClient(await openApiDocument(await recordedExamples()));

if (import.meta.main) await writeFile(CLIENT_FILE, await clientText());
