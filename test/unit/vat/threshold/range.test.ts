import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import {
  rangeFaults,
  requestedRange,
  yearBefore,
  yearsOf,
  yearToDate,
} from "../../../../shared/vat/threshold/turnover.ts";

const TODAY = "2026-03-05" as IsoDate;
const day = (text: string) => text as IsoDate;

it("knows the year to date and the year before", () => {
  expect(yearToDate(TODAY)).toEqual({ from: "2026-01-01", to: TODAY });
  expect(yearToDate(day("2026-01-01"))).toEqual({ from: "2026-01-01", to: "2026-01-01" });
  expect(yearBefore(TODAY)).toEqual({ from: "2025-01-01", to: "2025-12-31" });
});

test.for([
  [{}, "2026-01-01", "2026-03-05"],
  [{ from: "2025-06-01" }, "2025-06-01", "2026-03-05"],
  [{ to: "2026-12-31" }, "2026-01-01", "2026-12-31"],
  [{ from: "2024-02-29", to: "2024-02-29" }, "2024-02-29", "2024-02-29"],
] as const)("%j is %s to %s", ([asked, from, to]) => {
  expect(requestedRange(asked as { from?: IsoDate; to?: IsoDate }, TODAY)).toEqual({ from, to });
  expect(rangeFaults({ threshold_type: "oss", ...asked }, TODAY)).toEqual([]);
});

test.for([
  ["2026-01-01", "2026-03-05", ["2025", "2026"]],
  ["2025-06-01", "2026-03-05", ["2025", "2026"]],
  ["2023-12-31", "2026-01-01", ["2023", "2024", "2025", "2026"]],
  ["1000-01-01", "1000-01-01", ["0999", "1000"]],
] as const)("%s to %s needs the sums of %j", ([from, to, years]) => {
  expect(yearsOf({ from: day(from), to: day(to) })).toEqual(years);
});

describe("rangeFaults", () => {
  test.for([
    [{ from: "2025-01-02", to: "2025-01-01" }, "backwards"],
    [{ from: "2026-03-06" }, "after today, where the range ends"],
    [{ to: "2025-12-31" }, "before 1 January, where the range begins"],
    [{ from: "2016-12-31", to: "2026-01-01" }, "eleven years"],
  ])("refuses %j (%s)", ([asked]) => {
    const faults = rangeFaults({ threshold_type: "oss", ...(asked as object) }, TODAY);
    expect(faults).toMatchObject([{ field: "from" }]);
  });

  test.for([
    [{ threshold_type: "oss", from: "2017-01-01", to: "2026-12-31" }, "ten years"],
    [{ threshold_type: "oss", from: "soon", to: "2025-01-01" }, "the schema tells"],
    [{ threshold_type: "ioss", from: "2025-01-02", to: "2025-01-01" }, "the schema tells"],
    [null, "no object"],
    ["oss", "no object"],
  ] as const)("has nothing to say about %j (%s)", ([body]) => {
    expect(rangeFaults(body, TODAY)).toEqual([]);
  });
});
