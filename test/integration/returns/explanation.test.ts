import { expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import { commit, locked, postFiled, sale } from "./locks/locking.ts";

const explained = async (key: string, event_id: string) =>
  (await call(key, "GET", `/v1/supply-events/${event_id}/explanation`)).body;

it("a sale of a filed return is explained by its place, rate, row, lock and what came after", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const supply_date = "2025-08-14" as IsoDate;
  await commit(seller, sale({ event_id: "first", supply_date }));
  await locked(seller, "2025-Q3");
  await postFiled(seller, "2025-Q3");
  await commit(seller, sale({ event_id: "late", supply_date }));
  const first = await explained(seller.readOnly, "first");
  expect(first).toMatchObject({
    event: { event_id: "first" },
    place: { country: "DE", rule: "distance_sale", articles: "Art. 14(4)(1), 33(a), 369b" },
    rate: { vat_rate_bps: 1_900, is_in_force: true },
    return: {
      period_key: "2025-Q3",
      row: { member_state_of_consumption: "DE", vat_rate_bps: 1_900, event_count: 2 },
      correction: null,
      contribution: { taxable_amount: "100.0000", vat_amount: "19.0000", exchange_rates: [] },
      lock: { status: "filed", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      after_lock: false,
      declared_in: null,
    },
    left_out_as: null,
    sale: null,
    corrected_by: [],
  });
  expect(await explained(seller.readOnly, "late")).toMatchObject({
    return: { after_lock: true, declared_in: ["2025-Q4"], lock: { status: "filed" } },
  });
});

it("an e-book is explained by the rate of electronic supplies, with its note", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const { dispatch_country: _, ...ebook } = sale({
    event_id: "e-book",
    supply_date: "2025-08-14" as IsoDate,
    supply_kind: "tbe_services",
    establishment_country: "SE",
    consumption_country: "HU",
    tax_class_id: "books",
    vat_rate_bps: 2_700,
    vat_amount_minor: 2_700,
  });
  await commit(seller, ebook);
  expect(await explained(seller.readOnly, "e-book")).toMatchObject({
    rate: {
      tax_classes: [
        {
          tax_class_id: "books",
          applies_to: "electronic",
          rate_note: expect.stringContaining("E-books"),
        },
      ],
    },
  });
});

it("a refund of an earlier quarter is explained by its correction, its sale and their rate", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const inCzechia = {
    consumption_country: "CZ",
    currency: "CZK",
    vat_rate_bps: 2_100,
    vat_amount_minor: 2_100,
  } as const;
  const refund = { event_type: "refund", original_event_id: "sold" } as const;
  await commit(
    seller,
    sale({ event_id: "sold", supply_date: "2025-08-14" as IsoDate, ...inCzechia }),
    sale({ event_id: "back", supply_date: "2025-11-03" as IsoDate, ...inCzechia, ...refund }),
  );
  const back = await explained(seller.readOnly, "back");
  expect(back).toMatchObject({
    return: {
      period_key: "2025-Q4",
      row: null,
      correction: { original_period: "2025-Q3", member_state_of_consumption: "CZ" },
      contribution: {
        vat_amount: expect.stringMatching(/^-0\.8\d{3}$/),
        exchange_rates: [{ currency: "CZK", date: "2025-09-30", period: "2025-Q3" }],
      },
    },
    sale: { event_id: "sold" },
  });
  expect(await explained(seller.readOnly, "sold")).toMatchObject({
    corrected_by: [{ event_id: "back" }],
    has_more_corrections: false,
  });
});

it("an event that no return declares is explained by the reason, and an unknown one is not found", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const atHome = { consumption_country: "SE", vat_rate_bps: 2_500, vat_amount_minor: 2_500 };
  await commit(
    seller,
    sale({ event_id: "at-home", ...atHome }),
    sale({ event_id: "unsure", classification_status: "needs_review" }),
    sale({ event_id: "before", supply_date: "2021-06-30" as IsoDate }),
  );
  expect(await explained(seller.readOnly, "at-home")).toMatchObject({
    place: { rule: "goods_within_a_state", articles: "Art. 31, 32" },
    rate: { is_in_force: null, tax_classes: [] },
    return: { row: null, contribution: null },
    left_out_as: "classification_excluded",
  });
  expect(await explained(seller.readOnly, "unsure")).toMatchObject({
    left_out_as: "needs_review_excluded",
  });
  expect(await explained(seller.readOnly, "before")).toMatchObject({ return: null });
  const { status } = await call(seller.readOnly, "GET", "/v1/supply-events/none/explanation");
  expect(status).toBe(404);
});
