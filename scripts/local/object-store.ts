import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type BrowserUploads, withBrowserUploads } from "./browser-uploads.ts";
import { withConditionalPuts } from "./conditional-puts.ts";
import { codeOf, Failure } from "./failure.ts";
import { closeServer, type Listening, listen } from "./http-server.ts";
import { missDamaged, putWhole } from "./whole-puts.ts";

/** A local S3 server. */
export type ObjectStore = { readonly endpoint: string; readonly stop: () => Promise<void> };

/**
 * Starts an S3 server with these buckets on this folder. It accepts only requests signed with the credentials of the
 * environment.
 */
export async function startObjectStore(
  directory: string,
  buckets: readonly string[],
  at: Listening,
  uploads: BrowserUploads,
): Promise<ObjectStore> {
  const answer = await s3Listener(directory, buckets);
  const guarded: RequestListener = (request, response) => {
    if (isSigned(request)) answer(request, response);
    else response.writeHead(403, { "content-type": "application/xml" }).end(ACCESS_DENIED);
  };
  const server = createServer(withBrowserUploads(guarded, uploads));
  const endpoint = await listen(server, at, "S3_PORT");
  return { endpoint, stop: () => closeServer(server) };
}

async function s3Listener(directory: string, buckets: readonly string[]): Promise<RequestListener> {
  const { S3rver, DUMMY_ACCOUNT } = await s3rver();
  const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;
  DUMMY_ACCOUNT.createKeyPair(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY);
  const server = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    allowMismatchedSignatures: false,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  putWhole(server.store);
  missDamaged(server.store);
  try {
    // Buckets cannot be created through the API, because the server computes the signature of a bucket's URL wrongly.
    await server.configureBuckets();
  } catch (error) {
    throw new Failure(
      `${directory} cannot hold the files of the stack (${codeOf(error) ?? String(error)}): move what is there away, and run npm run restore`,
    );
  }
  // No bucket has a configuration of its own. The server would look for two files at each request.
  server.store.getSubresource = async () => null;
  return withConditionalPuts(server.callback(), (of, key) => server.store.existsObject(of, key));
}

/** Imports the server late: it is a development dependency, and slow to import. */
async function s3rver() {
  try {
    const { default: S3rver } = await import("@20minutes/s3rver");
    const { DUMMY_ACCOUNT } = await import("@20minutes/s3rver/lib/models/account.js");
    return { S3rver, DUMMY_ACCOUNT };
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure("the local S3 server is not installed (npm ci): or set AWS_ENDPOINT_URL_S3");
  }
}

/** True if a request is signed. The S3 server checks signatures, but would accept a request without one. */
function isSigned(request: IncomingMessage): boolean {
  const query = new URLSearchParams(request.url?.split("?")[1] ?? "");
  return request.headers.authorization !== undefined || query.has("X-Amz-Signature");
}

const ACCESS_DENIED =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
