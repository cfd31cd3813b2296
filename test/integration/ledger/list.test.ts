import { beforeAll, describe, expect, it, test } from "vitest";
import {
  makeImport,
  makeRefund,
  makeSale,
  makeService,
  type SentEvent,
} from "../../make/supply-event.ts";
import { type Account, newAccount } from "../../stack/api.ts";
import {
  committed,
  idsOf,
  listed,
  newSeller,
  pagedIds,
  type Refusal,
  shown,
  summaryOf,
} from "../../stack/seller.ts";

const on = (day: string) => ({ supply_date: day as SentEvent["supply_date"] });

describe("the list", () => {
  let seller: Account;

  /** In the order of the list. */
  const EVENTS: readonly SentEvent[] = [
    makeSale({ event_id: "q2", ...on("2025-06-30"), source_id: "shop" }),
    makeSale({ event_id: "q3-first", ...on("2025-07-01") }),
    makeRefund({ event_id: "orphan", original_event_id: "ghost", ...on("2025-07-15") }),
    makeService({
      event_id: "at-home",
      consumption_country: "SE",
      establishment_country: "PL",
      ...on("2025-07-31"),
    }),
    makeSale({ event_id: "a", ...on("2025-08-01"), source_id: "shop" }),
    makeSale({
      event_id: "b",
      ...on("2025-08-01"),
      source_id: "shop",
      dispatch_country: undefined,
    }),
    makeSale({ event_id: "c", ...on("2025-08-01"), source_id: "till", dispatch_country: "DE" }),
    makeSale({ event_id: "é", ...on("2025-08-01"), vat_amount_minor: 1 }),
    makeSale({ event_id: "dirham", ...on("2025-08-31"), currency: "AED", source_id: "shop" }),
    makeImport({ event_id: "import", ...on("2025-08-31"), origin_country: undefined }),
    makeSale({
      event_id: "zero",
      ...on("2025-09-01"),
      rate_category: "zero",
      vat_rate_bps: 0,
      vat_amount_minor: 0,
    }),
    makeSale({ event_id: "car", ...on("2025-09-30"), supply_kind: "new_means_of_transport" }),
    makeSale({ event_id: "\u{10ffff}last", ...on("2025-09-30") }),
    makeRefund({ event_id: "invalid", original_event_id: "import", ...on("2025-10-01") }),
  ];
  const ALL = EVENTS.map((event) => event.event_id);
  const Q3 = ALL.slice(1, -1);

  beforeAll(async () => {
    seller = await newSeller("SE", { establishment_country: "FI", fixed_establishments: [] });
    await committed(seller, EVENTS.toReversed());
  });

  test.for<[string, readonly string[]]>([
    ["", ALL],
    ["?period=2025-Q3", Q3],
    ["?period=2025-Q2", ["q2"]],
    ["?period=2025-Q4", ["invalid"]],
    ["?period=2024-Q3", []],
    ["?period=2025-07", ["q3-first", "orphan", "at-home"]],
    ["?period=2025-09", ["zero", "car", "\u{10ffff}last"]],
    ["?source_id=shop", ["q2", "a", "b", "dirham"]],
    ["?source_id=shop&period=2025-Q3", ["a", "b", "dirham"]],
    ["?source_id=nobody", []],
    ["?classification_status=needs_review", ["b"]],
    ["?classification_status=excluded", ["c"]],
    ["?classification_status=excluded&source_id=shop", []],
    ["?classification_status=needs_review&source_id=shop&period=2025-08", ["b"]],
    ["?classification_status=needs_review&source_id=shop&period=2025-09", []],
    ["?warning=needs_review_excluded", ["b"]],
    ["?warning=unsupported_rate_category_excluded", ["zero"]],
    ["?period=2025-Q3&warning=unsupported_supply_kind_excluded", ["car"]],
    ["?warning=correction_reference_missing_excluded", ["orphan"]],
    ["?warning=correction_reference_invalid_excluded", ["invalid"]],
    ["?warning=missing_origin_excluded", ["import"]],
    ["?warning=vat_differs_from_rate", ["é"]],
    ["?warning=vat_differs_from_rate&source_id=shop", []],
    ["?period=2025-Q3&warning=missing_exchange_rate_excluded", ["dirham"]],
    ["?period=2025-Q3&warning=missing_exchange_rate_excluded&source_id=shop", ["dirham"]],
    ["?period=2025-Q3&warning=missing_exchange_rate_excluded&source_id=till", []],
    ["?period=2025-Q3&warning=classification_excluded", ["at-home", "c"]],
  ])("%s", async ([query, ids]) => {
    expect(await idsOf(seller, query)).toEqual(ids);
  });

  it("finds as many events under each warning of the report as the report counts", async () => {
    for (const period of ["2025-Q2", "2025-Q3", "2025-Q4"]) {
      for (const { code, count } of (await summaryOf(seller, period)).warnings) {
        const query = `?period=${period}&warning=${code}`;
        const { items } = (await listed(seller, query)).body;
        expect(items.filter((one) => one.supply_kind !== "imported_goods")).toHaveLength(count);
      }
    }
  });

  it("pages through every filter without a gap", async () => {
    for (const query of [
      "",
      "&period=2025-Q3",
      "&source_id=shop",
      "&warning=vat_differs_from_rate",
    ]) {
      for (const limit of [1, 5]) {
        expect(await pagedIds(seller, `?limit=${limit}${query}`)).toEqual(
          await idsOf(seller, query.replace("&", "?")),
        );
      }
    }
  });

  it.for([
    "missing_exchange_rate_excluded",
    "classification_excluded",
    "unsupported_supply_kind_excluded",
    "outside_registration_window_excluded",
  ])("asks for the period of a code that a report may find by itself: %s", async (code) => {
    const { status, body } = await listed(seller, `?warning=${code}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_period", details: [{ field: "period" }] });
  });

  it.for(["foo", "vat_difers_from_rate"])(
    "D7: names the known codes to who asks for %s",
    async (code) => {
      const { status, body } = await listed(seller, `?warning=${code}`);
      expect([status, body]).toMatchObject([400, { error: "invalid_request" }]);
      const { details } = body as unknown as Refusal;
      expect(details?.[0]?.message).toContain("vat_differs_from_rate");
      expect(details?.[0]?.message).toContain("needs_review_excluded");
    },
  );

  it("shows the code that only the return of the period finds", async () => {
    const query = "?period=2025-Q3&warning=missing_exchange_rate_excluded";
    const [dirham] = (await listed(seller, query)).body.items;
    expect(dirham?.exclusion_code).toBe("missing_exchange_rate_excluded");
    expect((await shown(seller, "dirham")).body.exclusion_code).toBeNull();
  });

  it("without a registration knows the codes that need no report", async () => {
    const plain = await newAccount();
    await committed(plain, EVENTS);
    expect(await idsOf(plain, "?period=2025-Q3&warning=needs_review_excluded")).toEqual(["b"]);
    expect(await idsOf(plain, "?period=2025-Q3&warning=missing_exchange_rate_excluded")).toEqual(
      [],
    );
  });
});
