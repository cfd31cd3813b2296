import type { ApiServer } from "../../scripts/local/api-server.ts";

/**
 * The whole API in this process, with the engines and the table that its environment names by now.
 * Everything is imported late: the clients of the store read the environment at import.
 */
export async function startApiHere(): Promise<ApiServer> {
  const { startApiServer } = await import("../../scripts/local/api-server.ts");
  const { loadEndpoints } = await import("../../scripts/local/endpoints.ts");
  const { FREE_LOOPBACK } = await import("../../scripts/local/http-server.ts");
  const api = await startApiServer(FREE_LOOPBACK);
  api.serve(loadEndpoints());
  return api;
}
