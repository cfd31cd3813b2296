import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { makeImport, makeRefund } from "../../../make/supply-event.ts";
import { call, newAccount } from "../../../stack/api.ts";
import { importMonthOf, newImporter, previewOf } from "../../../stack/importer.ts";
import { committed } from "../../../stack/seller.ts";

const cents = (euro: string): number => Math.round(Number(euro) * 100);

describe("EX02: a correction in the import scheme is the difference of VAT (Spain, form 369)", () => {
  it("is minus 50.00 where 300.00 was declared and 250.00 was due", async () => {
    const importer = await newImporter({ member_state_identification: "ES" });
    // Twelve parcels make up the 300.00 of the example: one alone would be above EUR 150.
    const parcels = Array.from({ length: 12 }, (_, n) =>
      makeImport({
        event_id: `parcel-${n}`,
        supply_date: "2022-01-10" as IsoDate,
        taxable_amount_minor: 13_158,
        vat_amount_minor: 2_500,
      }),
    );
    const credits = [0, 1].map((n) =>
      makeRefund({
        event_id: `credit-${n}`,
        event_type: "credit_note",
        original_event_id: `parcel-${n}`,
        supply_kind: "imported_goods",
        supply_date: "2022-02-10" as IsoDate,
        taxable_amount_minor: 13_158,
        vat_amount_minor: 2_500,
      }),
    );
    await committed(importer, [...parcels, ...credits]);
    expect((await importMonthOf(importer, "2022-01")).totals?.current_vat_minor).toBe(30_000);
    expect((await importMonthOf(importer, "2022-02")).corrections).toMatchObject([
      {
        original_period: "2022-01",
        member_state_of_consumption: "DE",
        vat_amount_minor: cents("-50.00"),
      },
    ]);
  });
});

/** Net prices of the goods; VAT, and transport where it is shown separately, are no part of it. */
const INTRINSIC = [
  ["EX44", ["140.00"], "140.00", true],
  ["EX46", ["120.00", "20.00"], "140.00", true],
  ["EX47", ["160.00"], "160.00", false],
  ["EX49", ["150.00"], "150.00", true],
] as const;

describe("EX44 to EX49: the intrinsic value of a consignment (Spain, low value shipments)", () => {
  test.for(INTRINSIC)("%s: goods of %j are worth %s", async ([, lines, value, within]) => {
    const intrinsic_value_minor = lines.map(cents).reduce((a, b) => a + b, 0);
    expect(intrinsic_value_minor).toBe(cents(value));

    const account = await newAccount();
    const check = { threshold_type: "ioss", amount_minor: intrinsic_value_minor };
    const { body } = await call(account.readOnly, "POST", "/v1/vat/threshold-check", check);
    expect(body).toMatchObject({ threshold_minor: 15_000, exceeded: !within });

    const importer = await newImporter({ member_state_identification: "ES" });
    const consignment = { intrinsic_value_minor, currency: "EUR" as const, excise_goods: false };
    await committed(importer, makeImport({ consignment }));
    expect(await importMonthOf(importer, "2025-08")).toMatchObject({
      included_source_event_count: within ? 1 : 0,
      warnings: within ? [] : [{ code: "consignment_value_exceeded_excluded", count: 1 }],
    });
  });

  it("EX46: transport widens the taxable amount, not the intrinsic value", async () => {
    const importer = await newImporter({ member_state_identification: "ES" });
    await committed(
      importer,
      makeImport({
        taxable_amount_minor: cents("155.00"),
        vat_amount_minor: cents("31.00"),
        vat_rate_bps: 2_000,
        consumption_country: "FR",
        consignment: {
          intrinsic_value_minor: cents("140.00"),
          currency: "EUR",
          excise_goods: false,
        },
      }),
    );
    expect((await importMonthOf(importer, "2025-08")).rows).toMatchObject([
      { taxable_amount_minor: 15_500, vat_amount_minor: 3_100 },
    ]);
  });
});

describe("EX52: due dates of the import scheme (Sweden)", () => {
  it("has July due on 31 August", async () => {
    const importer = await newImporter({});
    expect((await importMonthOf(importer, "2025-07")).filing_due_date).toBe("2025-08-31");
  });

  it.for([
    ["2025-Q4", ["2025-11-30", "2025-12-31", "2026-01-31"]],
    ["2024-Q1", ["2024-02-29", "2024-03-31", "2024-04-30"]],
  ] as const)("%s: the end of the following month, holiday or not", async ([period, due]) => {
    const { ioss } = await previewOf(await newImporter({}), period);
    expect(ioss.months.map(({ filing_due_date }) => filing_due_date)).toEqual(due);
  });
});
