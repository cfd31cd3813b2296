import { describe, expect, inject, it } from "vitest";
import type { TaxClassDetail, TaxClassItem } from "../../../../shared/vat/tax-classes/schema.ts";
import { call } from "../../../stack/api.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";

type List = { items: TaxClassItem[] };

const list = (query = "") => call<List>(undefined, "GET", `/v1/tax-classes${query}`);
const detail = (id: string, query = "") =>
  call<TaxClassDetail>(undefined, "GET", `/v1/tax-classes/${id}${query}`);

/** As a cache would ask: with what it knows, and with the headers that come back. */
async function ask(path: string, ifNoneMatch?: string) {
  const headers = ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch };
  const response = await fetch(`${inject("stack").url}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const today = await todayWithTimeLeft();

describe("GET /v1/tax-classes", () => {
  it("lists the catalogue, without a key", async () => {
    const { items } = (await list()).body;
    expect(items).toHaveLength(37);
    expect(items[0]).toEqual({
      id: "standard",
      name: "Standard rate",
      description: expect.stringContaining("general VAT rate"),
      source: "TEDB",
      group_slug: "general",
      group_name: "General",
      tags: ["default", "goods", "services"],
      applies_to: null,
      rate_note: null,
    });
  });

  it.for([
    ["IE", "2023-06-01", 0, 900],
    ["SK", "2024-06-01", 1_000, 2_000],
    ["LT", "2022-06-01", 900, 2_100],
    ["LV", "2026-06-01", 500, 500],
    ["HU", "2026-06-01", 500, 2_700],
  ] as const)(
    "shows books in %s on %s: %i, and electronic ones %i",
    async ([country, at, physical, other]) => {
      const path = `?country=${country}&at=${at}`;
      for (const [form, rate_bps] of [
        ["", physical],
        ["&form=electronic", other],
      ] as const) {
        const { items } = (await list(`${path}&q=books${form}`)).body;
        const [preview] = items.filter(({ id }) => id === "books");
        const { rates } = (await detail("books", path + form)).body;
        expect(preview).toMatchObject({ preview_rate_bps: rate_bps });
        expect(rates).toMatchObject([{ rate_bps }]);
        expect(preview).toMatchObject({
          applies_to: rates[0]?.applies_to,
          rate_note: rates[0]?.rate_note,
        });
        expect(rates[0]?.rate_note).toMatch(/source: /);
      }
    },
  );

  it("has no electronic rate of groceries", async () => {
    const query = "?country=DE&form=electronic";
    expect((await detail("food", query)).body.rates).toEqual([]);
    const { items } = (await list(`${query}&q=grocer`)).body;
    expect(items[0]).toMatchObject({ preview_rate_bps: null, applies_to: null, rate_note: null });
  });

  it("takes every filter at once", async () => {
    const query = "?q=repair&group=repair_services&tag=circular&country=EL&at=2026-09-30";
    const { items } = (await list(query)).body;
    expect(items.map(({ id, preview_rate_bps }) => [id, preview_rate_bps])).toEqual([
      ["repair_clothing", 2400],
      ["repair_shoes", 2400],
      ["repair_bicycles", 2400],
    ]);
  });

  it.for([
    ["country=DE&at=2025-12-31", 1900],
    ["country=DE&at=2026-01-01", 700],
    ["country=DE&at=2025-12-31T23:59:59Z", 1900],
    ["country=DE&at=2026-01-01T00:30:00%2B01:00", 1900],
    ["country=DE&at=2026-01-01T00:30:00+01:00", 1900],
    ["country=DE&at=2026-01-01T00:00:00Z", 700],
    ["country=US&at=2026-01-01", null],
    ["country=XI&at=2026-01-01", null],
    ["country=DE&at=2021-06-30", null],
  ] as const)("%s: restaurant food at %s", async ([query, rate]) => {
    const { items } = (await list(`?q=food_restaurant&${query}`)).body;
    expect(items).toMatchObject([{ preview_rate_bps: rate }]);
  });

  it("finds nothing with a slug that nothing has", async () => {
    expect((await list("?group=nothing")).body).toMatchObject({ items: [] });
    expect((await list("?tag=nothing")).body).toMatchObject({ items: [] });
  });

  it.for([
    ["country=ZZ", ["country"]],
    ["country=de", ["country"]],
    ["country=DEU", ["country"]],
    ["country=", ["country"]],
    ["country=DE&country=FR", ["country"]],
    ["at=yesterday", ["at"]],
    ["at=2026-02-30", ["at"]],
    [`q=${"x".repeat(121)}`, ["q"]],
    ["limit=0", ["limit"]],
    ["tags=goods", ["tags"]],
    ["at=x&country=x&sort=name", ["country", "at", "sort"]],
  ] as const)("refuses %s", async ([query, fields]) => {
    const { status, body } = await list(`?${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    const { details } = body as unknown as { details: { field: string }[] };
    expect(details.map(({ field }) => field)).toEqual(fields);
  });
});

describe("GET /v1/tax-classes/{id}", () => {
  it("has the rates of all Member States", async () => {
    const { rates } = (await detail("books", "?at=2026-09-30")).body;
    expect(rates).toHaveLength(27);
    expect(rates[0]).toEqual({
      country: "AT",
      rate_bps: 1000,
      valid_from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00Z$/),
      valid_to: null,
      applies_to: "any",
      rate_note: "Physical and electronic (source: TEDB 2026-07-01)",
    });
  });

  it("has the rate of one country, with its end", async () => {
    expect((await detail("standard", "?country=EE&at=2024-06-30T12:00:00Z")).body.rates).toEqual([
      {
        country: "EE",
        rate_bps: 2200,
        valid_from: "2024-01-01T00:00:00Z",
        valid_to: "2025-07-01T00:00:00Z",
        applies_to: "any",
        rate_note: null,
      },
    ]);
  });

  it("answers Greece as it was asked", async () => {
    for (const code of ["GR", "EL"]) {
      const { rates } = (await detail("food", `?country=${code}`)).body;
      expect(rates).toMatchObject([{ country: code, rate_bps: 1300 }]);
    }
  });

  it.for(["?country=US", "?country=XI", "?at=2021-06-30"])("has no rates for %s", async (query) => {
    expect((await detail("food", query)).body.rates).toEqual([]);
  });

  it.for(["nope", "FOOD", "constructor", "food%20", "%F0%9F"])("knows no class %s", async (id) => {
    const notFound = { status: 404, body: { error: "not_found" } };
    expect(await detail(id)).toMatchObject(notFound);
  });

  it("tells of a wrong parameter before an unknown class", async () => {
    expect(await detail("nope", "?q=x")).toMatchObject({ status: 400 });
  });
});

describe.for(["/v1/tax-classes?country=DE", "/v1/tax-classes/food?country=DE"])("%s", (path) => {
  it("may be kept by any cache, but not past midnight", async () => {
    const asked = Date.now();
    const control = (await ask(path)).headers.get("cache-control");
    const seconds = Number(/^public, max-age=(\d+)$/.exec(control ?? "")?.[1]);
    const midnight = Date.parse(today) + 86_400_000;
    expect(seconds).toBeLessThanOrEqual(300);
    expect(asked + seconds * 1000).toBeLessThanOrEqual(midnight + 1000);
  });

  it("has a strong tag that changes with the answer alone", async () => {
    const tag = async (more: string) => (await ask(`${path}${more}`)).headers.get("etag");
    expect(await tag("")).toMatch(/^"[\w-]{27}"$/);
    expect(await tag("&at=2026-09-30T12:00:00Z")).toBe(await tag("&at=2026-09-30"));
    expect(await tag("&at=2021-06-30")).not.toBe(await tag("&at=2026-09-30"));
  });

  it("is not sent again to one who has it", async () => {
    const first = await ask(path);
    const etag = first.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"a,b" , W/${etag},"c"`, "*"]) {
      const { status, headers, body } = await ask(path, known);
      expect({ status, body }, known).toEqual({ status: 304, body: "" });
      expect(headers.get("etag")).toBe(etag);
      expect(headers.get("cache-control")).toMatch(/^public, max-age=\d+$/);
      expect(headers.has("content-type")).toBe(false);
    }
  });

  it("is sent to one who has another", async () => {
    const first = await ask(path);
    const etag = first.headers.get("etag") ?? "";
    for (const known of ['"other"', 'W/"other", "*"', etag.replaceAll('"', ""), "", '"']) {
      const { status, body } = await ask(path, known);
      expect({ status, body }, known).toEqual({ status: 200, body: first.body });
    }
  });
});

it("keeps no refusal in a cache", async () => {
  for (const path of ["/v1/tax-classes/nope", "/v1/tax-classes?surprise=1"]) {
    const { status, headers } = await ask(path, "*");
    expect(status).toBeGreaterThanOrEqual(400);
    expect([headers.has("etag"), headers.get("cache-control")]).toEqual([false, "no-store"]);
  }
});
