import { beforeAll, describe, expect, it } from "vitest";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { newSeller, type Refusal } from "../../../stack/seller.ts";
import { fileOf, sellerIn } from "./download.ts";
import { type Home, PERIOD, rich } from "./quarters.ts";

const EXPORTS = ["oss-quarterly-summary/export", "country-vat-breakdown/export"];
const REPORT = "oss-accountant-report";
const FRANCE: Home = { country: "FR", rate_bps: 2000 };

let seller: Account;
beforeAll(async () => {
  seller = await newSeller("FR");
});

const get = (key: string | undefined, path: string) =>
  call<Refusal>(key, "GET", `/v1/reports/${path}`);

const REFUSED: readonly [query: string, code: string, fields: readonly string[]][] = [
  ["?period=2024-Q2", "invalid_request", ["format"]],
  ["?period=2024-Q2&format=", "invalid_request", ["format"]],
  ["?period=2024-Q2&format=CSV", "invalid_request", ["format"]],
  ["?period=2024-Q2&format=xlsx", "invalid_request", ["format"]],
  ["?period=2024-Q2&format=csv&format=json", "invalid_request", ["format"]],
  ["?period=2024-Q2&format=csv&delimiter=;", "invalid_request", ["delimiter"]],
  ["?period=2024-Q2&format=csv&decimal=comma", "invalid_request", ["decimal"]],
  ["?period=2024-Q2&format=csv&manifest=never", "invalid_request", ["manifest"]],
  [
    "?period=2024-Q2&format=json&delimiter=tab&decimal=comma&manifest=once",
    "invalid_request",
    ["delimiter", "decimal", "manifest"],
  ],
  ["?period=2024-Q2&format=csv&limit=1", "invalid_request", ["limit"]],
  ["?format=csv", "invalid_period", ["period"]],
  ["?period=2024-Q5&format=csv", "invalid_period", ["period"]],
  ["?period=2024-04&format=json", "invalid_period", ["period"]],
  ["", "invalid_period", ["period", "format"]],
];

describe.for(EXPORTS)("GET /v1/reports/%s", (path) => {
  it.for(REFUSED)("%s is 400 %s", async ([query, code, fields]) => {
    const { status, body } = await get(seller.readOnly, `${path}${query}`);
    expect([status, body.error]).toEqual([400, code]);
    expect(body.details?.map(({ field }) => field)).toEqual(fields);
  });
});

describe("GET /v1/reports/oss-accountant-report", () => {
  it.for([
    ["", "invalid_period", ["period"]],
    ["?period=2024", "invalid_period", ["period"]],
    ["?period=2024-Q2&format=csv", "invalid_request", ["format"]],
  ] as const)("%s is 400 %s", async ([query, code, fields]) => {
    const { status, body } = await get(seller.readOnly, `${REPORT}${query}`);
    expect([status, body.error]).toEqual([400, code]);
    expect(body.details?.map(({ field }) => field)).toEqual(fields);
  });
});

const VALID = [...EXPORTS.map((path) => `${path}?format=csv&period=`), `${REPORT}?period=`];

describe.for(VALID)("GET /v1/reports/%s…", (path) => {
  it("needs a key", async () => {
    expect((await get(undefined, `${path}${PERIOD}`)).body.error).toBe("missing_api_key");
  });

  it("needs a registration that covers the quarter", async () => {
    const unregistered = await newAccount();
    const { status, body } = await get(unregistered.full, `${path}${PERIOD}`);
    expect([status, body.error]).toEqual([422, "registration_required"]);
    expect((await get(seller.full, `${path}2021-Q2`)).status).toBe(422);
  });
});

describe("a download", () => {
  it("shows nothing of another account", async () => {
    await sellerIn(FRANCE, rich(FRANCE));
    const { text } = await fileOf(seller, "summary.csv", PERIOD);
    expect(text.split("\r\n")).toHaveLength(3);
  });

  it.for(VALID)("from %s… is not to be kept by anybody between", async (path) => {
    const { headers } = await get(seller.readOnly, `${path}${PERIOD}`);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});
