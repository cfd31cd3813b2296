import { describe, expect, it } from "vitest";
import { matchRoute, type Route } from "../../../shared/api/route.ts";

const row = (method: Route["method"], path: Route["path"]) => ({ route: { method, path } });

/** The row with a parameter comes first: the order of the table must not matter. */
const rows = [
  row("GET", "/v1/sources/{id}"),
  row("GET", "/v1/sources/unknown"),
  row("GET", "/v1/sources"),
  row("PATCH", "/v1/sources/{id}"),
  row("POST", "/v1/periods/{key}/exports/{id}"),
  row("POST", "/v1/periods/{key}/exports/all"),
];

describe("a request goes to", () => {
  it.for<[string, string, string, object]>([
    ["GET", "/v1/sources", "/v1/sources", {}],
    ["GET", "/v1/sources/7", "/v1/sources/{id}", { id: "7" }],
    ["PATCH", "/v1/sources/unknown", "/v1/sources/{id}", { id: "unknown" }],
    ["GET", "/v1/sources/unknown", "/v1/sources/unknown", {}],
    ["HEAD", "/v1/sources", "/v1/sources", {}],
    ["PUT", "/v1/sources/7", "/v1/sources/{id}", { id: "7" }],
    ["GET", "/v1/sources/unknown%20", "/v1/sources/{id}", { id: "unknown " }],
    ["GET", "/v1/sources/a%2Fb%23%C3%A9", "/v1/sources/{id}", { id: "a/b#é" }],
    ["GET", "/v1/sources/50%", "/v1/sources/{id}", { id: "50%" }],
    ["GET", "/v1/sources/%ff", "/v1/sources/{id}", { id: "%ff" }],
    ["POST", "/v1/periods/q/exports/x", "/v1/periods/{key}/exports/{id}", { key: "q", id: "x" }],
    ["POST", "/v1/periods/q/exports/all", "/v1/periods/{key}/exports/all", { key: "q" }],
  ])("%s %s: %s", ([method, path, expected, pathParameters]) => {
    const found = matchRoute(rows, method, path);
    expect(found?.row.route.path).toBe(expected);
    expect(found?.pathParameters).toEqual(pathParameters);
  });

  it("prefers the exact method, and falls back to the GET row for any other", () => {
    const methodOf = (method: string) =>
      matchRoute(rows, method, "/v1/sources/7")?.row.route.method;
    expect(["GET", "PATCH", "HEAD", "DELETE"].map(methodOf)).toEqual([
      "GET",
      "PATCH",
      "GET",
      "GET",
    ]);
  });

  it.for<[string, string]>([
    ["GET", "/"],
    ["GET", "/v1/sources/"],
    ["GET", "/v1/sources//"],
    ["GET", "//v1/sources"],
    ["GET", "/V1/sources"],
    ["GET", "/v1/sources/7/more"],
    ["GET", "/v1/periods/q/exports/x"],
    ["GET", "*"],
  ])("nobody: %s %s", ([method, path]) => {
    expect(matchRoute(rows, method, path)).toBeUndefined();
  });
});
