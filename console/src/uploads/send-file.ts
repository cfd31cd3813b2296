import type { ReceivedUpload } from "../../../client/src/eu-vat-client.ts";
import { uploadFile } from "../imports/upload-file.ts";
import { clientBy } from "../session/api.ts";

/** Returns the SHA-256 of a file, in hexadecimal: the address of the upload accepts no other file. */
async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a file by an upload link, and says that it is there. Repeating it with the same file takes no second place.
 * @param tell called with the bytes sent so far.
 */
export async function sendFile(
  token: string,
  file: File,
  how: { readonly tell: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<ReceivedUpload> {
  const client = clientBy();
  const sha256 = await sha256Of(file);
  const { id, upload } = await client.announceUpload({
    body: { token, file_name: file.name, size_bytes: file.size, sha256 },
  });
  how.signal.throwIfAborted();
  if (upload) await uploadFile(file, upload, how);
  return client.receiveUpload({ path: { id }, body: { token } });
}
