import type { CreatedImport } from "../../../../client/src/eu-vat-client.ts";

/** Why an upload has not arrived: its own store of files was not reached, or has refused it. */
export class UploadError extends Error {
  readonly status: number;

  /** @param status of HTTP; 0 when there was no answer. */
  constructor(status: number) {
    super(`the upload was answered with ${status}`);
    this.name = "UploadError";
    this.status = status;
  }
}

/**
 * Sends a file to where it goes, without the key. By XMLHttpRequest: no other way tells how far an upload is.
 * @param tell bytes that are sent so far.
 * @throws UploadError, or the reason of the signal.
 */
export const uploadFile = (
  file: File,
  { method, url, headers }: CreatedImport["upload"],
  { tell, signal }: { readonly tell: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => tell(loaded);
    request.onload = () =>
      request.status === 200 ? resolve() : reject(new UploadError(request.status));
    request.onerror = () => reject(new UploadError(0));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
