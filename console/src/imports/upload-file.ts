import type { CreatedImport } from "../../../client/src/eu-vat-client.ts";

/** A failed upload: the file store was unreachable, or rejected the file. */
export class UploadError extends Error {
  readonly status: number;

  /** @param status the HTTP status; 0 when there was no response. */
  constructor(status: number) {
    super(`the upload was answered with ${status}`);
    this.name = "UploadError";
    this.status = status;
  }
}

/**
 * Uploads a file without the API key. Uses XMLHttpRequest, the only API that reports upload progress.
 * @param tell called with the bytes sent so far.
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
