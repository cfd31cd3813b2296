import { describe, expect, it, test } from "vitest";
import {
  type EventChanges,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
  type SentEvent,
} from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { calculated, commitOf } from "../../stack/calculations.ts";
import { workspaceOf } from "../../stack/importer.ts";
import {
  commit,
  committed,
  idsOf,
  newSeller,
  reclassify,
  register,
  shown,
  summaryOf,
} from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const SWEDISH = { establishment_country: "SE", fixed_establishments: [] };
const on = (supply_date: string) => ({ supply_date: supply_date as SentEvent["supply_date"] });
const Q2 = on("2026-05-20");

/** Of the year 2026, in euro cents. */
async function turnoverOf(account: Account): Promise<number> {
  const body = { threshold_type: "oss", from: "2026-01-01", to: "2026-12-31" };
  const path = "/v1/vat/threshold-check";
  return (await call<{ current_minor: number }>(account.readOnly, "POST", path, body)).body
    .current_minor;
}

const expectAudited = async ({ account }: Account) =>
  expect(await auditOf(account)).toMatchObject({ differences: [], stale_links: [] });

/**
 * The return of 2026-Q2 has one more sale of EUR 100.00 with EUR 19.00 and nothing else, and nobody has
 * to look at anything.
 */
async function expectNothingElseDue(seller: Account, warnings: readonly object[]): Promise<void> {
  await committed(seller, makeSale({ ...Q2, event_id: "plain" }));
  expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
    rows: [{ vat_amount_minor: 1_900, event_count: 1 }],
    corrections: [],
    warnings,
    totals: { payable_vat_minor: 1_900 },
  });
  expect((await workspaceOf(seller, "2026-Q2")).union_oss.status).toBe("ready");
  await expectAudited(seller);
}

describe("what the calculation has found", () => {
  it("R09: consulting for a German consumer is taxed in Sweden (Art. 45), in no return", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const supply = { supply_kind: "other_services" };
    const amount = { gross_amount_minor: 12_500, transaction_date: "2026-05-20" };
    const calculation = await calculated(seller, { ...amount, supply });
    expect(calculation).toMatchObject({
      treatment: "domestic",
      taxed_in: "SE",
      vat_rate_bps: 2_500,
    });
    const { body } = await commitOf(seller, calculation.transaction_id, {
      event_id: "consulting",
      event_type: "sale",
    });
    expect(body.items).toMatchObject([
      {
        treatment: "domestic",
        classification_status: "excluded",
        classification_reasons: ["domestic"],
      },
    ]);
    expect(await turnoverOf(seller)).toBe(0);
    await expectNothingElseDue(seller, [{ code: "classification_excluded", count: 1 }]);
  });

  it("D4: a sale below the threshold is taxed at home and counts towards it", async () => {
    const seller = await newAccount("small");
    const entered_turnover = [{ year: 2025, amount_minor: 0, currency: "SEK" as const }];
    await call(seller.full, "PUT", "/v1/account", { ...SWEDISH, entered_turnover });
    await register(seller, "SE", "2026-05-10");
    const supply = { supply_kind: "goods" };
    const amount = { gross_amount_minor: 12_500, transaction_date: "2026-05-04" };
    const calculation = await calculated(seller, { ...amount, supply });
    expect(calculation).toMatchObject({ treatment: "origin_below_threshold", vat_rate_bps: 2_500 });
    const { body } = await commitOf(seller, calculation.transaction_id, {
      event_id: "small",
      event_type: "sale",
    });
    expect(body.items).toMatchObject([{ treatment: "origin_below_threshold" }]);
    expect(await turnoverOf(seller)).toBe(10_000);
    await expectNothingElseDue(seller, [{ code: "classification_excluded", count: 1 }]);
    expect(await turnoverOf(seller)).toBe(20_000);
  });

  it("U22: a download of a seller outside the Union is in the non-Union scheme", async () => {
    const seller = await newSeller("DE", { establishment_country: "US", fixed_establishments: [] });
    const supply = { supply_kind: "tbe_services" };
    const amount = { country: "FR", gross_amount_minor: 12_000, transaction_date: "2026-05-20" };
    const calculation = await calculated(seller, { ...amount, supply });
    expect(calculation).toMatchObject({ treatment: "non_union_oss", vat_rate_bps: 2_000 });
    await commitOf(seller, calculation.transaction_id, {
      event_id: "calculated",
      event_type: "sale",
    });
    await committed(seller, [
      makeSale({ event_id: "goods", dispatch_country: "DE", consumption_country: "FR", ...Q2 }),
      makeService({
        event_id: "sent",
        consumption_country: "FR",
        establishment_country: "US",
        ...Q2,
      }),
    ]);
    for (const id of ["calculated", "sent"]) {
      expect((await shown(seller, id)).body).toMatchObject({
        treatment: "non_union_oss",
        classification_status: "classified",
        period: "2026-Q2",
        exclusion_code: null,
      });
    }
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      rows: [{ supply_kind: "goods", section: "2b", vat_amount_minor: 1_900 }],
      warnings: [],
      total_source_event_count: 1,
    });
    await expectAudited(seller);
  });
});

describe("a sale through a marketplace", () => {
  const HEADERS = { "X-Source-ID": "amazon" };

  it("debatable 2: is declared by the marketplace, and is in no return of the seller", async () => {
    const seller = await newSeller("DE", { establishment_country: "CN", fixed_establishments: [] });
    const amazon = { source_key: "amazon", display_name: "Amazon", channel_type: "marketplace" };
    const { status } = await call(seller.full, "POST", "/v1/sources", {
      ...amazon,
      marketplace_deemed_supplier: true,
    });
    expect(status).toBe(201);
    const through = makeSale({
      supplier_role: "underlying_seller",
      consumption_country: "FR",
      dispatch_country: "DE",
      vat_rate_bps: 2_000,
      vat_amount_minor: 2_000,
      ...Q2,
    });
    expect(await committed(seller, through, HEADERS)).toMatchObject([
      { treatment: "deemed_by_marketplace", classification_status: "excluded" },
    ]);
    expect((await shown(seller, "sale-1")).body).toMatchObject({
      supplier_role: "underlying_seller",
      checks: [],
    });
    expect(await turnoverOf(seller)).toBe(0);
    await expectNothingElseDue(seller, [{ code: "classification_excluded", count: 1 }]);
  });

  itInTurn("of the platform itself is declared by it", async () => {
    const platform = await newSeller("DE");
    const own = { dispatch_country: "DE" as const, ...Q2 };
    await committed(platform, makeSale({ supplier_role: "deemed_supplier", ...own }));
    expect((await shown(platform, "sale-1")).body).toMatchObject({
      supplier_role: "deemed_supplier",
      treatment: "union_oss",
    });
    expect((await summaryOf(platform, "2026-Q2")).totals.payable_vat_minor).toBe(1_900);
    expect(await turnoverOf(platform)).toBe(0);
  });
});

describe("a refund of what is in no return", () => {
  type Row = readonly [string, SentEvent, EventChanges, treatment: string, code: string];
  const EXCLUDED = "classification_excluded";
  const INVALID = "correction_reference_invalid_excluded";
  const AT_HOME = { dispatch_country: "SE", consumption_country: "SE" } as const;

  const ROWS: readonly Row[] = [
    [
      "D2: of a domestic sale",
      makeSale(AT_HOME),
      { consumption_country: "SE" },
      "domestic",
      EXCLUDED,
    ],
    [
      "debatable 12: of a B2B sale, as of a consumer",
      makeSale({ customer_type: "b2b", vat_amount_minor: 0 }),
      { vat_amount_minor: 0 },
      "reverse_charge",
      EXCLUDED,
    ],
    [
      "of a sale through a platform",
      makeSale({ supplier_role: "underlying_seller" }),
      {},
      "deemed_by_marketplace",
      EXCLUDED,
    ],
    [
      "of a sale at a rate of zero",
      makeSale({ rate_category: "zero", vat_rate_bps: 0, vat_amount_minor: 0 }),
      {},
      "union_oss",
      "unsupported_rate_category_excluded",
    ],
    [
      "of goods that are assembled",
      makeSale({ supply_kind: "assembly_installation", dispatch_country: undefined }),
      { supply_kind: "assembly_installation" },
      "union_oss",
      "unsupported_supply_kind_excluded",
    ],
  ];

  test.for(eachNth(4, ROWS))(
    "%s corrects no declared sale, and alarms nobody",
    async ([, sale, changes, treatment, code]) => {
      const seller = await newSeller("SE");
      const sold = { ...sale, ...Q2 };
      const refund = makeRefund({ ...changes, ...on("2026-06-10") });
      const items = await committed(seller, [sold, refund]);
      expect(items[1]).toMatchObject({ link_status: "linked", treatment });
      expect((await shown(seller, "refund-1")).body).toMatchObject({
        exclusion_code: INVALID,
        exclusion_status: "rightful",
        link_reason: `the original is excluded: ${code}`,
        treatment,
      });
      await expectNothingElseDue(seller, [
        { code, count: 1 },
        { code: INVALID, count: 1 },
      ]);
      expect(await idsOf(seller, `?period=2026-Q2&warning=${code}`)).toEqual(["sale-1"]);
      expect(await idsOf(seller, `?period=2026-Q2&warning=${INVALID}`)).toEqual(["refund-1"]);
    },
  );

  it("of an import above EUR 150 stays with it", async () => {
    const importer = await newSeller("SE");
    const consignment = {
      intrinsic_value_minor: 20_000,
      currency: "EUR" as const,
      excise_goods: false,
    };
    await committed(importer, [
      makeImport({ consignment, ...Q2 }),
      makeRefund({ supply_kind: "imported_goods", original_event_id: "import-1", ...Q2 }),
    ]);
    expect((await shown(importer, "refund-1")).body).toMatchObject({
      exclusion_code: INVALID,
      exclusion_status: "rightful",
      treatment: "ioss",
      link_status: "linked",
    });
    await expectAudited(importer);
  });

  it("comes back with its sale, and goes with it again", async () => {
    const seller = await newSeller("SE");
    const treatment = "origin_below_threshold" as const;
    await committed(seller, [makeSale({ ...Q2, treatment }), makeRefund(on("2026-07-10"))]);
    expect((await summaryOf(seller, "2026-Q3")).corrections).toEqual([]);
    await reclassify(seller, "sale-1", "classified");
    expect((await shown(seller, "refund-1")).body).toMatchObject({ treatment: "union_oss" });
    expect((await summaryOf(seller, "2026-Q3")).corrections).toMatchObject([
      { original_period: "2026-Q2", vat_amount_minor: -190 },
    ]);
    await reclassify(seller, "sale-1", "excluded");
    expect(await summaryOf(seller, "2026-Q3")).toMatchObject({
      corrections: [],
      warnings: [{ code: INVALID, count: 1 }],
    });
    await expectAudited(seller);
  });

  it("of a sale under review waits with it", async () => {
    const seller = await newSeller("SE");
    await committed(seller, [makeSale({ ...Q2, dispatch_country: undefined }), makeRefund(Q2)]);
    expect((await summaryOf(seller, "2026-Q2")).warnings).toEqual([
      { code: "needs_review_excluded", count: 1 },
      { code: INVALID, count: 1 },
    ]);
    expect((await shown(seller, "refund-1")).body.exclusion_status).toBe("open");
    expect((await workspaceOf(seller, "2026-Q2")).union_oss.status).toBe("review_required");
  });
});

describe("sales outside the Union", () => {
  const free = { vat_rate_bps: 0, vat_amount_minor: 0, rate_category: "zero" as const, ...Q2 };
  const EXPORTS = [
    makeSale({ event_id: "us", consumption_country: "US", ...free }),
    makeSale({ event_id: "gb", consumption_country: "GB", ...free, customer_type: "b2b" }),
    makeService({ event_id: "ch", consumption_country: "CH", ...free }),
  ];

  it("are taken in with all others, kept and listed, and are in no return", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const items = await committed(seller, [...EXPORTS, makeSale(Q2)]);
    expect(
      items.map(({ treatment, classification_reasons }) => [treatment, classification_reasons]),
    ).toEqual([
      ["export", ["export"]],
      ["export", ["export"]],
      ["export", ["export"]],
      ["union_oss", []],
    ]);
    expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
      rows: [{ member_state_of_consumption: "DE", event_count: 1 }],
      totals: { taxable_minor: 10_000, payable_vat_minor: 1_900 },
      warnings: [{ code: "classification_excluded", count: 3 }],
    });
    expect((await idsOf(seller, "?classification_status=excluded")).sort()).toEqual([
      "ch",
      "gb",
      "us",
    ]);
    expect((await workspaceOf(seller, "2026-Q2")).union_oss.status).toBe("ready");
    expect(await turnoverOf(seller)).toBe(10_000);
    await expectAudited(seller);
  });

  itInTurn("are committed as they were calculated", async () => {
    const seller = await newSeller("SE", SWEDISH);
    const amount = { country: "US", transaction_date: "2026-05-20" };
    const calculation = await calculated(seller, { ...amount, supply: { supply_kind: "goods" } });
    const { status, body } = await commitOf(seller, calculation.transaction_id, {
      event_id: "us",
      event_type: "sale",
    });
    expect([status, body.items[0]?.treatment]).toEqual([200, "export"]);
    await expectNothingElseDue(seller, [{ code: "classification_excluded", count: 1 }]);
  });

  it("that is no country is refused", async () => {
    const seller = await newSeller("SE");
    const nowhere = makeSale({ consumption_country: "ZZ" });
    expect(await commit(seller, nowhere)).toMatchObject({
      status: 400,
      body: { details: [{ field: "consumption_country" }] },
    });
  });
});

describe("a stated treatment", () => {
  test.for([
    [
      "that the facts leave open is taken",
      makeSale({ treatment: "origin_below_threshold" }),
      "excluded",
    ],
    [
      "that takes VAT out of the return is reviewed",
      makeSale({ treatment: "export" }),
      "needs_review",
    ],
    [
      "that puts VAT into one is reviewed",
      makeSale({ treatment: "union_oss", dispatch_country: "DE" }),
      "needs_review",
    ],
  ] as const)("%s", async ([, event, status]) => {
    const seller = await newSeller("SE", SWEDISH);
    const [item] = await committed(seller, { ...event, ...Q2 });
    expect(item).toMatchObject({ treatment: event.treatment, classification_status: status });
    expect((await summaryOf(seller, "2026-Q2")).rows).toEqual([]);
  });
});
