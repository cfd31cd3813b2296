import { expect, it } from "vitest";
import type { ReturnRow } from "../../../client/src/eu-vat-client.ts";
import { fieldsOfRow } from "../../../console/src/period/figure-parts.ts";

const row: ReturnRow = {
  section: "2d",
  member_state_of_consumption: "DE",
  supply_kind: "goods",
  from_member_state: "PL",
  rate_category: "reduced",
  vat_rate_bps: 700,
  taxable_amount_minor: 10_000,
  vat_amount_minor: 700,
  event_count: 2,
};

it("a line asks for the events of exactly that line", () => {
  expect(fieldsOfRow(row)).toEqual({
    section: "2d",
    member_state_of_consumption: "DE",
    supply_kind: "goods",
    vat_rate_bps: 700,
    from_member_state: "PL",
    rate_category: "reduced",
  });
});

it("a line of a scheme without sections or of goods from home asks for less", () => {
  const simple = { ...row, section: null, from_member_state: null, rate_category: "zero" };
  expect(fieldsOfRow(simple)).toEqual({
    member_state_of_consumption: "DE",
    supply_kind: "goods",
    vat_rate_bps: 700,
  });
});
