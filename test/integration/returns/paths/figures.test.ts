import { describe, expect, it } from "vitest";
import type { Return, ReturnRow } from "../../../../shared/returns/schema.ts";
import { newSeller, reclassify } from "../../../stack/seller.ts";
import { commit, locked, refund, sale } from "../locks/locking.ts";
import { CASES, got, sellerOf } from "./sellers.ts";
import { listed, tied } from "./tied-figures.ts";

const rowQuery = ({ taxable_amount_minor, vat_amount_minor, event_count, ...row }: ReturnRow) =>
  row;

describe.for(CASES.filter(({ slug }) => slug !== "non-union-oss"))(
  "the figures of a return in $slug",
  (one) => {
    it("are those of the return, and what its events add up to", async () => {
      const seller = await sellerOf(one);
      const path = `/v1/returns/${one.slug}/${one.period}`;
      const report = await got<Return>(seller, path);
      for (const row of report.rows) {
        const { figure } = await tied(seller, path, rowQuery(row));
        expect(figure).toMatchObject({ vat_amount_minor: row.vat_amount_minor });
        expect(figure).toMatchObject({ taxable_amount_minor: row.taxable_amount_minor });
      }
      for (const row of report.corrections) {
        const { original_period, member_state_of_consumption, vat_amount_minor } = row;
        const asked = { original_period, member_state_of_consumption };
        expect((await tied(seller, path, asked)).figure).toMatchObject({ vat_amount_minor });
      }
      for (const row of report.balances) {
        const { member_state_of_consumption, payable_vat_minor } = row;
        const { figure } = await tied(seller, path, { member_state_of_consumption });
        expect(figure.vat_amount_minor).toBe(payable_vat_minor);
      }
      for (const { code, count } of report.warnings) {
        const { figure } = await tied(seller, path, { warning: code });
        expect(figure).toMatchObject({ event_count: count, vat_amount_minor: null });
      }
      const { figure } = await tied(seller, path, {});
      expect(figure.event_count).toBe(report.total_source_event_count);
      expect(figure.excluded_event_count).toBe(report.excluded_source_event_count);
      expect((await tied(seller, path, { part: "rows" })).figure).toMatchObject({
        taxable_amount_minor: report.totals.taxable_minor,
        vat_amount_minor: report.totals.current_vat_minor,
      });
    });
  },
);

const Q1 = "/v1/returns/union-oss/2025-Q1";
const Q2 = "/v1/returns/union-oss/2025-Q2";

it("an event is converted at the rate of the period that it corrects, and names its day", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const polish = { currency: "PLN", consumption_country: "PL", vat_rate_bps: 2_300 } as const;
  await commit(seller, sale({ event_id: "sold", supply_date: "2025-02-03", ...polish }));
  await commit(
    seller,
    refund("sold", { event_id: "back", supply_date: "2025-05-05", ...polish }),
    sale({ event_id: "now", supply_date: "2025-05-06", ...polish }),
  );
  const { items } = await tied(seller, Q2, { member_state_of_consumption: "PL" });
  const ratesOf = (id: string) =>
    items.find(({ event_id }) => event_id === id)?.in_return?.exchange_rates;
  expect(ratesOf("back")).toMatchObject([
    { currency: "PLN", period: "2025-Q1", date: "2025-03-31" },
  ]);
  expect(ratesOf("now")).toMatchObject([
    { currency: "PLN", period: "2025-Q2", date: "2025-06-30" },
  ]);
});

it("a locked return has its figure as locked and since, and marks what came; late changes are a difference", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  await commit(
    seller,
    sale({ event_id: "stays", supply_date: "2025-03-03" }),
    sale({ event_id: "leaves", supply_date: "2025-03-04" }),
  );
  await locked(seller, "2025-Q1");
  const more = { taxable_amount_minor: 30_000, vat_amount_minor: 5_700, currency: "PLN" } as const;
  await commit(seller, sale({ event_id: "late", supply_date: "2025-03-05", ...more }));
  await reclassify(seller, "leaves", "excluded");
  const german = { member_state_of_consumption: "DE" };
  const { items, figure } = await tied(seller, Q1, german);
  expect(items.map(({ event_id, after_lock }) => [event_id, after_lock])).toEqual([
    ["stays", false],
    ["late", true],
  ]);
  expect(figure.as_locked).toEqual({
    event_count: 2,
    taxable_amount_minor: 20_000,
    vat_amount_minor: 3_800,
  });
  const change = figure.since_lock;
  expect(change?.event_count_difference).toBe(0);
  expect(figure.vat_amount_minor).toBe(3_800 + (change?.vat_amount_minor ?? 0));
  const left = await tied(seller, Q1, { warning: "classification_excluded" });
  expect(left.items).toMatchObject([{ event_id: "leaves", after_lock: true, in_return: null }]);
  // The next return declares the change: what came, less what left.
  const late = await tied(seller, Q2, { late: "true", ...german });
  expect(late.items.map(({ event_id }) => event_id)).toEqual(["leaves", "late"]);
  expect(late.items[0]?.in_return?.vat_amount).toBe("-19.0000");
  expect(late.figure).toMatchObject({
    event_count: null,
    vat_amount_minor: change?.vat_amount_minor,
  });
  const correction = await listed(seller, Q2, { original_period: "2025-Q1", ...german });
  expect(correction).toMatchObject({
    items: [],
    figure: { event_count: 0, late_changes: change },
  });
});
