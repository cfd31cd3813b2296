import { afterAll, beforeAll } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

let server: ApiServer;
beforeAll(async () => {
  await tableOfOwn();
  const { ensureStream } = await import("../../../../scripts/local/table-stream.ts");
  await ensureStream();
  server = await startApiHere();
});
afterAll(() => server.stop());

/** The API over a table of this process, whose stream a journal is written from: one for the file that imports it. */
export const api = {
  get url() {
    return server.url;
  },
};
