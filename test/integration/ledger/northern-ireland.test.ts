import { beforeEach, describe, expect, it } from "vitest";
import { makeRefund, makeSale, makeService } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { commit, committed, newSeller, summaryOf } from "../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

describe("Northern Ireland", () => {
  it("is a Member State for goods", async () => {
    await committed(seller, [
      makeSale({ event_id: "to", consumption_country: "XI" }),
      makeSale({ event_id: "from", dispatch_country: "XI" }),
    ]);
    const { rows } = await summaryOf(seller, "2025-Q3");
    expect(
      rows.map((row) => [row.section, row.member_state_of_consumption, row.from_member_state]),
    ).toEqual([
      ["2b", "XI", null],
      ["2d", "DE", "XI"],
    ]);
  });

  it.for([
    ["consumption_country", makeService({ consumption_country: "XI" })],
    ["establishment_country", makeService({ establishment_country: "XI" })],
    ["consumption_country", makeRefund({ supply_kind: "tbe_services", consumption_country: "XI" })],
  ] as const)("is none for services: %s", async ([field, event]) => {
    expect(await commit(seller, event)).toMatchObject({
      status: 400,
      body: { details: [{ field }] },
    });
  });
});
