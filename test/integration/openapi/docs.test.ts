import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import * as routes from "../../../shared/api/routes.ts";
import { call } from "../../stack/api.ts";

const SCRIPT = "docs/redoc/redoc.standalone.js";
const files = [
  [routes.getOpenApi.path, "docs/openapi.json", "application/json"],
  [routes.getDocsScript.path, SCRIPT, "text/javascript; charset=utf-8"],
] as const;

const get = (path: string, headers: Record<string, string> = {}) =>
  call(undefined, "GET", path, undefined, headers);

describe.for(files)("GET %s", ([path, file, type]) => {
  it(`is ${file}, byte for byte`, async () => {
    const { headers, text } = await get(path);
    expect(text).toBe(readFileSync(file, "utf8"));
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("comes compressed to those who take it, and as it is to others", async () => {
    const { headers, text } = await get(path, { "Accept-Encoding": "br, gzip;q=0.5" });
    expect(headers.get("content-encoding")).toBe("gzip");
    expect(headers.get("vary")).toBe("accept-encoding, origin");
    for (const coding of ["identity", "gzip;q=0", "gzip; q=0.0, br"]) {
      const plain = await get(path, { "Accept-Encoding": coding });
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(plain.headers.get("vary")).toBe("accept-encoding, origin");
      expect(plain.text).toBe(text);
      expect(plain.headers.get("etag")).not.toBe(headers.get("etag"));
    }
  });

  it("is not sent again to those who have it", async () => {
    const { headers } = await get(path);
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
    const again = await get(path, { "If-None-Match": headers.get("etag") ?? "" });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.get("vary")).toBe("accept-encoding, origin");
    expect((await get(path, { "If-None-Match": '"another"' })).status).toBe(200);
  });

  it("takes no parameters", async () => {
    const { status, body } = await get(`${path}?version=2`);
    expect([status, body["error"]]).toEqual([400, "invalid_request"]);
  });
});

describe("GET /docs", () => {
  it("is a page under a policy that lets nothing in from elsewhere", async () => {
    const { status, headers } = await get("/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "worker-src blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("etag")).toMatch(/^".+"$/);
  });

  it("refers to nothing but this service, and what it refers to is there", async () => {
    const { text } = await get("/docs");
    const references = [...text.matchAll(/\b(?:src|href|spec-url)="([^"]*)"/g)].map(([, to]) => to);
    expect(references).toEqual([
      "data:,",
      "openapi.json",
      "openapi.json",
      "docs/redoc.standalone.js",
    ]);
    for (const reference of references.slice(1)) {
      const url = new URL(reference ?? "", `${inject("stack").url}/docs`);
      expect((await fetch(url)).status).toBe(200);
    }
    expect(text).not.toMatch(/<script(?! src=)|\bon\w+="|https?:\/\//);
  });
});
