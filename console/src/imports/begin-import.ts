import type { VatClient } from "../../../client/src/eu-vat-client.ts";
import { uploadFile } from "./upload-file.ts";
import type { WantedImport } from "./wanted-import.ts";

/**
 * Creates the import, uploads the file, and starts its dry run. An import whose upload fails is cancelled, because the
 * number of unfinished imports of an account is limited.
 * @returns the id of the import.
 */
export async function beginImport(
  client: VatClient,
  { file, asked }: WantedImport,
  how: { readonly tell: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<string> {
  // This call is not abortable: the import would exist with an unknown id.
  const { id, upload } = await client.createImport({ body: asked });
  const path = { id };
  try {
    how.signal.throwIfAborted();
    await uploadFile(file, upload, how);
  } catch (error) {
    await client.cancelImport({ path }).catch(() => {});
    throw error;
  }
  await client.startImport({ path, body: { dry_run: true } });
  return id;
}
