import { beforeAll, describe, expect, it } from "vitest";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import type { LockedPeriodList } from "../../../../shared/returns/locks/schema.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { calculated, commitOf } from "../../../stack/calculations.ts";
import { importMonthOf } from "../../../stack/importer.ts";
import { committed, reclassify, shown } from "../../../stack/seller.ts";
import { got, register } from "../paths/sellers.ts";
import { tellAndFile } from "./filing.ts";
import { german, MONTHS, Q1, Q2, Q3, Q4, unsure } from "./outside-union.ts";
import { imported } from "./supplies.ts";

let seller: Account;

beforeAll(async () => {
  seller = await newAccount("us");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: "US" });
  const since = { effective_from: "2025-01-01" };
  await register(seller, "non_union_oss", "IE", {
    ...since,
    vat_registration_number: "EU372000017",
  });
  await register(seller, "ioss", "NL", {
    ...since,
    vat_registration_number: "IM5280000017",
    ioss_intermediary_name: "Pakket B.V.",
    ioss_intermediary_number: "IN5280000025",
  });
});

describe("a year of downloads from the United States, in the non-Union scheme", () => {
  it("begins with a calculation that is committed", async () => {
    const calculation = await calculated(seller, {
      gross_amount_minor: 119_000,
      transaction_date: "2025-01-15",
      supply: { supply_kind: "tbe_services" },
    });
    expect(calculation).toMatchObject({
      treatment: "non_union_oss",
      taxed_in: "DE",
      net_amount_minor: 100_000,
      vat_amount_minor: 19_000,
    });
    const { event_id, event_type } = german;
    const { body } = await commitOf(seller, calculation.transaction_id, { event_id, event_type });
    expect(body.items).toMatchObject([{ treatment: "non_union_oss", period: "2025-Q1" }]);
  });

  it("2025-Q1: a customer of whom nobody knew where, until somebody has looked", async () => {
    const [item] = await committed(seller, unsure);
    expect(item).toMatchObject({
      classification_status: "needs_review",
      classification_reasons: ["location_evidence_conflict"],
    });
    await reclassify(seller, "unsure", "classified", "the card is German");
    await tellAndFile(seller, "non-union-oss", Q1);
    for (const [id, treatment] of [
      ["business", "reverse_charge"],
      ["london", "export"],
    ] as const) {
      expect((await shown(seller, id)).body).toMatchObject({
        treatment,
        classification_status: "excluded",
      });
    }
  });

  it("2025-Q2: refunds, a price cut, and a sale that came late", async () => {
    await tellAndFile(seller, "non-union-oss", Q2);
  });

  it("2025-Q3: new rates, and a customer who was in another Member State", async () => {
    await reclassify(seller, "unsure", "excluded", "in France, see sure");
    await tellAndFile(seller, "non-union-oss", Q3);
  });

  it("2025-Q4: a cancellation, a credit note, and a sale of the third quarter", async () => {
    await tellAndFile(seller, "non-union-oss", Q4);
  });
});

describe("a year of imports by way of an intermediary", () => {
  it.for(MONTHS)("$period", async (month) => {
    if (month.period === "2025-12") await valueDoll();
    await tellAndFile(seller, "ioss", month);
  });

  /** Without a customs value in euro nobody knows whether EUR 150 are exceeded. */
  async function valueDoll() {
    const unknown = imported("doll-unknown", "2025-12-27", "FR", 80, 20, { currency: "USD" });
    await committed(seller, unknown);
    const month = await importMonthOf(seller, "2025-12");
    expect(month).toMatchObject({
      status: "review_required",
      warnings: [{ code: "consignment_value_unverified_excluded", count: 1 }],
    });
    await reclassify(
      seller,
      "doll-unknown",
      "excluded",
      "committed again with its value, see doll",
    );
  }
});

describe("at the end of the year", () => {
  const LOCKS = "/v1/reports/locked-return-periods";

  it("sixteen returns are filed, none has changed that nobody has declared, and sums are right", async () => {
    const filed = await Promise.all(
      ["non-union-oss", "ioss"].map((slug) => got<LockedPeriodList>(seller, `${LOCKS}/${slug}`)),
    );
    expect(filed.map(({ items }) => items.map(({ status }) => status))).toEqual([
      Array(4).fill("filed"),
      Array(12).fill("filed"),
    ]);
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 16, faults: [] });
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
    for (const path of ["non-union-oss/2026-Q1", "ioss/2026-01"]) {
      expect(await got(seller, `/v1/returns/${path}`)).toMatchObject({
        rows: [],
        corrections: [],
        late_changes: [],
      });
    }
  });

  it("destination has been taxed from the first cent (Art. 59c(1)(a))", async () => {
    const range = { threshold_type: "oss", from: "2025-01-01", to: "2025-12-31" };
    const { body } = await call(seller.readOnly, "POST", "/v1/vat/threshold-check", range);
    expect(body).toMatchObject({
      destination_taxation_applies: true,
      decision: { certain: true, reasons: [{ code: "established_outside_union" }] },
    });
  });
});
