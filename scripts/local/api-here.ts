import { startApiServer } from "./api-server.ts";
import { loadEndpoints } from "./endpoints.ts";
import { FREE_LOOPBACK } from "./http-server.ts";

/** Serves the API in this process until `closing` is disposed; returns its address. */
export async function apiHere(closing: AsyncDisposableStack): Promise<string> {
  const api = await startApiServer(FREE_LOOPBACK);
  closing.defer(api.stop);
  api.serve(loadEndpoints());
  return api.url;
}
