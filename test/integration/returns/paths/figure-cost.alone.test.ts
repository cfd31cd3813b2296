import { describe, expect, it } from "vitest";
import { periodNamed } from "../../../../shared/core/calendar/dates.ts";
import { SourceEventsQuery } from "../../../../shared/returns/drill-down/drill-down.ts";
import { listSourceEvents } from "../../../../shared/returns/drill-down/list-source-events.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import type { Account } from "../../../stack/api.ts";
import { countTurns } from "../../../stack/count-turns.ts";
import { newSeller } from "../../../stack/seller.ts";
import { commit, sale } from "../locks/locking.ts";
import { got } from "./sellers.ts";
import { tied } from "./tied-figures.ts";

const Q2 = "/v1/returns/union-oss/2025-Q2";

describe("a figure of more than 1,500 events", () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      sale({
        event_id: `${name}-${at}`,
        supply_date: "2025-05-05",
        currency: "PLN",
        taxable_amount_minor: 1_001 + at,
        vat_amount_minor: 190,
      }),
    );

  it("is their sum, converted and rounded once, and costs as many calls as that of three", async () => {
    const [few, seller] = [await newSeller("DE"), await newSeller("DE")];
    await commit(few, ...many("few", 3));
    for (const name of ["a", "b", "c", "d"]) await commit(seller, ...many(name, 400));
    const { items, figure } = await tied(seller, Q2, { member_state_of_consumption: "DE" });
    expect(items).toHaveLength(1_600);
    const report = await got<Return>(seller, Q2);
    expect(report.rows).toMatchObject([
      {
        event_count: 1_600,
        taxable_amount_minor: figure.taxable_amount_minor,
        vat_amount_minor: figure.vat_amount_minor,
      },
    ]);
    const period = periodNamed("2025-Q2");
    if (!period) throw new Error("no period");
    const query = SourceEventsQuery.parse({ limit: "2", member_state_of_consumption: "DE" });
    const costOf = ({ account }: Account) =>
      countTurns(() => listSourceEvents(account, { scheme: UNION_OSS, period }, query));
    expect(await costOf(seller)).toEqual(await costOf(few));
    // Registrations; sums, markers and lock; rates; twelve shards of the index; events; names of orders.
    expect((await costOf(seller)).calls).toBeLessThanOrEqual(20);
  });
});
