import { writeFile } from "node:fs/promises";
import { openApiDocument } from "./document.ts";
import { recordedExamples } from "./examples.ts";

/** `npm run openapi`: writes docs/openapi.json from the route table and its schemas. */
const DOCUMENT_FILE = new URL("../../docs/openapi.json", import.meta.url);

export const documentText = async (): Promise<string> =>
  `${JSON.stringify(await openApiDocument(await recordedExamples()), null, 2)}\n`;

if (import.meta.main) await writeFile(DOCUMENT_FILE, await documentText());
