import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describedEndpoints } from "../../../scripts/openapi/endpoints.ts";
import type { Examples } from "../../../scripts/openapi/examples.ts";
import { errorsOf } from "../../../shared/api/route-errors.ts";
import { call } from "../../stack/api.ts";
import { ANYWHERE, AT, ELSEWHERE, type Sample, type Send } from "./provocations.ts";

/*
 * Every error that the document promises of an operation is one that a caller can get. The other way
 * round, every refusal in every test is held against the document.
 */
const { operations }: Examples = JSON.parse(readFileSync("docs/openapi-examples.json", "utf8"));
const endpoints = await describedEndpoints();

const promised = endpoints.flatMap(({ name, route, definition }) =>
  errorsOf(name, definition).map((code) => ({ name, code, route })),
);

const sampleOf = (name: string): Sample => {
  const { path, query, body } = operations[name]?.[0] ?? {};
  return {
    ...(path && { path }),
    ...(query && { query }),
    ...(body === undefined ? {} : { body }),
  };
};

describe.concurrent("each error of the document is provoked:", () => {
  it.for(promised.filter(({ code }) => !ELSEWHERE[code]))(
    "$name $code",
    { timeout: 60_000 },
    async ({ name, code, route }) => {
      const provoke = AT[name]?.[code] ?? ANYWHERE[code];
      if (!provoke)
        throw new Error(`provocations.ts does not say what makes ${name} answer ${code}`);
      const send: Send = (key, { path = {}, query = {}, body }, headers) => {
        const place = route.path.replaceAll(/\{(\w+)\}/g, (_, part) =>
          encodeURIComponent(path[part] ?? ""),
        );
        const search = new URLSearchParams(query).toString();
        const url = search ? `${place}?${search}` : place;
        return call(key ?? undefined, route.method, url, body, headers);
      };
      const { body } = await provoke(send, sampleOf(name), route);
      expect(body["error"]).toBe(code);
    },
  );
});

it("those that need a stack of their own have a test that names them", () => {
  for (const [code, file] of Object.entries(ELSEWHERE)) {
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8")).toContain(code);
  }
});
