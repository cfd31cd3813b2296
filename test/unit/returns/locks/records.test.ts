import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId, PeriodKey } from "../../../../shared/core/ids.ts";
import type { Currency } from "../../../../shared/core/money/money.ts";
import { retainUntil } from "../../../../shared/platform/retention.ts";
import { withRecordedRates } from "../../../../shared/returns/locks/declared-returns.ts";
import { exportId, returnOfExport } from "../../../../shared/returns/locks/locked-period.ts";
import { listQueryOf, lockPage } from "../../../../shared/returns/locks/schema.ts";
import { lockFileAt, lockFileKey } from "../../../../shared/returns/locks/snapshot.ts";
import { UNION_INPUT } from "../../../../shared/returns/path-schema.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { makeLock } from "../../../make/locked-period.ts";
import { periodAt, ratesOf } from "../../../make/return-input.ts";

const LIST_QUERY = listQueryOf(UNION_INPUT);

describe("an export id", () => {
  const sha256 = "0123456789abcdef".repeat(4);
  const artifact = { kind: "accountant_report", format: "json" } as const;
  const id = exportId(UNION_OSS, periodAt("2025-Q3"), artifact, sha256);

  it.for([
    [UNION_OSS, "2025-Q3", "union-oss.2025-Q3.accountant_report.json.0123456789abcdef"],
    [IOSS, "2025-08", "ioss.2025-08.accountant_report.json.0123456789abcdef"],
  ] as const)("names its scheme, period, kind, format and content: %s", ([scheme, key, named]) => {
    const period = periodAt(key);
    expect(exportId(scheme, period, artifact, sha256)).toBe(named);
    expect(returnOfExport(named)).toEqual({ scheme, period });
  });

  test.for([
    "",
    "1",
    id.replace("Q3", "Q7"),
    id.replace("union-oss", "no-scheme"),
    id.slice("union-oss.".length),
    `${id}0`,
    id.slice(1),
    id.toUpperCase(),
    `x.${id}`,
  ])("is none: %s", (text) => expect(returnOfExport(text)).toBeUndefined());
});

describe("files are kept", () => {
  test.for([
    ["2025-03-31", "2025-04-02T00:00:00Z", "2035-12-31"],
    ["2025-12-31", "2026-01-15T00:00:00Z", "2036-01-15"],
    ["2021-09-30", "2026-11-21T00:00:00Z", "2036-11-21"],
    ["2023-12-31", "2024-02-29T12:00:00Z", "2034-02-28"],
  ])("of a quarter to %s locked at %s: until %s", ([lastDay, lockedAt, until]) => {
    expect(retainUntil({ lastDay: lastDay as IsoDate }, new Date(lockedAt as string))).toBe(until);
  });
});

describe("the rates of a correction", () => {
  const published = ratesOf("2025-Q2", { SEK: "11", CZK: "24" });
  const recorded = (currency: Currency, rate: string, period = "2025-Q2") => ({
    currency,
    rate,
    date: "2025-06-30" as IsoDate,
    period: period as PeriodKey,
  });
  const rateOf = (...record: Parameters<typeof withRecordedRates>[1]) => {
    const { quotes } = withRecordedRates(published, record);
    return (currency: Currency) => quotes.get(currency)?.rate;
  };

  it("are those on record, currency by currency", () => {
    const rate = rateOf(recorded("SEK", "10"), recorded("PLN", "4"));
    expect((["SEK", "CZK", "PLN", "USD"] as const).map(rate)).toEqual(["10", "24", "4", undefined]);
  });

  it("are not those that the return used for other quarters", () => {
    expect(rateOf(recorded("SEK", "9", "2025-Q1"))("SEK")).toBe("11");
  });

  it("leave what was published alone", () => {
    rateOf(recorded("SEK", "10"));
    expect(published.quotes.get("SEK")?.rate).toBe("11");
  });
});

describe("the list", () => {
  it("covers twenty quarters by default", () => {
    expect(LIST_QUERY.parse({})).toEqual({ limit: 20 });
    expect(LIST_QUERY.parse({ limit: "200" }).limit).toBe(200);
  });

  it("continues after its last quarter", () => {
    const lock = (period_key: string) => ({
      ...makeLock(),
      period_key: period_key as PeriodKey,
    });
    const locks = [lock("2025-Q3"), lock("2025-Q2"), lock("2025-Q1")];
    const { items, next_cursor } = lockPage(locks, [], 2);
    expect(items.map(({ period_key }) => period_key)).toEqual(["2025-Q3", "2025-Q2"]);
    expect(LIST_QUERY.parse({ cursor: next_cursor }).cursor).toEqual(["2025-Q2", 1]);
    expect(lockPage(locks, [], 3).next_cursor).toBeNull();
    expect(lockPage([], [], 3)).toEqual({ items: [], next_cursor: null });
  });
});

describe("a file of a lock", () => {
  const sha256 = "0123456789abcdef".repeat(4);
  const lock = { scheme_type: "ioss", period_key: "2025-08" as PeriodKey, sha256 };

  it("is named by the hash of its snapshot", () => {
    const key = lockFileKey("account" as LedgerId, lock, "seal");
    expect(key).toBe(`account/ioss/2025-08/${sha256}.seal.json`);
    expect(lockFileAt(key)).toEqual({ kind: "seal", sha256 });
  });

  test.for([
    "",
    `account/ioss/2025-08/${sha256}.other.json`,
    `account/ioss/2025-08/${sha256}.seal.csv`,
    `account/ioss/2025-08/${sha256}.seal.json.gz`,
    `account/ioss/2025-08/0${sha256}.seal.json`,
    `account/ioss/2025-08/${sha256.slice(1)}.seal.json`,
  ])("is none: %s", (key) => expect(lockFileAt(key)).toBeUndefined());
});
