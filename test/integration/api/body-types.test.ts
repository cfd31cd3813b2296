import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";

const EVENTS = "/v1/supply-events";
const sale = JSON.stringify(makeSale());

describe("a body that is said to be no JSON", () => {
  it.for([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonp",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "json",
  ])("%s is refused", async (type) => {
    const { full } = await newAccount();
    const refused = await call(full, "POST", EVENTS, sale, { "Content-Type": type });
    expect([refused.status, refused.body["error"]]).toEqual([415, "unsupported_media_type"]);
    expect(refused.body["message"]).toContain("application/json");
    expect((await call(full, "GET", EVENTS)).body).toMatchObject({ items: [] });
  });

  it.for([
    "application/json",
    "application/json;charset=UTF-8",
    'Application/JSON; charset="utf-8"',
    "application/vnd.api+json",
  ])("%s is taken", async (type) => {
    const { full } = await newAccount();
    expect((await call(full, "POST", EVENTS, sale, { "Content-Type": type })).status).toBe(200);
  });

  it("is taken when nothing is said", async () => {
    const { full } = await newAccount();
    const answer = await fetch(`${inject("stack").url}${EVENTS}`, {
      method: "POST",
      headers: { "X-API-Key": full },
      body: new TextEncoder().encode(sale),
    });
    expect(answer.status).toBe(200);
  });

  it("is not asked about where there is none, nor with a GET", async () => {
    const { full } = await newAccount();
    const text = { "Content-Type": "text/plain" };
    const read = "/v1/compliance/notifications/x/read";
    expect((await call(full, "POST", read, undefined, text)).status).toBe(404);
    expect((await call(full, "GET", EVENTS, undefined, text)).status).toBe(200);
  });

  it("does not use up its Idempotency-Key", async () => {
    const { full } = await newAccount();
    const once = { "Idempotency-Key": "k" };
    await call(full, "POST", EVENTS, sale, { ...once, "Content-Type": "text/plain" });
    expect((await call(full, "POST", EVENTS, sale, once)).status).toBe(200);
  });
});

describe("a compressed body", () => {
  it.for(["gzip", "GZIP", "br", "deflate, gzip"])(
    "said to be %s is refused by name",
    async (encoding) => {
      const { full } = await newAccount();
      const answer = await fetch(`${inject("stack").url}${EVENTS}`, {
        method: "POST",
        headers: {
          "X-API-Key": full,
          "Content-Type": "application/json",
          "Content-Encoding": encoding,
        },
        body: gzipSync(sale),
      });
      const body = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, body["error"]]).toEqual([415, "unsupported_media_type"]);
      const name = encoding.includes(",") ? "other" : encoding.toLowerCase();
      expect(body["message"]).toContain(`Content-Encoding: ${name} `);
    },
  );

  it("identity is none", async () => {
    const { full } = await newAccount();
    const identity = { "Content-Encoding": "identity" };
    expect((await call(full, "POST", EVENTS, sale, identity)).status).toBe(200);
  });
});
