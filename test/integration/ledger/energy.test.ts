import { describe, expect, it } from "vitest";
import { makeEnergy, makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { calculate, calculated, commitOf, makeCalculation } from "../../stack/calculations.ts";
import { workspaceOf } from "../../stack/importer.ts";
import { commit, committed, idsOf, newSeller, shown, summaryOf } from "../../stack/seller.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const SWEDISH = { establishment_country: "SE", fixed_establishments: [] };
const CODE = "energy_not_yet_in_scheme_excluded";
const on = (day: string) => ({ supply_date: day as SentEvent["supply_date"] });
const Q2 = on("2026-05-20");

/** Electricity of EUR 100.00 without VAT for a consumer in Germany. */
const electricity = (transaction_date: string, more: object = {}) => ({
  country: "DE",
  tax_class_id: "electricity",
  gross_amount_minor: 10_000,
  price_includes_vat: false,
  transaction_date,
  supply: { supply_kind: "energy", ...more },
});

describe("a calculation of energy", () => {
  it("is taxed where it is consumed, in the national return until 2026 and in the Union return from 2027", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const german = { taxed_in: "DE", vat_rate_bps: 1_900, vat_amount_minor: 1_900 };
    expect(await calculated(seller, electricity("2026-12-31"))).toMatchObject({
      ...german,
      treatment: "domestic",
      treatment_reason: expect.stringContaining("only from 2027-01-01"),
    });
    expect(await calculated(seller, electricity("2027-01-01"))).toMatchObject({
      ...german,
      treatment: "union_oss",
      treatment_reason: expect.stringContaining("Directive (EU) 2025/516"),
    });
  });

  it("knows neither dispatch nor a deemed supplier", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const more = { dispatch_country: "SE", supplier_role: "deemed_supplier" };
    const body = makeCalculation(electricity("2027-01-01", more));
    const answer = await calculate(seller, body);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        details: [{ field: "supply.dispatch_country" }, { field: "supply.supplier_role" }],
      },
    });
  });
});

describe("energy in the ledger before 2027", () => {
  it("is kept, found by its own code, and is in no return and no threshold", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const [energy, goods] = await committed(seller, [
      makeEnergy({ ...Q2, establishment_country: undefined }),
      makeSale(Q2),
    ]);
    expect(energy).toMatchObject({
      treatment: "domestic",
      classification_status: "excluded",
      classification_reasons: ["energy_not_yet_in_scheme"],
      period: "2026-Q2",
    });
    expect(goods).toMatchObject({ treatment: "union_oss", classification_status: "classified" });
    expect((await shown(seller, "energy-1")).body).toMatchObject({ exclusion_code: CODE });
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      rows: [{ section: "2b", vat_amount_minor: 1_900, event_count: 1 }],
      totals: { payable_vat_minor: 1_900 },
      warnings: [{ code: CODE, count: 1 }],
      total_source_event_count: 2,
      excluded_source_event_count: 1,
    });
    expect(await idsOf(seller, `?period=2026-Q2&warning=${CODE}`)).toEqual(["energy-1"]);
    const sourceEventsPath = `/v1/returns/union-oss/2026-Q2/events?warning=${CODE}`;
    expect((await call(seller.readOnly, "GET", sourceEventsPath)).body).toMatchObject({
      items: [{ event_id: "energy-1" }],
    });
    // Nobody can put right what the law leaves out.
    expect((await workspaceOf(seller, "2026-Q2")).union_oss.status).toBe("ready");
    const range = { threshold_type: "oss", from: "2026-01-01", to: "2026-12-31" };
    const check = await call(seller.readOnly, "POST", "/v1/vat/threshold-check", range);
    expect(check.body).toMatchObject({ current_minor: 10_000 });
  });

  it("takes its refunds with it", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const refund = makeRefund({
      supply_kind: "energy",
      original_event_id: "energy-1",
      ...on("2026-07-10"),
    });
    const items = await committed(seller, [refund, makeEnergy(Q2)]);
    expect(items).toMatchObject([{ link_status: "linked", treatment: "domestic" }, {}]);
    expect(await summaryOf(seller, "2026-Q3")).toMatchObject({
      rows: [],
      corrections: [],
      warnings: [{ code: CODE, count: 1 }],
    });
    const audit = await auditOf(seller.account);
    expect(audit).toMatchObject({ differences: [], stale_links: [] });
  });

  itInTurn("is the same when a calculation of it is committed", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const { transaction_id } = await calculated(seller, electricity("2026-05-20"));
    const sale = { event_id: "meter-7", event_type: "sale" };
    expect((await commitOf(seller, transaction_id, sale)).body.items).toMatchObject([
      {
        treatment: "domestic",
        classification_status: "excluded",
        classification_reasons: ["energy_not_yet_in_scheme"],
      },
    ]);
    expect((await shown(seller, "meter-7")).body).toMatchObject({ exclusion_code: CODE });
  });

  it("comes through a network, and is dispatched from nowhere", async () => {
    const seller = await newSeller("SE", SWEDISH);
    expect(await commit(seller, makeEnergy({ ...Q2, dispatch_country: "SE" }))).toMatchObject({
      status: 400,
      body: { details: [{ field: "dispatch_country" }] },
    });
  });
});
