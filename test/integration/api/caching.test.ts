import { expect, inject, it } from "vitest";
import type { Route } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";
import { eachNth } from "../../stack/soak.ts";

/*
 * A cache in front of the API must never give one account's answer to another, whatever default it
 * has: what is not the same for everybody says so.
 */
const rows = Object.entries<Route>(routes);
const policyOf = (headers: Headers) => headers.get("cache-control");

it.for(
  eachNth(
    4,
    rows.filter(([, { scope }]) => scope !== "public"),
  ),
)("%s: neither its answers nor its refusals may be kept", async ([, { method, path }]) => {
  const { full } = await newAccount();
  const url = `${inject("stack").url}${path.replaceAll(/\{\w+\}/g, "x")}`;
  for (const headers of [{}, { "X-API-Key": full }]) {
    const answer = await fetch(url, { method, headers, redirect: "manual" });
    await answer.body?.cancel();
    expect([answer.status, policyOf(answer.headers)]).toEqual([answer.status, "no-store"]);
  }
});

it("nor a success, nor one that is replayed", async () => {
  const { full } = await newAccount();
  const once = { "Idempotency-Key": "k" };
  for (const replayed of [null, "true"]) {
    const { status, headers } = await call(full, "POST", "/v1/supply-events", makeSale(), once);
    expect([status, headers.get("idempotency-replayed"), policyOf(headers)]).toEqual([
      200,
      replayed,
      "no-store",
    ]);
  }
});

it("what is the same for everybody may, by origin and by encoding where that differs", async () => {
  const varyOf = async (path: string) => {
    const { headers } = await call(undefined, "GET", path);
    expect(policyOf(headers)).toMatch(/^public, max-age=\d+$/);
    return headers.get("vary");
  };
  expect(await varyOf("/v1/tax-classes")).toBe("origin");
  expect(await varyOf("/openapi.json")).toBe("accept-encoding, origin");
});

it("but not its errors, nor what is asked to be fresh", async () => {
  for (const path of ["/v1/tax-classes/nothing", "/v1/tax-classes?x=1", "/health", "/ready"]) {
    const { headers } = await call(undefined, "GET", path);
    expect([path, policyOf(headers)]).toEqual([path, "no-store"]);
  }
});
