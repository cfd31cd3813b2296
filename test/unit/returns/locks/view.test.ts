import { describe, expect, it, test } from "vitest";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { countryBreakdown } from "../../../../shared/returns/compute/compute.ts";
import { comparedLock, frozenReturn } from "../../../../shared/returns/locks/compare-lock.ts";
import { type LockedPeriod, lockMarkOf } from "../../../../shared/returns/locks/locked-period.ts";
import {
  declaredFigures,
  lockOfPreview,
  wholeReturn,
} from "../../../../shared/returns/locks/return-view.ts";
import { contentSha256 } from "../../../../shared/returns/locks/snapshot.ts";
import { lockPart, lockView, lockWithExports } from "../../../../shared/returns/locks/view.ts";
import { makeLock } from "../../../make/locked-period.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  makeReturn,
  ratesOf,
} from "../../../make/return-input.ts";

const SEK_10 = [ratesOf("2025-Q3", { SEK: "10", CZK: "24" })];
const SEK_11 = [ratesOf("2025-Q3", { SEK: "11", CZK: "25" })];

const sums = [
  lineTally({ currency: "SEK" }, 1_000, 190),
  excludedTally("needs_review_excluded", 1),
];

const lockOf = (tallies: readonly RunningSum[], rates = SEK_10): LockedPeriod => {
  const made = computedReturn(tallies, { rates });
  return { ...makeLock([], made), content_sha256: contentSha256(made.report) };
};

const compare = (
  lock: LockedPeriod,
  today: readonly RunningSum[],
  options: Parameters<typeof makeReturn>[1] = { rates: SEK_10 },
) => {
  const marks = { changes: 1, locks: [lockMarkOf(lock)], openings: [] };
  return comparedLock(lock, makeReturn(today, options), new Map([["u2025-Q3", marks]]));
};

describe("a locked return", () => {
  const lock = lockOf(sums);

  it("is what the ledger makes while nothing has changed", () => {
    const compared = compare(lock, sums);
    expect(compared).toMatchObject({ changes: { changed: false }, declared_in: null });
    expect(compared.current_return).toEqual(compared.locked_return);
    expect([
      lockOfPreview(compared, wholeReturn),
      lockOfPreview(compared, countryBreakdown),
    ]).toEqual([null, null]);
    expect(lockPart(compared)).toMatchObject({ changed_lines: { rows: [], corrections: [] } });
  });

  it("is changed by a supply, which the next return declares", () => {
    const compared = compare(lock, [...sums, lineTally({}, 50, 10)]);
    expect(compared).toMatchObject({ changes: { changed: true }, declared_in: ["2025-Q4"] });
    expect(declaredFigures(compared, wholeReturn)).toMatchObject({
      totals: { taxable_minor: 100 },
      lock: { changed_lines: { rows: [{}] }, current_return: { totals: { taxable_minor: 150 } } },
    });
    expect(declaredFigures(compared, countryBreakdown)).toMatchObject({
      countries: [{ totals: { taxable_minor: 100 } }],
      lock: { current_return: { countries: [{ totals: { taxable_minor: 150 } }] } },
    });
    expect(lockOfPreview(compared, wholeReturn)).toMatchObject({
      current_return: null,
      locked_return: compared.locked_return,
    });
    expect(lockOfPreview(compared, countryBreakdown)).toMatchObject({
      locked_return: { countries: [{ totals: { taxable_minor: 100 } }] },
    });
  });

  it("has nothing to declare where a rate alone was published anew", () => {
    const compared = compare(lock, sums, { rates: SEK_11 });
    expect(compared).toMatchObject({ changes: { changed: true }, declared_in: null });
  });

  it("is not compared where the return of today is in another currency, or missing", () => {
    for (const options of [{ state: "DK", rates: SEK_10 }, { registrations: [] }] as const) {
      const compared = compare(lock, sums, options);
      expect([compared.current_return, compared.changes]).toEqual([null, null]);
      expect(lockPart(compared).changed_lines).toBeNull();
      expect(lockOfPreview(compared, wholeReturn)).toBeTruthy();
      expect(declaredFigures(compared, countryBreakdown)).toMatchObject({
        lock: { current_return: null },
      });
    }
  });

  it("shows the rates of its supplies, and not all of its period", () => {
    expect(lock.exchange_rates.map(({ currency }) => currency)).toEqual(["CZK", "HRK", "SEK"]);
    const { locked_return } = compare(lock, sums);
    expect(locked_return.exchange_rates.map(({ currency }) => currency)).toEqual(["SEK"]);
  });

  it("shows the rates of its corrections by their quarter", () => {
    const corrected = [...sums, correctionTally({ currency: "CZK" }, -100, -19)];
    const rates = [...SEK_10, ratesOf("2025-Q2", { CZK: "24" })];
    const { locked_return } = compare(lockOf(corrected, rates), corrected, { rates });
    expect(locked_return.exchange_rates.map(({ period, currency }) => [period, currency])).toEqual([
      ["2025-Q3", "SEK"],
      ["2025-Q2", "CZK"],
    ]);
  });

  it("is compared where no rates of its quarter are known today", () => {
    expect(compare(lock, sums, { rates: [] })).toMatchObject({ changes: { changed: true } });
  });

  it("is printed as it was, under its registration", () => {
    const printed = frozenReturn(compare(lock, [lineTally({}, 9, 9)]));
    expect(printed).toMatchObject({
      status: "covered",
      registration: { id: 1 },
      report: { totals: { taxable_minor: 100 } },
      total_source_event_count: 2,
      excluded_source_event_count: 1,
    });
  });

  it("is paid where its balance is above zero", () => {
    const line = (taxable: number, vat: number) =>
      compare(lockOf([lineTally({}, taxable, vat)]), []).locked_return.balances;
    expect(line(5, 1)).toMatchObject([{ included_in_grand_total: true }]);
    expect(line(5, 0)).toMatchObject([{ included_in_grand_total: false }]);
  });
});

describe("the view of a lock", () => {
  const lock = lockOf(sums);
  const filed = {
    filed_at: "2025-10-15",
    recorded_at: "2025-10-15T10:00:00.000Z",
    recorded_by: "key-1",
  } as NonNullable<LockedPeriod["filed"]>;
  const previous = {
    scheme_type: "ioss",
    period_key: "2025-07",
    registration_id: 2,
    sha256: "2".repeat(64),
  } as NonNullable<LockedPeriod["previous"]>;

  test.for<[what: string, lock: LockedPeriod, shown: object, empty: string[]]>([
    ["locked", lock, { status: "locked", previous_sha256: null }, ["filed", "prepared_by"]],
    [
      "filed",
      { ...lock, filed },
      { status: "filed", filed: { ...filed, filing_reference: null } },
      ["prepared_by"],
    ],
    ["prepared", { ...lock, prepared_by: "person-2" }, { prepared_by: "person-2" }, ["filed"]],
    ["chained", { ...lock, previous }, { previous_sha256: previous.sha256 }, []],
  ])("%s", ([, one, visible, empty]) => {
    const view = lockView(one);
    expect(view).toMatchObject(visible);
    const { changed_since_lock, declared_in, changed_lines, ...part } = lockPart(
      compare(one, sums),
    );
    for (const name of empty) {
      expect(view).toHaveProperty(name, null);
      expect(part).toHaveProperty(name, null);
    }
    expect(view).toMatchObject(part);
    expect(part).toMatchObject(one.prepared_by ? { prepared_by: one.prepared_by } : {});
    const file = {
      id: "f1",
      kind: "return",
      format: "csv",
      size_bytes: 7,
      sha256: "3".repeat(64),
      created_at: lock.locked_at,
    };
    const stored = { ...file, object: "place in the bucket" } as object;
    const exports = [stored] as LockedPeriod["exports"];
    expect(lockWithExports({ ...one, exports })).toEqual({
      ...view,
      export_count: 1,
      exports: [file],
    });
  });

  it("is marked as lacking rates where a supply was left out for one", () => {
    const lacking = lockOf([...sums, lineTally({ currency: "AED" }, 1, 1)]);
    expect([lock, lacking].map((one) => lockMarkOf(one).lacks_rates)).toEqual([false, true]);
  });
});

test("a preview that is not locked is shown as it is", () => {
  const made = computedReturn(sums, { rates: SEK_10 });
  expect(declaredFigures(made, wholeReturn)).toBe(made.report);
  expect(declaredFigures(made, countryBreakdown)).not.toHaveProperty("lock");
  expect(declaredFigures(made, countryBreakdown)).toHaveProperty("countries");
  expect([
    lockOfPreview(undefined, wholeReturn),
    lockOfPreview(undefined, countryBreakdown),
  ]).toEqual([null, null]);
});
