import { describe, expect, inject, it } from "vitest";
import { allowed, type Route, rowsAt } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import { newAccount } from "../../stack/api.ts";
import { eachNth } from "../../stack/soak.ts";

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${inject("stack").url}${path}`, { method, headers, redirect: "manual" });

const rows = Object.values<Route>(routes);
const exampleOf = (path: string) => path.replaceAll(/\{\w+\}/g, "x");

/** Leaves out the age of a cache policy: answers expire at midnight, so it falls each second. */
const withoutAge = (value: string | null) => value?.replace(/max-age=\d+/, "max-age");

describe("HEAD", () => {
  it("is there wherever GET is: the same status and headers, and no body", async () => {
    const { full } = await newAccount();
    const reading = rows.filter(({ method }) => method === "GET");
    expect(reading.length).toBeGreaterThan(30);
    for (const { path } of eachNth(3, reading)) {
      const key = { "X-API-Key": full };
      const [head, get] = [
        await ask("HEAD", exampleOf(path), key),
        await ask("GET", exampleOf(path), key),
      ];
      expect([path, head.status, await head.text()]).toEqual([path, get.status, ""]);
      for (const name of ["content-type", "cache-control", "etag", "vary", "location"]) {
        const [ofHead, ofGet] = [head, get].map(({ headers }) => withoutAge(headers.get(name)));
        expect([path, ofHead]).toEqual([path, ofGet]);
      }
    }
  });

  it("needs the key that GET needs", async () => {
    expect((await ask("HEAD", "/v1/account")).status).toBe(401);
  });
});

/** API Gateway gives the other methods of this path to the GET with a parameter in the place of its last segment. */
const BESIDE_A_PARAMETER = "/v1/returns/{scheme}/nil-returns";

const PATHS = rows.map(({ path }) => path).filter((path) => path !== BESIDE_A_PARAMETER);

describe("a method that a path does not take", () => {
  it.for(eachNth(4, PATHS))("%s: 405, and Allow says which it takes", async (path) => {
    const here = rows.filter((row) => row.path === path).map(({ method }) => method as string);
    const other = ["DELETE", "PATCH", "PUT"].find((method) => !here.includes(method)) ?? "none";
    const answer = await ask(other, exampleOf(path));
    const takes = [...new Set([...here, ...(here.includes("GET") ? ["HEAD"] : [])])].sort();
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, takes.join(", ")]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      error: "method_not_allowed",
      message: `${path} takes ${takes.join(", ")}`,
      doc_url: expect.stringContaining("/docs#section/Errors/"),
      request_id: expect.any(String),
    });
  });

  it("lists the methods of the route with a parameter for a path that matches no fixed route", async () => {
    const answer = await ask("DELETE", exampleOf(BESIDE_A_PARAMETER));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("rejects a POST to a path that has only a GET, and writes nothing", async () => {
    const { full } = await newAccount();
    const answer = await ask("POST", "/v1/compliance/overview", { "X-API-Key": full });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("is refused to HEAD as well, without a body", async () => {
    const answer = await ask("HEAD", "/v1/vat/calculate");
    expect([answer.status, answer.headers.get("allow"), await answer.text()]).toEqual([
      405,
      "POST",
      "",
    ]);
  });

  it("each row that is a GET names the others of its path", () => {
    for (const row of rows.filter(({ method }) => method === "GET")) {
      expect([row.path, allowed([row])]).toEqual([row.path, allowed(rowsAt(rows, row.path))]);
    }
  });
});

describe("a path that there is not", () => {
  it.for(["/nothing", "/v1", "/v1/supply-events/", "//", "/docs/redoc/a/b"])(
    "%s is 404",
    async (path) => {
      const answer = await ask("GET", path);
      expect([answer.status, answer.headers.get("allow")]).toEqual([404, null]);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(await answer.json()).toMatchObject({
        error: "not_found",
        doc_url: expect.stringContaining("/docs#section/Errors/"),
        request_id: expect.any(String),
      });
    },
  );
});

it("/ leads to the docs", async () => {
  const answer = await ask("GET", "/");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "docs"]);
  const followed = await fetch(inject("stack").url);
  expect([followed.status, followed.url]).toEqual([200, `${inject("stack").url}/docs`]);
});

describe("a path that there is not", () => {
  it.for([
    ["without the version", "/account", ": do you mean /v1/account? "],
    ["with a slash at its end", "/v1/account/", ": do you mean /v1/account? "],
    ["with a doubled slash", "//v1/account", ": do you mean /v1/account? "],
    ["with an underscore", "/v1/supply_events/s-1", ": do you mean /v1/supply-events/{event_id}? "],
    ["with another version", "/v2/supply-events", ": do you mean /v1/supply-events? "],
    ["like none", "/v1/orders", "; "],
  ])("%s is 404, and the message names the one that is meant", async ([, path, hint]) => {
    const answer = await ask("GET", path as string);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      {
        error: "not_found",
        message: `there is nothing at this path${hint}GET /docs shows what there is`,
        doc_url: expect.stringMatching(/\/docs#section\/Errors\/not_found$/),
        request_id: expect.any(String),
      },
    ]);
  });
});
