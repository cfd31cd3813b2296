import { describe, expect, it } from "vitest";
import {
  NOTHING_TOLD,
  type RatesTold,
  ratesChangedEvent,
  withChanges,
  withoutTelling,
} from "../../../shared/notifications/rate-changes.ts";
import { catalogueOf, type RateCatalogue } from "../../../shared/vat/reference-data/vat-rates.ts";
import { BUILT_IN_RATES } from "../../make/built-in-rates.ts";
import { overlayOf } from "../../make/rate-proposal.ts";

/** What is stored after a look at a catalogue on a day, and a telling that ended. */
const afterLook = (day: string, rates: RateCatalogue = BUILT_IN_RATES): RatesTold => {
  const { telling, ...told } = withChanges(NOTHING_TOLD, rates, new Date(`${day}T23:00:00Z`));
  expect(telling).toBeUndefined();
  return { ...told, version: 1 };
};

const told = (seen: RatesTold, instant: string, rates: RateCatalogue = BUILT_IN_RATES) => {
  const { telling } = withChanges(seen, rates, new Date(instant));
  return telling && ratesChangedEvent(telling);
};

describe("changed VAT rates", () => {
  it("are told on the first day of a rate: Estonia raises its standard rate, Italy and Portugal change others", () => {
    const seen = afterLook("2025-06-30");
    expect(told(seen, "2025-06-30T23:59:59Z")).toBeUndefined();
    const event = told(seen, "2025-07-01T00:00:00Z");
    expect(event?.data).toMatchObject({ day: "2025-07-01", countries: ["EE", "IT", "PT"] });
    expect(event?.data.tax_class_ids).toContain("standard");
    expect(event?.data.changes).toContainEqual({
      country: "EE",
      tax_class_id: "standard",
      form: "physical",
      rate_bps: 2_400,
      former_rate_bps: 2_200,
    });
  });

  it("are told of a rate that an operator has accepted: on its first day, and when it is withdrawn", () => {
    const accepted = catalogueOf(overlayOf(1, 2_100));
    const seen = afterLook("2026-12-30");
    expect(told(seen, "2026-12-31T12:00:00Z", accepted)).toBeUndefined();
    const event = told(seen, "2027-01-01T00:00:00Z", accepted);
    expect(event?.data.countries).toContain("DE");
    expect(event?.data.rates_version).toBe(accepted.version);
    const withdrawn = told(afterLook("2027-01-02", accepted), "2027-01-02T10:00:00Z");
    expect(withdrawn?.data.changes).toContainEqual({
      country: "DE",
      tax_class_id: "standard",
      form: "electronic",
      rate_bps: 1_900,
      former_rate_bps: 2_100,
    });
  });

  it("write nothing while nothing has changed", () => {
    const seen = afterLook("2026-03-03");
    expect(withChanges(seen, BUILT_IN_RATES, new Date("2026-03-04T00:00:00Z"))).toBe(seen);
  });

  it("wait while a telling is interrupted, which ends by its own instant alone", () => {
    const first = withChanges(afterLook("2025-06-30"), BUILT_IN_RATES, new Date("2025-07-01"));
    const seen = { ...first, version: 2 };
    expect(withChanges(seen, BUILT_IN_RATES, new Date("2026-01-01"))).toBe(seen);
    expect(withoutTelling(seen, "2025-07-01T00:00:00.001Z")).toBeUndefined();
    const ended = withoutTelling(seen, "2025-07-01T00:00:00.000Z");
    expect(ended).toEqual({ version: 2, rates: seen.rates });
  });
});
