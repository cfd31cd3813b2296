import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import {
  openingBodyFaults,
  openingFaults,
  rejectRunning,
} from "../../../../shared/returns/openings/opening.ts";
import type { OpeningRequest } from "../../../../shared/returns/openings/schema.ts";
import { newOpening } from "../../../make/opening.ts";
import { errorOf } from "../../../make/refusal.ts";
import { periodAt } from "../../../make/return-input.ts";

const TODAY = "2026-02-01" as IsoDate;

describe("a body", () => {
  it.for<[string, unknown, string[]]>([
    ["with rows", newOpening(), []],
    ["of a nil return", newOpening({ rows: [] }), []],
    ["with totals", { currency: "EUR", filed_at: "2025-04-22", member_states: [] }, []],
    ["with both", newOpening({ member_states: [] }), ["member_states"]],
    ["with neither", { currency: "EUR", filed_at: "2025-04-22" }, ["rows"]],
    ["with rows that cannot be read", { ...newOpening(), rows: "none" }, []],
    [
      "filed the day after tomorrow",
      newOpening({ filed_at: "2026-02-03" as IsoDate }),
      ["filed_at"],
    ],
    ["filed tomorrow, east of Greenwich", newOpening({ filed_at: "2026-02-02" as IsoDate }), []],
    ["that is no object", 7, ["rows"]],
    ["that is nothing", null, ["rows"]],
  ])("%s", ([, body, fields]) => {
    expect(openingBodyFaults(body, TODAY).map(({ field }) => field)).toEqual(fields);
  });
});

const correction = (original_period: string, state = "DE", vat_amount_minor = -100) => ({
  original_period: original_period as PeriodKey,
  member_state_of_consumption: state as "DE",
  vat_amount_minor,
});
const state = (member_state_of_consumption: "DE" | "FR") => ({
  member_state_of_consumption,
  taxable_amount_minor: 1_000,
  vat_amount_minor: 190,
});

describe("as a return of 2025-Q1", () => {
  it.for<[string, Partial<OpeningRequest>, string[]]>([
    ["filed on the day after", { filed_at: "2025-04-01" as IsoDate }, []],
    ["filed on its last day", { filed_at: "2025-03-31" as IsoDate }, ["filed_at"]],
    ["with a correction of the quarter before", { corrections: [correction("2024-Q4")] }, []],
    [
      "with one of itself, of a later one and of a month",
      { corrections: [correction("2025-Q1"), correction("2025-Q2"), correction("2024-11")] },
      [0, 1, 2].map((n) => `corrections.${n}.original_period`),
    ],
    [
      "with a correction twice",
      {
        corrections: [
          correction("2024-Q4"),
          correction("2024-Q4", "FR"),
          correction("2024-Q4", "DE", 5),
        ],
      },
      ["corrections.2"],
    ],
    [
      "with a Member State twice",
      { rows: undefined, member_states: [state("DE"), state("FR"), state("DE")] },
      ["member_states.2"],
    ],
  ])("%s", ([, changes, fields]) => {
    const faults = openingFaults(newOpening(changes), periodAt("2025-Q1"));
    expect(faults.map(({ field }) => field)).toEqual(fields);
  });

  it("takes months in a month", () => {
    const given = newOpening({ corrections: [correction("2025-02"), correction("2024-Q4")] });
    expect(openingFaults(given, periodAt("2025-03")).map(({ field }) => field)).toEqual([
      "corrections.1.original_period",
    ]);
  });
});

it("a period that is not over cannot have been filed", () => {
  const refused = (day: string) => () => rejectRunning(periodAt("2025-Q1"), day as IsoDate);
  expect(errorOf(refused("2025-03-31")).code).toBe("period_not_ended");
  expect(refused("2025-04-01")).not.toThrow();
});
