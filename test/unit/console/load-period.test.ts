import { expect, it } from "vitest";
import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { mayBeFiledElsewhere } from "../../../console/src/period/load-period.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";

const TODAY = "2026-11-24" as IsoDate;

const due = (period_key: string, registration_id: number, state: string) =>
  ({ scheme_type: "union_oss", period_key, registration_id, state }) as DueReturn;

const RETURNS = [
  due("2026-Q3", 1, "open"),
  due("2026-Q2", 1, "filed_elsewhere"),
  due("2026-Q2", 2, "open"),
];

it.for([
  ["one that is open", "union-oss", "2026-Q3", undefined, false],
  ["one that was filed elsewhere", "union-oss", "2026-Q2", undefined, true],
  ["one that was filed elsewhere under its registration", "union-oss", "2026-Q2", 1, true],
  ["an open one under another registration", "union-oss", "2026-Q2", 2, false],
  ["an older one that is not overdue", "union-oss", "2024-Q2", undefined, true],
  ["one of another scheme that is not due yet", "ioss", "2026-11", undefined, false],
] as const)(
  "of %s the opening is requested as the overview says",
  ([, scheme, period, registration, expected]) => {
    const identity = { scheme, period, registration };
    expect(mayBeFiledElsewhere(identity, RETURNS, TODAY)).toBe(expected);
  },
);
