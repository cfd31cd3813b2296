import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handler as answerUnknownPath } from "../../../../functions/fallback/not-found.ts";
import { type ApiServer, startApiServer } from "../../../../scripts/local/api-server.ts";
import { FREE_LOOPBACK } from "../../../../scripts/local/http-server.ts";
import { CROSS_ORIGIN_HEADERS } from "../../../../shared/api/cross-origin.ts";
import { EXPOSED_HEADERS } from "../../../../shared/api/http-answer.ts";
import { fallbackRow } from "../../../../shared/api/route.ts";
import { calculateVat } from "../../../../shared/api/routes.ts";

const SHOP = "http://localhost:5173";
const PATH = "/v1/vat/calculate";
let open: ApiServer;
let closed: ApiServer;

async function startWith(origins: readonly string[]): Promise<ApiServer> {
  const server = await startApiServer(FREE_LOOPBACK, undefined, origins);
  server.serve({
    routes: [
      { route: calculateVat, load: async () => async () => ({ statusCode: 200, body: "{}" }) },
    ],
    fallback: { route: fallbackRow, load: async () => answerUnknownPath },
  });
  return server;
}

beforeAll(async () => {
  open = await startWith([SHOP, "https://shop.example"]);
  closed = await startWith([]);
});
afterAll(() => Promise.all([open.stop(), closed.stop()]));

/** Sends the request that a browser sends before a call with a key and a JSON body. */
const preflight = ({ url }: ApiServer, origin: string, path = PATH) =>
  fetch(`${url}${path}`, {
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type,x-api-key",
    },
  });

const corsHeadersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

describe("a page of an allowed origin", () => {
  it.for([PATH, "/v1/unknown"])("may ask before it calls %s", async (path) => {
    const answer = await preflight(open, SHOP, path);
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(corsHeadersOf(answer)).toEqual({
      "access-control-allow-origin": SHOP,
      "access-control-allow-methods": expect.stringMatching(/^(?=.*GET)(?=.*POST)(?=.*DELETE)/),
      "access-control-allow-headers": CROSS_ORIGIN_HEADERS.join(","),
      "access-control-expose-headers": EXPOSED_HEADERS.join(","),
      "access-control-max-age": "3600",
    });
  });

  it.for([
    ["POST", PATH, 200],
    ["GET", "/v1/unknown", 404],
  ] as const)("may read the response to %s %s", async ([method, path, status]) => {
    const answer = await fetch(`${open.url}${path}`, { method, headers: { Origin: SHOP } });
    expect(answer.status).toBe(status);
    expect(corsHeadersOf(answer)).toEqual({
      "access-control-allow-origin": SHOP,
      "access-control-expose-headers": EXPOSED_HEADERS.join(","),
    });
  });
});

describe("a page of another origin", () => {
  it.for(["http://localhost:5174", "http://localhost", "null", `${SHOP}.example`])(
    "may neither ask nor read: %s",
    async (origin) => {
      const asked = await preflight(open, origin);
      expect([asked.status, corsHeadersOf(asked)]).toEqual([204, {}]);
      const called = await fetch(`${open.url}${PATH}`, {
        method: "POST",
        headers: { Origin: origin },
      });
      expect(corsHeadersOf(called)).toEqual({});
    },
  );
});

it("without allowed origins, OPTIONS is a method like others", async () => {
  const asked = await preflight(closed, SHOP);
  expect([asked.status, corsHeadersOf(asked)]).toEqual([405, {}]);
});
