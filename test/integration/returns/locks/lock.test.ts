import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it, test } from "vitest";
import { plusDays, quarterOn } from "../../../../shared/core/calendar/dates.ts";
import type { LockedPeriodDetail } from "../../../../shared/returns/locks/schema.ts";
import { readWorkbook } from "../../../make/workbook-reader.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { newSeller, register } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";
import {
  commit,
  current,
  download,
  LOCKS,
  listed,
  locked,
  postLock,
  refund,
  sale,
  sellerWith,
} from "./locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const FILES = [
  ["quarterly_summary", "json"],
  ["quarterly_summary", "csv"],
  ["country_breakdown", "json"],
  ["country_breakdown", "csv"],
  ["accountant_report", "json"],
  ["working_paper", "xlsx"],
];

const RICH = [
  sale(),
  sale({ event_id: "fr", consumption_country: "FR", vat_rate_bps: 2_000, vat_amount_minor: 2_000 }),
  sale({ event_id: "odd", dispatch_country: undefined }),
  refund("sale-1", { event_id: "r", supply_date: "2025-08-20" }),
];

const today = await todayWithTimeLeft();

describe("POST lock", () => {
  let seller: Account;
  let lock: LockedPeriodDetail;
  let before: string;
  let after: string;
  beforeAll(async () => {
    seller = await sellerWith(...RICH);
    before = new Date().toISOString();
    lock = await locked(seller, "2025-Q3");
    after = new Date().toISOString();
  });

  it("answers 201 with the frozen quarter", async () => {
    expect(lock).toMatchObject({
      status: "locked",
      period_key: "2025-Q3",
      member_state_identification: "SE",
      return_currency: "EUR",
      filing_due_date: "2025-10-31",
      filing_status: "review_required",
      nil_return_eligible: false,
      total_source_event_count: 4,
      included_source_event_count: 3,
      excluded_source_event_count: 1,
      warning_count: 1,
      jurisdiction_count: 2,
      export_count: 6,
      totals: {
        taxable_minor: 19_000,
        current_vat_minor: 3_710,
        correction_vat_minor: 0,
        payable_vat_minor: 3_710,
      },
      locked_by: seller.full.split("_")[2],
      previous_sha256: null,
    });
    expect(lock.locked_at >= before && lock.locked_at <= after).toBe(true);
    expect(lock.exports.map(({ kind, format }) => [kind, format])).toEqual(FILES);
    const { items, current_period } = await listed(seller, "?period=2025-Q3");
    const { exports, ...view } = lock;
    const unpaid = { payment_status: "unpaid", outstanding_minor: view.totals.payable_vat_minor };
    expect(items).toEqual([{ ...view, ...unpaid }]);
    expect(current_period).toMatchObject(lock);
  });

  it("stores six files that are what their hashes say", async () => {
    const { exports, locked_at } = lock;
    for (const { id, kind, format, size_bytes, sha256, created_at } of exports) {
      const bytes = await download(seller, id);
      expect(bytes.length).toBe(size_bytes);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
      expect(created_at).toBe(locked_at);
      expect(id).toBe(`union-oss.2025-Q3.${kind}.${format}.${sha256.slice(0, 16)}`);
    }
  });

  it("freezes what the live views show at that time", async () => {
    const { exports, locked_at, totals } = lock;
    const stored = async (n: number) =>
      (await download(seller, exports[n]?.id ?? "")).toString("utf8");
    const live = async (path: string) =>
      (await call(seller.readOnly, "GET", `/v1/reports/${path}period=2025-Q3`)).text;
    const pairs = [
      [0, "oss-quarterly-summary/export?format=json&"],
      [1, "oss-quarterly-summary/export?format=csv&"],
      [2, "country-vat-breakdown/export?format=json&"],
      [3, "country-vat-breakdown/export?format=csv&"],
      [4, "oss-accountant-report?"],
    ] as const;
    const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
    for (const [n, path] of pairs) {
      const frozen = await stored(n);
      expect(new Set(frozen.match(instant))).toEqual(new Set([locked_at]));
      const now = await live(path);
      const same = (text: string) =>
        text.startsWith("{")
          ? JSON.parse(text.replaceAll(instant, ""))
          : text.replaceAll(instant, "");
      expect(same(frozen)).toEqual(same(now));
    }
    const paper = readWorkbook(await download(seller, exports[5]?.id ?? ""));
    expect(paper.get("Summary")?.rows).toContainEqual([
      "Locked by",
      expect.stringContaining(`${locked_at.slice(11, 16)} UTC`),
    ]);
    expect(paper.get("Summary")?.rows).toContainEqual([
      "Total payable, nothing set off",
      totals.payable_vat_minor / 100,
    ]);
    const { report } = JSON.parse(await stored(0));
    expect(report.totals.payable_vat).toBe((totals.payable_vat_minor / 100).toFixed(2));
  });

  it("locks a quarter without supplies as a nil return", async () => {
    expect(await locked(await newSeller(), "2025-Q1")).toMatchObject({
      filing_status: "nil_return",
      nil_return_eligible: true,
      total_source_event_count: 0,
      jurisdiction_count: 0,
      export_count: 6,
    });
  });

  it("stores the working paper in the language of who locks, alone or with other nil returns", async () => {
    const german = await newSeller();
    const alone = await postLock(german, "2025-Q1&language=de");
    expect(alone.status, alone.text).toBe(201);
    const nil = { period_keys: ["2025-Q2"], language: "de" };
    await call(german.full, "POST", "/v1/returns/union-oss/nil-returns", nil);
    for (const quarter of ["2025-Q1", "2025-Q2"]) {
      const { exports } = await current(german, quarter);
      const paper = readWorkbook(await download(german, exports[5]?.id ?? ""));
      expect([...paper.keys()]).toContain("Überleitung");
    }
  });

  it("locks the quarter that ended yesterday and needs no rates for it", async () => {
    const ended = quarterOn(plusDays(quarterOn(today).firstDay, -1));
    const event = sale({
      supply_date: ended.lastDay,
      taxable_amount_minor: 100,
      vat_amount_minor: 19,
    });
    expect(await locked(await sellerWith(event), ended.key)).toMatchObject({
      totals: { payable_vat_minor: 19 },
    });
  });

  it("chains a quarter to the one locked before it, whichever that is of", async () => {
    const earlier = await locked(seller, "2024-Q4");
    expect(earlier.previous_sha256).toBe(lock.sha256);
    expect((await listed(seller)).items.map(({ period_key }) => period_key)).toEqual([
      "2025-Q3",
      "2024-Q4",
    ]);
  });
});

describe("a lock is refused", () => {
  const running = quarterOn(today);
  let unlocked: Account;
  beforeAll(async () => {
    unlocked = await newSeller();
  });

  it("409 twice, and the first lock is unchanged", async () => {
    const seller = await sellerWith(sale());
    const first = await locked(seller, "2025-Q3");
    await commit(seller, sale({ event_id: "late" }));
    expect(await postLock(seller, "2025-Q3")).toMatchObject({
      status: 409,
      body: { error: "period_already_locked" },
    });
    expect((await listed(seller)).items).toEqual([
      expect.objectContaining({ sha256: first.sha256 }),
    ]);
  });

  test.for([running.key, quarterOn(plusDays(running.lastDay, 1)).key, "2999-Q4"])(
    "409 for %s, which has not ended",
    async (period) => {
      expect(await postLock(unlocked, period)).toMatchObject({
        status: 409,
        body: { error: "period_not_ended" },
      });
      expect((await listed(unlocked, `?period=${period}`)).current_period).toBeUndefined();
    },
  );

  it("422 without a registration, and with two", async () => {
    const seller = await newAccount("locks");
    expect(await postLock(seller, "2025-Q3")).toMatchObject({
      status: 422,
      body: { error: "registration_required" },
    });
    // Before the registrations are looked at.
    expect(await postLock(seller, running.key)).toMatchObject({ status: 409 });
    expect((await listed(seller)).items).toEqual([]);
  });

  it("409 before 422 when the registration is gone", async () => {
    const seller = await newSeller();
    await locked(seller, "2025-Q3");
    const path = "/v1/tax-registrations/1";
    expect((await call(seller.full, "PATCH", path, { status: "excluded" })).status).toBe(200);
    expect(await postLock(seller, "2025-Q3")).toMatchObject({ status: 409 });
    expect(await postLock(seller, "2025-Q2")).toMatchObject({ status: 422 });
  });

  test.for(["", "?period=", "?period=2025-Q5", "?period=2025-3", "?quarter=2025-Q3"])(
    "400 for the query %s",
    async (query) => {
      const refused = await call(unlocked.full, "POST", `${LOCKS}${query}`);
      expect(refused).toMatchObject({ status: 400, body: { error: "invalid_period" } });
    },
  );

  /** A lock is for ten years: what somebody believes to ask for must not be passed over. */
  test.for<[body: string, error: string]>([
    ['{"dry_run":true}', "invalid_request"],
    ['{"filing_reference":"X"}', "invalid_request"],
    ["[]", "invalid_request"],
    ["null", "invalid_request"],
    ["{", "invalid_json"],
    ['{"dry_run":true,"dry_run":false}', "invalid_json"],
  ])("400 for the body %s", async ([body, error]) => {
    const refused = await call(unlocked.full, "POST", `${LOCKS}?period=2024-Q3`, body);
    expect([refused.status, refused.body["error"]]).toEqual([400, error]);
    expect((await listed(unlocked)).items).toEqual([]);
  });

  it("not for an empty body", async () => {
    const { full } = await newSeller();
    expect((await call(full, "POST", `${LOCKS}?period=2024-Q3`, "{}")).status).toBe(201);
  });

  itInTurn("403 with a read-only key, which may list and download", async () => {
    const seller = await sellerWith(sale());
    const path = `${LOCKS}?period=2025-Q3`;
    expect(await call(seller.readOnly, "POST", path)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect((await listed(seller)).items).toEqual([]);
    const { exports } = await locked(seller, "2025-Q3");
    expect((await download(seller, exports[0]?.id ?? "")).length).toBe(exports[0]?.size_bytes);
    expect(await call(undefined, "POST", path)).toMatchObject({ status: 401 });
    expect(await call(undefined, "GET", LOCKS)).toMatchObject({ status: 401 });
  });

  itInTurn("locks are the account's own", async () => {
    await locked(await newSeller(), "2025-Q3");
    const other = await newAccount("locks");
    await register(other, "DK");
    expect((await listed(other, "?period=2025-Q3")).current_period).toBeUndefined();
    expect(await locked(other, "2025-Q3")).toMatchObject({
      member_state_identification: "DK",
      return_currency: "DKK",
      previous_sha256: null,
    });
  });
});
