import { describe, expect, it } from "vitest";
import { call } from "../../../stack/api.ts";

type Row = {
  readonly country: string;
  readonly tax_class_id: string;
  readonly rate_bps: number;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly accepted: object | null;
};

const rates = (query: string) =>
  call<{ items: Row[]; rates_version: string }>(undefined, "GET", `/v1/tax-rates${query}`);

describe("GET /v1/tax-rates", () => {
  it("lists every class of every Member State today, without a key", async () => {
    const { items } = (await rates("")).body;
    expect(items).toHaveLength(27 * 37);
    expect(new Set(items.map(({ country }) => country)).has("GR")).toBe(true);
  });

  it("has the history of one rate, oldest first, and the days of each", async () => {
    const query = "?country=EE&tax_class_id=standard&from=2023-12-31&to=2026-01-01";
    const { items } = (await rates(query)).body;
    expect(items.map((row) => [row.rate_bps, row.valid_from, row.valid_to])).toEqual([
      [2000, "2009-07-01T00:00:00Z", "2024-01-01T00:00:00Z"],
      [2200, "2024-01-01T00:00:00Z", "2025-07-01T00:00:00Z"],
      [2400, "2025-07-01T00:00:00Z", null],
    ]);
    expect(items.every(({ accepted }) => accepted === null)).toBe(true);
  });

  it.for([
    ["?country=EL&tax_class_id=standard&from=2026-01-01", 1],
    ["?country=US", 0],
    ["?tax_class_id=nothing", 0],
    ["?country=DE&tax_class_id=food&from=2021-06-30", 0],
    ["?country=DE&tax_class_id=food_restaurant&from=2025-12-31&to=2026-01-01", 2],
    ["?country=DE&tax_class_id=food_restaurant&from=2026-01-01&to=2025-12-31", 0],
  ] as const)("%s: %s rows", async ([query, count]) => {
    expect((await rates(query)).body.items).toHaveLength(count);
  });

  it("has the rates of electronic supplies apart, and says what a rate covers", async () => {
    const of = async (form: string) =>
      (await rates(`?country=HU&tax_class_id=books&from=2026-05-11${form}`)).body.items;
    expect(await of("")).toMatchObject([
      { rate_bps: 500, applies_to: "physical", rate_note: expect.stringContaining("27 %") },
    ]);
    expect(await of("&form=physical")).toEqual(await of(""));
    expect(await of("&form=electronic")).toMatchObject([
      { rate_bps: 2_700, applies_to: "electronic", rate_note: expect.stringContaining("E-books") },
    ]);
    expect((await rates("?country=HU&form=electronic")).body.items).toHaveLength(5);
  });

  it.for(["?form=paper", "?country=ZZ", "?at=2026-01-01", "?from=soon"])(
    "refuses %s",
    async (query) => {
      expect(await rates(query)).toMatchObject({ status: 400 });
    },
  );
});
