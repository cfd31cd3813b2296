import { readFile, writeFile } from "node:fs/promises";
import { printClient } from "./client/print-client.ts";
import { openApiDocument } from "./document.ts";
import { recordedExamples } from "./examples.ts";

/** `npm run openapi` writes the client, too: docs/client/eu-vat-client.ts. */
const CLIENT_FILE = new URL("../../docs/client/eu-vat-client.ts", import.meta.url);

const RUNTIME = new URL("client/runtime.ts", import.meta.url);

export const clientText = async (): Promise<string> =>
  printClient(await openApiDocument(await recordedExamples()), await readFile(RUNTIME, "utf8"));

if (import.meta.main) await writeFile(CLIENT_FILE, await clientText());
