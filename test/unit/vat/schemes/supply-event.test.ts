import { describe, expect, it } from "vitest";
import {
  type EventFields,
  supplyEventOf,
  withLink,
} from "../../../../shared/vat/schemes/supply-event.ts";
import { makeEventRecord } from "../../../make/event-record.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";

describe("the fields of an event", () => {
  it.for<Partial<EventFields>>([
    { consumption_country: undefined },
    { vat_rate_bps: undefined },
    { rate_category: undefined },
  ])("are no sale without place and rate, and may be a refund: %o", (missing) => {
    expect(() => supplyEventOf(makeSale(missing))).toThrow("the sale sale-1 has no place or rate");
    expect(supplyEventOf(makeRefund(missing))).toEqual(makeRefund(missing));
  });

  it("are a sale to a consumer unless they say otherwise", () => {
    const unsaid = { customer_type: undefined };
    expect(supplyEventOf(makeSale(unsaid)).customer_type).toBe("b2c");
    expect(supplyEventOf(makeSale({ customer_type: "b2b" })).customer_type).toBe("b2b");
    expect(supplyEventOf(makeRefund(unsaid)).customer_type).toBeUndefined();
  });

  it("are a sale also at a rate of zero", () => {
    expect(supplyEventOf(makeSale({ vat_rate_bps: 0 })).vat_rate_bps).toBe(0);
  });
});

it("only a non-sale takes a link", () => {
  const link = { status: "waiting" } as const;
  expect(withLink(makeEventRecord(makeSale()), link).link).toBeUndefined();
  expect(withLink(makeEventRecord(makeRefund()), link).link).toEqual(link);
});
