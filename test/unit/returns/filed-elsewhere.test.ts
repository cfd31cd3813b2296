import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import { readinessOf } from "../../../shared/returns/compute/status.ts";
import { makeRegistration } from "../../make/registration.ts";
import {
  computedReturn,
  correctionTally,
  lineTally,
  ratesOf,
  reportOf,
} from "../../make/return-input.ts";

const opening = (period_key: string, member_state_identification = "SE", registration_id = 1) => ({
  period_key: period_key as PeriodKey,
  registration_id,
  member_state_identification,
});
const rates = [ratesOf("2025-Q2", { SEK: "10" })];
const named = (changes = {}, vat = -100) =>
  correctionTally({ named: true, ...changes }, vat * 5, vat);

const sweden = (changes: Parameters<typeof makeRegistration>[0]) =>
  makeRegistration({ member_state_identification: "SE", ...changes });

/** To Germany until 2025-06-30, and to Sweden since. */
const moved = [
  makeRegistration({
    id: 1,
    member_state_identification: "DE",
    status: "ended",
    effective_to: "2025-06-30" as IsoDate,
  }),
  sweden({ id: 2, effective_from: "2025-07-01" as IsoDate }),
];

describe("a correction that names its period", () => {
  it("is declared when a return of that period was filed elsewhere", () => {
    const openings = [opening("2025-Q2")];
    expect(reportOf([named()], { rates, openings })).toMatchObject({
      corrections: [
        { original_period: "2025-Q2" as PeriodKey, vat_amount_minor: -100, event_count: 1 },
      ],
      warnings: [],
    });
  });

  it("is in one entry with those that name their sale", () => {
    const openings = [opening("2025-Q2")];
    const tallies = [named(), correctionTally({}, -50, -10), named({ currency: "SEK" }, -2_000)];
    expect(reportOf(tallies, { rates, openings }).corrections).toMatchObject([
      { vat_amount_minor: -310, event_count: 3 },
    ]);
  });

  it.for<[string, Parameters<typeof reportOf>[1], string]>([
    ["nothing is recorded", { openings: [] }, "correction_opening_missing_excluded"],
    [
      "another quarter is recorded",
      { openings: [opening("2025-Q1")] },
      "correction_opening_missing_excluded",
    ],
    [
      "it was filed with a former state",
      { openings: [opening("2025-Q2", "DE")], registrations: moved },
      "correction_to_former_state_excluded",
    ],
    ["no rate is known", { openings: [opening("2025-Q2")] }, "missing_exchange_rate_excluded"],
  ])("is left out when %s", ([, options, code]) => {
    const currency = code === "missing_exchange_rate_excluded" ? "USD" : "EUR";
    const report = reportOf([named({ currency })], { rates, ...options });
    expect(report).toMatchObject({ corrections: [], warnings: [{ code, count: 1 }] });
  });

  it("asks for the opening, not for a registration of that quarter", () => {
    const openings = [opening("2025-Q2")];
    const registrations = [sweden({ effective_from: "2025-07-01" as IsoDate })];
    const { corrections } = reportOf([named()], { rates, openings, registrations });
    expect(corrections).toHaveLength(1);
  });

  it("keeps a return from being ready while its opening is missing", () => {
    expect(readinessOf(computedReturn([named()], { rates }))).toMatchObject({
      status: "review_required",
      detail: expect.stringContaining("correction_opening_missing_excluded 1"),
    });
  });
});

describe("the return of a period that was filed elsewhere", () => {
  it("is no nil return, though the ledger holds nothing of it", () => {
    expect(readinessOf(computedReturn([]))).toMatchObject({ status: "nil_return" });
    const openings = [opening("2025-Q3")];
    expect(readinessOf(computedReturn([], { openings }))).toMatchObject({
      status: "ready",
      detail: expect.stringContaining("filed elsewhere"),
    });
    expect(readinessOf(computedReturn([lineTally({}, 5, 1)], { openings }))).toMatchObject({
      detail: expect.stringContaining("filed elsewhere"),
    });
  });

  it("is that of one registration", () => {
    const openings = [opening("2025-Q3", "DE", 7)];
    expect(readinessOf(computedReturn([], { openings })).status).toBe("nil_return");
  });
});
