import { beforeEach, describe, expect, it } from "vitest";
import { makeImport, makeSale, makeService, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { importMonthOf, registerImports } from "../../stack/importer.ts";
import { importedFile } from "../../stack/imports.ts";
import {
  commit,
  committed,
  newSeller,
  type Refusal,
  shown,
  summaryOf,
} from "../../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const french = { vat_rate_bps: 2_000, vat_amount_minor: 2_000 };

describe("Monaco counts as France (Art. 7(1))", () => {
  it.for<[string, SentEvent, readonly string[]]>([
    ["goods to Monaco", makeSale({ consumption_country: "MC", ...french }), ["2b", "FR"]],
    ["goods from Monaco", makeSale({ dispatch_country: "MC" as "FR" }), ["2d", "DE", "FR"]],
    ["services to Monaco", makeService({ consumption_country: "MC", ...french }), ["2a", "FR"]],
    ["services from Monaco", makeService({ establishment_country: "MC" }), ["2c", "DE", "FR"]],
  ])("%s are declared", async ([, event, expected]) => {
    await committed(seller, event);
    const { rows } = await summaryOf(seller, "2025-Q3");
    expect(
      rows.map((row) => [
        row.section,
        row.member_state_of_consumption,
        ...(row.from_member_state ? [row.from_member_state] : []),
      ]),
    ).toEqual([expected]);
  });

  it("an event says the state that it counts in", async () => {
    await committed(seller, makeSale({ consumption_country: "MC", ...french }));
    expect((await shown(seller, "sale-1")).body).toMatchObject({
      consumption_country: "FR",
      treatment: "union_oss",
    });
  });

  it.for(["MC", "FR", "SE", "XI"])("goods from %s are no imports", async (origin_country) => {
    const { status, body } = await commit(seller, makeImport({ origin_country }));
    expect([status, (body as unknown as Refusal).details?.[0]]).toMatchObject([
      400,
      { field: "origin_country", message: expect.stringContaining("must lie outside the Union") },
    ]);
  });

  it("a business there is established in France", async () => {
    const { body } = await call(seller.full, "PUT", "/v1/account", { establishment_country: "MC" });
    expect(body).toMatchObject({ establishment_country: "FR" });
  });
});

describe("goods from a territory of Art. 6", () => {
  const ORIGINS = [
    ["IC", "IC"],
    ["EA", "EA"],
    ["AX", "AX"],
    ["RE", "RE"],
    ["IT-23041", "IT-23041"],
    ["IT-22061", "IT-22061"],
    ["DE-27498", "DE-27498"],
    ["DE-78266", "DE-78266"],
    ["GR-63086", "EL-63086"],
    ["ES-35001", "ES-35"],
    ["FI-22", "FI-22"],
  ] as const;

  it("are imports", async () => {
    await registerImports(seller);
    await committed(
      seller,
      ORIGINS.map(([origin_country]) => makeImport({ origin_country, event_id: origin_country })),
    );
    for (const [event_id, origin_country] of ORIGINS) {
      expect((await shown(seller, event_id)).body, event_id).toMatchObject({
        origin_country,
        treatment: "ioss",
        exclusion_code: null,
      });
    }
    expect(await importMonthOf(seller, "2025-08")).toMatchObject({
      included_source_event_count: ORIGINS.length,
    });
  });

  it.for(["IT-00100", "DE-2749", "XX-27498", "ZZ", "IC-35001"])(
    "%s is no origin",
    async (origin_country) => {
      expect(await commit(seller, makeImport({ origin_country }))).toMatchObject({
        status: 400,
        body: { details: [{ field: "origin_country" }] },
      });
    },
  );

  it.for(["IC", "IT-23041"])("are not dispatched within the Union from %s", async (from) => {
    const { status, body } = await commit(seller, makeSale({ dispatch_country: from as "IT" }));
    expect([status, (body as unknown as Refusal).details]).toMatchObject([
      400,
      [{ field: "dispatch_country", message: expect.stringContaining("imported_goods") }],
    ]);
  });

  it.for(["IC", "EA", "AX"])("goods to %s are exports", async (consumption_country) => {
    const untaxed = { vat_amount_minor: 0, vat_rate_bps: 0, rate_category: "zero" as const };
    const items = await committed(seller, makeSale({ consumption_country, ...untaxed }));
    expect(items).toMatchObject([{ treatment: "export", checks: [] }]);
  });
});

it("a file says Monaco and the territories as events do", async () => {
  const rows = [
    "event_id,event_type,supply_date,supply_kind,dispatch_country,origin_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate,consignment_value,consignment_currency",
    "to-mc,sale,2025-08-01,goods,SE,,MC,EUR,100.00,20.00,20,,",
    "from-ic,sale,2025-08-01,imported_goods,,IC,DE,EUR,100.00,19.00,19,100.00,EUR",
    "from-livigno,sale,2025-08-01,imported_goods,,IT-23041,DE,EUR,100.00,19.00,19,100.00,EUR",
    "from-mc,sale,2025-08-01,imported_goods,,MC,DE,EUR,100.00,19.00,19,100.00,EUR",
  ];
  const settings = { source_id: "shop", date_form: "YYYY-MM-DD", decimal_separator: "." };
  const bytes = new TextEncoder().encode(`${rows.join("\n")}\n`);
  const { counts } = await importedFile(seller, { format: "events_csv", settings, bytes });
  expect(counts).toMatchObject({ rows: 4, committed: 3, rejected: 1 });
  expect((await shown(seller, "to-mc")).body).toMatchObject({
    consumption_country: "FR",
    rate_category: "standard",
  });
  expect((await shown(seller, "from-livigno")).body).toMatchObject({ origin_country: "IT-23041" });
});
