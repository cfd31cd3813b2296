import { beforeAll, describe, expect, it } from "vitest";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { reclassify, shown } from "../../../stack/seller.ts";
import { got, register } from "../paths/sellers.ts";
import { tellAndFile } from "./filing.ts";
import { MONTHS, QUARTERS } from "./own-shop-and-marketplace.ts";

let seller: Account;

beforeAll(async () => {
  seller = await newAccount("cn");
  await call(seller.full, "PUT", "/v1/account", { establishment_country: "CN" });
  const { status } = await call(seller.full, "POST", "/v1/sources", {
    source_key: "amazon",
    display_name: "Amazon",
    channel_type: "marketplace",
    marketplace_deemed_supplier: true,
  });
  expect(status).toBe(201);
  const since = { effective_from: "2025-01-01" };
  await register(seller, "union_oss", "DE", { ...since, vat_registration_number: "DE123456789" });
  await register(seller, "ioss", "NL", {
    ...since,
    vat_registration_number: "IM5280000033",
    ioss_intermediary_name: "Pakket B.V.",
    ioss_intermediary_number: "IN5280000025",
  });
});

const turnoverTo = async (to: string) => {
  const range = { threshold_type: "oss", from: "2025-01-01", to };
  return (await call(seller.readOnly, "POST", "/v1/vat/threshold-check", range)).body;
};

describe("a year of goods from warehouses in the Union, of a seller in China", () => {
  it.for(QUARTERS)("$period", async (quarter) => {
    if (quarter.period === "2025-Q3") {
      await reclassify(seller, "mistaken", "excluded", "sold through the marketplace");
    }
    await tellAndFile(seller, "union-oss", quarter);
  });

  const EXCLUDED = "classification_excluded";

  it.for<[string, string, string?]>([
    ["amazon-fr", "deemed_by_marketplace"],
    ["amazon-de", "deemed_by_marketplace"],
    ["amazon-fr-back", "deemed_by_marketplace", "correction_reference_invalid_excluded"],
    ["at-home", "domestic"],
    ["at-home-pl", "domestic"],
    ["business", "reverse_charge"],
  ])("%s is in no return: %s", async ([id, treatment, code = EXCLUDED]) => {
    expect((await shown(seller, id)).body).toMatchObject({
      treatment,
      exclusion_code: code,
      exclusion_status: "rightful",
      checks: [],
    });
  });

  it("an own sale through the marketplace was a finding", async () => {
    expect((await shown(seller, "mistaken")).body.checks).toMatchObject([
      { code: "deemed_supplier_differs_from_source" },
    ]);
  });

  it("what the marketplace declares does not count as own turnover", async () => {
    // Until 28 February EUR 300.00 of the shop went abroad, and EUR 500.00 of the marketplace.
    expect(await turnoverTo("2025-02-28")).toMatchObject({
      current_minor: 30_000,
      destination_taxation_applies: true,
      decision: {
        reasons: [{ code: "established_outside_union" }, { code: "opted_for_destination" }],
      },
    });
  });
});

describe("a year of imports of the own shop, and of the marketplace", () => {
  it.for(MONTHS)("$period", async (month) => {
    await tellAndFile(seller, "ioss", month);
  });

  it("goods above EUR 150 are the seller's own, and nobody asks about the marketplace", async () => {
    const { body } = await shown(seller, "amazon-sofa");
    expect(body).toMatchObject({ supplier_role: "seller", treatment: "ioss", checks: [] });
  });

  it.for(["amazon-cup", "amazon-toy"])("%s is declared by the marketplace", async (id) => {
    expect((await shown(seller, id)).body.treatment).toBe("deemed_by_marketplace");
  });
});

describe("at the end of the year", () => {
  it("sixteen returns are filed, and sums and locks are right", async () => {
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 16, faults: [] });
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
    for (const path of ["union-oss/2026-Q1", "ioss/2026-01"]) {
      const next = await got(seller, `/v1/returns/${path}`);
      expect(next).toMatchObject({ rows: [], corrections: [], late_changes: [] });
    }
  });

  it("any Member State of dispatch may identify a seller outside the Union (Art. 369a)", async () => {
    const overview = await got(seller, "/v1/compliance/overview");
    expect(overview).toMatchObject({ covered_for_union_oss: true, hints: [] });
  });
});
