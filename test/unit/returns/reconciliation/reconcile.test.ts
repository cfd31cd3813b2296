import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import type { DirectDeclaration } from "../../../../shared/returns/compute/late-changes.ts";
import {
  correctablePeriods,
  reconcile,
  reconciliationWorkbook,
} from "../../../../shared/returns/reconciliation/reconcile.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { computedReturn, correctionTally, lineTally } from "../../../make/return-input.ts";
import { readWorkbook } from "../../../make/workbook-reader.ts";

const returnOf = (period: string, ...tallies: Parameters<typeof computedReturn>[0]): Return =>
  computedReturn(tallies, { period, state: "DE" }).report;

const change = { original_period: "2025-Q2" as PeriodKey, member_state_of_consumption: "DE" };

/** A quarter that was frozen at 190.00, holds 209.00 today, and is corrected by two later ones. */
function quarterWithLateChange() {
  const frozen = returnOf("2025-Q2", lineTally({}, 1_000_00, 190_00));
  const today = returnOf("2025-Q2", lineTally({}, 1_100_00, 209_00));
  const third = returnOf("2025-Q3", correctionTally({}, -100_00, -19_00));
  const late = { ...change, taxable_amount_minor: 100_00, vat_amount_minor: 19_00 };
  const next: Return = {
    ...returnOf("2025-Q4"),
    corrections: [{ ...late, event_count: 1 }],
    late_changes: [{ ...late, event_count_difference: 1 }],
  };
  return { frozen, today, third, next };
}

const AMOUNTS = (taxable_minor: number, vat_minor: number) => ({ taxable_minor, vat_minor });

describe("a reconciliation", () => {
  it("has its lines by period and Member State, and names the returns of a correction in order", () => {
    const ofStates = (period: string) =>
      returnOf(
        period,
        ...["FR", "AT", "DE"].map((consumption_country) =>
          lineTally({ consumption_country }, 100_00, 19_00),
        ),
      );
    const [second, first] = ["2025-Q2", "2025-Q1"].map(ofStates) as [Return, Return];
    const late = { ...change, taxable_amount_minor: 1, vat_amount_minor: 0 };
    const [fourth, third] = ["2025-Q4", "2025-Q3"].map(
      (period): Return => ({
        ...returnOf(period),
        corrections: [{ ...late, event_count: 1 }],
        late_changes: [{ ...late, event_count_difference: 1 }],
      }),
    ) as [Return, Return];
    const locked = [second, first].map((frozen) => ({ frozen, today: frozen }));
    const { items } = reconcile(locked, [fourth, third]);
    expect(items.map((one) => [one.period_key, one.member_state_of_consumption])).toEqual([
      ["2025-Q1", "AT"],
      ["2025-Q1", "DE"],
      ["2025-Q1", "FR"],
      ["2025-Q2", "AT"],
      ["2025-Q2", "DE"],
      ["2025-Q2", "FR"],
    ]);
    expect(items[4]?.in_returns).toEqual(["2025-Q3", "2025-Q4"]);
  });

  it("says what was declared, corrected and is still to be declared, and what the ledger holds", () => {
    const { frozen, today, third, next } = quarterWithLateChange();
    const locked = [
      { frozen, today },
      { frozen: third, today: third },
    ];
    expect(reconcile(locked, [next])).toEqual({
      items: [
        {
          period_key: "2025-Q2" as PeriodKey,
          member_state_of_consumption: "DE",
          return_currency: "EUR" as const,
          declared: AMOUNTS(1_000_00, 190_00),
          corrected: AMOUNTS(-100_00, -19_00),
          to_declare: AMOUNTS(100_00, 19_00),
          in_returns: ["2025-Q4"],
          ledger: AMOUNTS(1_000_00, 190_00),
          difference: AMOUNTS(0, 0),
        },
      ],
      late_changes: [
        {
          declared_in: "2025-Q4" as PeriodKey,
          return_currency: "EUR" as const,
          ...change,
          taxable_amount_minor: 100_00,
          vat_amount_minor: 19_00,
          event_count_difference: 1,
        },
      ],
    });
  });

  it("shows the difference where no return takes a change any more", () => {
    const { frozen, today } = quarterWithLateChange();
    const [item] = reconcile([{ frozen, today }], [returnOf("2025-Q3")]).items;
    expect(item).toMatchObject({
      to_declare: AMOUNTS(0, 0),
      in_returns: [],
      difference: AMOUNTS(100_00, 19_00),
    });
  });

  it("leaves out periods that are not locked, whatever corrects them", () => {
    const third = returnOf("2025-Q3", correctionTally({}, -100_00, -19_00));
    expect(reconcile([{ frozen: third, today: third }], []).items).toEqual([]);
  });

  it("keeps currencies apart", () => {
    const { frozen, today } = quarterWithLateChange();
    const crowns = { ...frozen, return_currency: "SEK" as const };
    const { items } = reconcile(
      [
        { frozen, today: frozen },
        { frozen: crowns, today: { ...today, return_currency: "SEK" } },
      ],
      [],
    );
    expect(items.map((item) => [item.return_currency, item.difference.vat_minor])).toEqual([
      ["EUR", 0],
      ["SEK", 19_00],
    ]);
  });
});

describe("the periods that may still be corrected", () => {
  it.for([
    // 2023-Q3 was due on 2023-10-31.
    [UNION_OSS, "2026-10-31", "2023-Q3", "2026-Q4"],
    [UNION_OSS, "2026-11-01", "2023-Q4", "2026-Q4"],
    [IOSS, "2026-11-30", "2023-10", "2026-11"],
    [IOSS, "2026-12-01", "2023-11", "2026-12"],
  ] as const)("of %o on %s are those from %s to %s", ([scheme, today, first, last]) => {
    const keys = correctablePeriods(scheme, today as IsoDate, () => false).map(({ key }) => key);
    expect([keys[0], keys.at(-1)]).toEqual([first, last]);
    expect(keys).toEqual([...new Set(keys)].sort());
  });

  // Case A30 of a tax engineer: the return of 2026-Q3 is open, and still corrects 2023-Q3.
  it("are counted from the earliest open return, which declares late changes", () => {
    const today = "2026-11-23" as IsoDate;
    const until = (last: string) => correctablePeriods(UNION_OSS, today, ({ key }) => key <= last);
    expect(until("2026-Q2")[0]?.key).toBe("2023-Q3");
    expect(until("2026-Q3")[0]?.key).toBe("2023-Q4");
  });
});

describe("its workbook", () => {
  it("has the same figures as numbers", async () => {
    const { frozen, today, next } = quarterWithLateChange();
    const content = {
      scheme_type: "union_oss" as const,
      as_of: "2025-10-20" as IsoDate,
      from: "2022-Q3" as PeriodKey,
      locked_periods: ["2025-Q2" as PeriodKey],
      open_periods: ["2025-Q3" as PeriodKey, "2025-Q4" as PeriodKey],
      ...reconcile([{ frozen, today }], [next]),
      direct_declarations: [
        {
          scheme_type: "union_oss" as const,
          original_period: "2022-Q1" as PeriodKey,
          member_state_of_consumption: "FR",
          member_state_identification: "SE",
          return_currency: "EUR",
          taxable_amount_minor: 500,
          vat_amount_minor: 100,
          event_count_difference: 1,
          reason: "after_three_years" as const,
        },
      ] as DirectDeclaration[],
      recount_pending: null,
    };
    const sheets = readWorkbook(await reconciliationWorkbook(content, "2025-10-20T09:00:00.000Z"));
    expect([...sheets.keys()]).toEqual(["Reconciliation", "Late", "Direct", "About"]);
    expect(sheets.get("Reconciliation")?.rows[1]).toEqual([
      ...["2025-Q2", "DE", "EUR"],
      ...[1_000, 190, 0, 0, 100, 19, 1_100, 209, 0, 0],
      "2025-Q4",
    ]);
    expect(sheets.get("Late")?.rows[1]).toEqual(["2025-Q4", "2025-Q2", "DE", "EUR", 100, 19]);
    expect(sheets.get("Direct")?.rows[1]).toEqual([
      ...["2022-Q1", "FR", "SE", "EUR", 5, 1, "after_three_years"],
    ]);
    for (const { frozen: rows } of sheets.values()) expect(rows).toBe(1);
  });
});
