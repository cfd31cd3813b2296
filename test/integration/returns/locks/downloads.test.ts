import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, it, test } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import type { LockedPeriodDetail } from "../../../../shared/returns/locks/schema.ts";
import { artifactLink } from "../../../../shared/returns/locks/store-lock-files.ts";
import { loadLocksOf } from "../../../../shared/returns/locks/store-locks.ts";
import { type Account, call } from "../../../stack/api.ts";
import { newSeller } from "../../../stack/seller.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { LOCKS, linkTo, locked, sale, sellerWith } from "./locking.ts";

const PERIOD = "2025-Q3" as PeriodKey;
const folder = temporaryFolder();
let seller: Account;
let exports: LockedPeriodDetail["exports"];

beforeAll(async () => {
  seller = await sellerWith(sale());
  ({ exports } = await locked(seller, PERIOD));
});

const NAMES = [
  "union-oss-SE-2025-Q3-summary.json",
  "union-oss-SE-2025-Q3-summary.csv",
  "union-oss-SE-2025-Q3-country-breakdown.json",
  "union-oss-SE-2025-Q3-country-breakdown.csv",
  "union-oss-SE-2025-Q3-accountant-report.json",
];

describe("curl -L with an API key", () => {
  test.for([...NAMES.entries()])("downloads file %i, %s, as its hash says", async ([n, name]) => {
    const { id, sha256, size_bytes } = exports[n] ??
      exports[0] ?? { id: "", sha256: "", size_bytes: 0 };
    const url = `${inject("stack").url}${LOCKS}/exports/${id}`;
    const key = `X-API-Key: ${seller.readOnly}`;
    // -OJ keeps the file under the name that the server gives it.
    const flags = [
      "-sSf",
      "-L",
      "-OJ",
      "--output-dir",
      folder,
      "-w",
      "%{content_type}",
      "-H",
      key,
      url,
    ];
    const { stdout } = await promisify(execFile)("curl", flags);
    expect(stdout).toBe(
      name.endsWith(".csv") ? "text/csv; charset=utf-8; header=present" : "application/json",
    );
    const bytes = readFileSync(join(folder, name));
    expect(bytes.length).toBe(size_bytes);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  });
});

describe("the link", () => {
  const linkOf = () => linkTo(seller, exports[1]?.id ?? "");

  it("is a redirect that nobody keeps, good for five minutes", async () => {
    const path = `${LOCKS}/exports/${exports[1]?.id}`;
    const { status, headers, text } = await call(seller.full, "GET", path);
    expect([status, headers.get("cache-control"), text]).toEqual([302, "no-store", ""]);
    const link = new URL(headers.get("location") ?? "");
    expect(link.searchParams.get("X-Amz-Expires")).toBe("300");
    expect(link.pathname).toBe(
      `/${process.env["BUCKET_NAME"]}/${seller.account}/union-oss/${PERIOD}/${exports[1]?.sha256}.csv`,
    );
    expect((await fetch(link)).status).toBe(200);
  });

  it("is returned as JSON to clients that ask for no redirect, and leads to the same file", async () => {
    const path = `${LOCKS}/exports/${exports[1]?.id}`;
    const { status, headers, body } = await call<{ location: string }>(
      seller.readOnly,
      "GET",
      `${path}?redirect=false`,
    );
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    const response = await fetch(body.location);
    const followed = await fetch(await linkOf());
    expect(await response.text()).toBe(await followed.text());
    expect((await call(seller.full, "GET", `${path}?redirect=true`)).status).toBe(302);
  });

  test.for<[string, (link: string) => string]>([
    [
      "another file",
      (link) => link.replace(`${exports[1]?.sha256}.csv`, `${exports[0]?.sha256}.json`),
    ],
    ["another file name", (link) => link.replace("summary.csv", "return.csv")],
    ["another type", (link) => link.replace("text%2Fcsv", "text%2Fhtml")],
    ["a longer life", (link) => link.replace("Expires=300", "Expires=86400")],
    ["another day", (link) => link.replace(/Date=\d{8}/, "Date=20991231")],
    ["another signature", (link) => link.replace(/Signature=[0-9a-f]{4}/, "Signature=0000")],
    ["no signature", (link) => link.split("?")[0] ?? ""],
  ])("with %s is refused", async ([, changed]) => {
    const link = await linkOf();
    expect(changed(link)).not.toBe(link);
    expect((await fetch(changed(link))).status).toBe(403);
  });

  it("is refused when its five minutes are over", async () => {
    const [lock] = await loadLocksOf(seller.account, "union_oss", PERIOD);
    const stored = lock?.exports[0];
    if (!stored) throw new Error("not locked");
    const agedLink = (minutes: number) =>
      artifactLink(stored, new Date(Date.now() - minutes * 60_000));
    expect((await fetch(await agedLink(4))).status).toBe(200);
    expect((await fetch(await agedLink(6))).status).toBe(403);
  });
});

describe("404 for an export id", () => {
  /** All but the id of the request, which no two answers share. */
  async function refusal({ full }: Account, id: string) {
    const { status, body } = await call(full, "GET", `${LOCKS}/exports/${id}`);
    const { request_id, ...rest } = body;
    return { status, body: rest };
  }

  it.for<[string, (id: string) => string]>([
    ["of no file", (id) => id.replace(/.{4}$/, "0000")],
    ["of a quarter that is not locked", (id) => id.replace(PERIOD, "2025-Q2")],
    ["of no quarter", (id) => id.replace(PERIOD, "2025-Q5")],
    ["of another scheme", (id) => id.replace("union-oss", "ioss")],
    ["of no scheme", (id) => id.replace("union-oss.", "")],
    ["of another kind", (id) => id.replace("quarterly_summary", "country_breakdown")],
    ["of another format", (id) => id.replace("json", "xml")],
    ["that is none", () => "1"],
    ["that is a path", () => "..%2F..%2Fsecret"],
    ["of 3,000 characters", () => "x".repeat(3_000)],
    ["in capital letters", (id) => id.toUpperCase()],
    ["with something behind", (id) => `${id}0`],
  ])("%s", async ([, changed]) => {
    const id = changed(exports[0]?.id ?? "");
    expect(await refusal(seller, id)).toMatchObject({
      status: 404,
      body: { error: "not_found", message: "no such export" },
    });
  });

  it("of another account gets the same error whether the quarter is locked or not", async () => {
    const stranger = await newSeller();
    const id = exports[0]?.id ?? "";
    const unknown = await refusal(
      seller,
      `union-oss.${PERIOD}.quarterly_summary.json.0000000000000000`,
    );
    expect(unknown.status).toBe(404);
    expect(await refusal(stranger, id)).toEqual(unknown);
    await locked(stranger, PERIOD);
    expect(await refusal(stranger, id)).toEqual(unknown);
  });
});
