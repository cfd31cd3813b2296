import { describe, expect, it } from "vitest";
import type { EventId } from "../../../../shared/core/ids.ts";
import {
  correctedParts,
  type NamedOriginal,
  partsOf,
} from "../../../../shared/ledger/calculate/portions.ts";
import { errorOf } from "../../../make/refusal.ts";

describe("the events of a calculation", () => {
  it("have its id if it has one rate, and the id with the rate appended if it has several", () => {
    expect([...partsOf("o-1" as EventId, [1_900])]).toEqual([[1_900, "o-1"]]);
    expect([...partsOf("o-1" as EventId, [1_900, 700])]).toEqual([
      [1_900, "o-1-1900"],
      [700, "o-1-700"],
    ]);
  });
});

describe("what corrects a calculation", () => {
  const original: NamedOriginal = {
    field: "original_event_id",
    event_id: "o-1" as EventId,
    parts: partsOf("o-1" as EventId, [2_550, 1_000]),
  };

  it("corrects the part of its rate", () => {
    expect(correctedParts([1_000], original)).toEqual(["o-1-1000"]);
    expect(correctedParts([1_000, 2_550], original)).toEqual(["o-1-1000", "o-1-2550"]);
  });

  it("is told every rate that no part has", () => {
    expect(errorOf(() => correctedParts([1_400, 2_550, 0], original))).toMatchObject({
      code: "original_rate_missing",
      details: [
        {
          field: "original_event_id",
          message: "o-1 has no part at 14 %, only o-1-2550 (25.5 %), o-1-1000 (10 %)",
        },
        {
          field: "original_event_id",
          message: "o-1 has no part at 0 %, only o-1-2550 (25.5 %), o-1-1000 (10 %)",
        },
      ],
    });
  });
});
