import type { ServerResponse } from "node:http";
import type { EcbFile } from "../../shared/vat/exchange-rates/ecb-feed.ts";
import { startServer } from "./loopback-server.ts";

/** What the server does with a request for a file: sends a text, or something else. */
type Served = string | ((response: ServerResponse) => void);

/** Stands in for the ECB's web server, on loopback. */
export type EcbServer = {
  readonly url: string;
  /** What each file holds; one that is not here is answered 404 with a page. */
  readonly files: Map<EcbFile, Served>;
  readonly close: () => Promise<void>;
};

export const ERROR_PAGE =
  "<!DOCTYPE html><html><head><title>Error</title></head><body>Sorry</body></html>";

export async function startEcbServer(): Promise<EcbServer> {
  const files = new Map<EcbFile, Served>();
  const { url, close } = await startServer((request, response) => {
    const file = (request.url ?? "").replace("/stats/eurofxref/", "") as EcbFile;
    const served = files.get(file);
    if (typeof served === "function") served(response);
    else if (served === undefined) response.writeHead(404).end(ERROR_PAGE);
    else response.writeHead(200, { "content-type": "text/xml" }).end(served);
  });
  return { url: `${url}/stats/eurofxref`, files, close };
}
