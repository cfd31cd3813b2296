import type { VatClient } from "../../../../client/src/eu-vat-client.ts";
import { uploadFile } from "./upload-file.ts";
import type { WantedImport } from "./wanted-import.ts";

/**
 * Asks for the import, sends the file to where it goes, and has it read. One whose file does not arrive is
 * ended: an account has room for so many that are not finished.
 * @returns the id of the import.
 */
export async function beginImport(
  client: VatClient,
  { file, asked, dryRun }: WantedImport,
  how: { readonly tell: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<string> {
  // Not broken off: the import would be there, and nobody would know which.
  const { id, upload } = await client.createImport({ body: asked });
  const path = { id };
  try {
    how.signal.throwIfAborted();
    await uploadFile(file, upload, how);
  } catch (error) {
    await client.cancelImport({ path }).catch(() => {});
    throw error;
  }
  await client.startImport({ path, body: { dry_run: dryRun } });
  return id;
}
