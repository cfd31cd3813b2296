import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { makeSale } from "../make/supply-event.ts";
import { callAt } from "../stack/api.ts";
import { lineOf } from "../stack/function-log.ts";
import { readyAt } from "../stack/ready.ts";
import { todayWithTimeLeft } from "../stack/today.ts";
import { bundled } from "./built-bundles.ts";

/*
 * `npm start -- --bundled`: an endpoint of each kind, out of the bundle that is deployed. All of the
 * integration tests run against it by `npm run test-bundled`.
 */
const today = await todayWithTimeLeft();

const call = (method: Route["method"], path: string, body?: unknown, asked?: string) =>
  callAt(bundled.url, asked ?? bundled.key, method, path, body);

it("bundles every route together with its files", () => {
  for (const { handler, files = [] } of Object.values<Route>(routes)) {
    // The files of a pattern stand in their folder.
    const names = files.map((file) =>
      file.includes("*") ? file.split("/")[0] : file.slice(file.lastIndexOf("/") + 1),
    );
    expect(readdirSync(join(bundled.bundles, handler)).sort()).toEqual(
      ["index.mjs", ...names].sort(),
    );
  }
});

describe("serves", () => {
  it("the public ones", async () => {
    expect((await call("GET", "/health")).body).toEqual({ status: "ok" });
    expect((await readyAt(bundled.url, bundled.key)).body).toEqual({ status: "ready" });
    expect((await call("GET", "/v1/tax-classes?q=book")).status).toBe(200);
    const sme = { country: "DE", annual_turnover_nac: 100, currency: "EUR" };
    expect((await call("POST", "/v1/vat/sme-eligibility", sme)).status).toBe(200);
  });

  it("the files next to a bundle", async () => {
    const answer = await call("GET", "/openapi.json");
    expect(answer.body).toEqual(JSON.parse(readFileSync("docs/openapi.json", "utf8")));
  });

  it("what reads, what writes, and what it refuses", async () => {
    expect((await call("GET", "/v1/account")).status).toBe(200);
    const sale = makeSale({ consumption_country: "FR" });
    const committed = await call("POST", "/v1/supply-events", sale);
    expect(committed.body).toMatchObject({
      items: [{ event_id: sale.event_id, status: "committed" }],
    });
    const fetched = await call("GET", `/v1/supply-events/${encodeURIComponent(sale.event_id)}`);
    expect(fetched.body).toMatchObject({ event_id: sale.event_id });
    expect((await call("POST", "/v1/supply-events", {})).status).toBe(400);
    expect((await call("GET", "/v1/account", undefined, "nonsense")).status).toBe(401);
  });

  it("a report, its files in the object store, and the link to one", async () => {
    const registration = {
      scheme_type: "union_oss",
      member_state_identification: "SE",
      effective_from: "2021-07-01",
      status: "active",
    };
    expect((await call("POST", "/v1/tax-registrations", registration)).status).toBe(201);
    const query = `?period=${lastQuarter(new Date(today))}`;
    expect((await call("GET", `/v1/reports/oss-quarterly-summary${query}`)).status).toBe(200);
    const locked = "/v1/reports/locked-return-periods/union-oss";
    const lock = await call("POST", `${locked}${query}`);
    expect(lock.status).toBe(201);
    const [first] = (lock.body as { exports: { id: string }[] }).exports;
    const link = await call("GET", `${locked}/exports/${first?.id}`);
    expect(link.status).toBe(302);
    expect((await fetch(link.headers.get("location") ?? "")).status).toBe(200);
  });
});

function lastQuarter(now: Date): string {
  const quarter = Math.floor(now.getUTCMonth() / 3);
  return quarter > 0 ? `${now.getUTCFullYear()}-Q${quarter}` : `${now.getUTCFullYear() - 1}-Q4`;
}

it("starts each function when it is called first, and only then", async () => {
  const path = "/v1/compliance/threshold-status";
  const starts: boolean[] = [];
  for (let n = 0; n < 2; n += 1) {
    const answer = await call("GET", path);
    const line = await lineOf(answer.headers.get("apigw-requestid"), bundled.dataDir);
    starts.push(line.cold_start);
  }
  expect(starts).toEqual([true, false]);
});
