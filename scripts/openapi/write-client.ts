import { writeFile } from "node:fs/promises";
import { printClient, printErrors } from "./client-types/print-client.ts";
import { openApiDocument } from "./document.ts";
import { recordedExamples } from "./examples.ts";

/** Returns the generated files of the client package, which `npm run openapi` writes from the document. */
export async function clientFiles(): Promise<Readonly<Record<string, string>>> {
  const document = await openApiDocument(await recordedExamples());
  return {
    "client/src/generated.ts": printClient(document),
    "client/src/generated-errors.ts": printErrors(document),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await clientFiles())) {
    await writeFile(new URL(`../../${file}`, import.meta.url), text);
  }
}
