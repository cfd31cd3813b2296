import { describe, expect, inject, it } from "vitest";
import { call } from "../../stack/api.ts";

const get = (path: string, headers: Record<string, string> = {}) =>
  call(undefined, "GET", path, undefined, headers);

describe("GET /console", () => {
  it("is a page that lets nothing in from elsewhere, no script of its own, and no markup of texts", async () => {
    const { status, headers } = await get("/console");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${new URL(process.env["AWS_ENDPOINT_URL_S3"] ?? "").origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is asked for anew each time, and not sent again to those who have it", async () => {
    const { headers } = await get("/console");
    expect(headers.get("cache-control")).toBe("public, max-age=0");
    const again = await get("/console", { "If-None-Match": headers.get("etag") ?? "" });
    expect(again).toMatchObject({ status: 304, text: "" });
  });

  it("names files of this service alone, by relative addresses, and they are there", async () => {
    const { text } = await get("/console");
    const references = [...text.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, to = ""]) => to);
    expect(references.map((to) => to.replace(/-[\w-]{8}\./, "-#."))).toEqual([
      "data:,",
      "console/main-#.css",
      "console/main-#.js",
      "docs",
    ]);
    const types = ["text/css; charset=utf-8", "text/javascript; charset=utf-8"];
    for (const [index, file] of references.slice(1, 3).entries()) {
      const { status, headers } = await get(`/${file}`, { "Accept-Encoding": "gzip" });
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(types[index]);
      expect(headers.get("content-encoding")).toBe("gzip");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(Number(/max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1])).toBeGreaterThan(
        0,
      );
    }
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/);
  });
});

it.for(["/console", "/docs"])("GET %s/ leads to the page without the slash", async (path) => {
  const { url } = inject("stack");
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await fetch(`${url}${path}/`, { method, redirect: "manual" });
    expect([status, new URL(headers.get("location") ?? "", `${url}${path}/`).href]).toEqual([
      308,
      `${url}${path}`,
    ]);
  }
  expect((await fetch(`${url}${path}/`)).status).toBe(200);
});

it.for(["/v1/account/", "/console//", "//console/", "/nothing/"])(
  "GET %s is no page",
  async (path) => {
    const { status } = await fetch(`${inject("stack").url}${path}`, { redirect: "manual" });
    expect(status).toBe(404);
  },
);

it.for([
  "main.js",
  "main-00000000.js",
  ".stamp",
  "..%2f..%2f..%2fpackage.json",
  "%2e%2e%2fconsole.stamp",
])("GET /console/%s is no file of the console", async (name) => {
  const { status, body } = await get(`/console/${name}`);
  expect([status, body["error"]]).toEqual([404, "not_found"]);
});
