import { beforeAll, describe, expect, it } from "vitest";
import { makeSale, makeService } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { calculated } from "../../../stack/calculations.ts";
import { committed } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/** Relief must be certain, so the years before the ledger have to be known (docs/decisions/0050). */
const noTurnover = () =>
  [2023, 2024, 2025, 2026].map((year) => ({ year, amount_minor: 0, currency: "EUR" }));

async function german(): Promise<Account> {
  const account = await newAccount("german");
  await call(account.full, "PUT", "/v1/account", {
    establishment_country: "DE",
    entered_turnover: noTurnover(),
  });
  return account;
}

const goods = (more: object = {}) => ({ supply_kind: "goods", ...more });

const toFrance = (account: Account, more: object = {}) =>
  calculated(account, {
    country: "FR",
    gross_amount_minor: 10_000,
    price_includes_vat: false,
    supply: goods(),
    ...more,
  });

const register = (account: Account, scheme_type: string) =>
  call(account.full, "POST", "/v1/tax-registrations", {
    scheme_type,
    member_state_identification: "DE",
    effective_from: "2025-01-01",
    status: "active",
  });

describe("the place of supply", () => {
  /** German sellers whose accounts no test changes: below the threshold, and with a registration. */
  let small: Account;
  let registered: Account;
  beforeAll(async () => {
    [small, registered] = await Promise.all([german(), german()]);
    await register(registered, "union_oss");
  });

  it("of a small seller is at home, as the profile says, and the answer shows what it rests on", async () => {
    expect(await toFrance(small)).toMatchObject({
      country: "FR",
      vat_rate_bps: 1_900,
      rate_category: "standard",
      vat_amount_minor: 1_900,
      treatment: "origin_below_threshold",
      taxed_in: "DE",
      treatment_reason: expect.stringContaining("Art. 59c"),
      supply: {
        supply_kind: "goods",
        member_state_of_consumption: "FR",
        dispatch_country: "DE",
        establishment_country: "DE",
        customer_type: "b2c",
        treated_as: "b2c",
        supplier_role: "seller",
      },
    });
  });

  it("moves with the sale that crosses the threshold, and with every one after it", async () => {
    const account = await german();
    await committed(
      account,
      makeSale({
        dispatch_country: "DE",
        consumption_country: "FR",
        taxable_amount_minor: 990_000,
        vat_amount_minor: 188_100,
        vat_rate_bps: 1_900,
      }),
    );
    expect(await toFrance(account)).toMatchObject({ treatment: "origin_below_threshold" });
    expect(await toFrance(account, { gross_amount_minor: 10_001 })).toMatchObject({
      treatment: "union_oss",
      taxed_in: "FR",
      vat_rate_bps: 2_000,
    });
    expect(await toFrance(account)).toMatchObject({ treatment: "origin_below_threshold" });
    expect(await toFrance(account, { transaction_date: "2025-07-31" })).toMatchObject({
      treatment: "origin_below_threshold",
    });
  });

  it("counts this sale in its own currency, at the ECB rate of its day", async () => {
    const inYen = (gross_amount_minor: number) =>
      toFrance(small, { currency: "JPY", gross_amount_minor });
    expect(await inYen(10_000)).toMatchObject({ treatment: "origin_below_threshold" });
    expect(await inYen(100_000_000)).toMatchObject({ treatment: "union_oss" });
    const unknown = await toFrance(small, { currency: "AED" });
    expect(unknown).toMatchObject({ treatment: "union_oss" });
  });

  it("does not hang on the ECB rates of one day: the last known ones decide", async () => {
    const account = await newAccount("swedish");
    await call(account.full, "PUT", "/v1/account", {
      establishment_country: "SE",
      entered_turnover: noTurnover(),
    });
    // The bundled rates end on 2026-10-30.
    const sold = (gross_amount_minor: number) =>
      toFrance(account, { gross_amount_minor, transaction_date: "2026-11-10" });
    expect(await sold(10_000)).toMatchObject({
      treatment: "origin_below_threshold",
      taxed_in: "SE",
    });
    expect(await sold(890_000)).toMatchObject({
      treatment: "union_oss",
      treatment_reason: expect.stringContaining("exchange rates are missing"),
    });
  });

  it("says what to enter where turnover is unknown and destination is charged", async () => {
    const account = await newAccount("german");
    await call(account.full, "PUT", "/v1/account", { establishment_country: "DE" });
    const { treatment, treatment_reason } = await toFrance(account, {
      transaction_date: "2026-05-11",
    });
    expect(treatment).toBe("union_oss");
    expect(treatment_reason).toContain("in doubt VAT of the destination is charged");
    expect(treatment_reason).toContain("Enter the turnover of 2025 as entered_turnover");
  });

  it("of an e-book and of its print has the rate of each, and says what the rate covers", async () => {
    const eBook = {
      country: "HU",
      currency: "HUF",
      tax_class_id: "books",
      gross_amount_minor: 12_700,
      price_includes_vat: true,
      transaction_date: "2026-05-11",
      supply: { supply_kind: "tbe_services" },
    };
    expect(await calculated(registered, eBook)).toMatchObject({
      vat_rate_bps: 2_700,
      vat_amount_minor: 2_700,
      rate_category: "standard",
      rate_note: expect.stringContaining("E-books"),
    });
    const paper = await calculated(registered, { ...eBook, supply: goods() });
    expect(paper).toMatchObject({
      vat_rate_bps: 500,
      vat_amount_minor: 605,
      rate_note: expect.stringContaining("electronic 27 %"),
    });
    const lines = [{ line_id: "a", tax_class_id: "books", gross_amount_minor: 12_700 }];
    const byLine = { ...eBook, tax_class_id: undefined, gross_amount_minor: undefined };
    expect(await calculated(registered, { ...byLine, lines })).toMatchObject({
      lines: [{ vat_rate_bps: 2_700, rate_note: expect.stringContaining("E-books") }],
    });
  });

  it("has no rate of a class that has no electronic supplies, and says why", async () => {
    const answer = await call(registered.full, "POST", "/v1/vat/calculate", {
      country: "HU",
      currency: "HUF",
      tax_class_id: "food",
      gross_amount_minor: 12_700,
      price_includes_vat: true,
      transaction_date: "2026-05-11",
      supply: { supply_kind: "tbe_services" },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: "invalid_request", details: [{ field: "tax_class_id" }] },
    });
    expect(answer.text).toContain("covers physical supplies alone");
  });

  it("that is committed at the rate of the other form has a check", async () => {
    const sold = (event_id: string, vat_rate_bps: number) =>
      makeService({
        event_id,
        consumption_country: "HU",
        tax_class_id: "books",
        vat_rate_bps,
        vat_amount_minor: vat_rate_bps,
        rate_category: vat_rate_bps === 500 ? "reduced" : "standard",
        location_evidence: [{ kind: "billing_address", country: "HU" }],
      });
    const items = await committed(registered, [sold("as-print", 500), sold("as-e-book", 2_700)]);
    expect(items.map(({ checks }) => checks.map(({ code }) => code))).toEqual([
      ["rate_of_other_form"],
      [],
    ]);
  });

  it("stays at destination for two calendar years after an option (Art. 59c(3))", async () => {
    const account = await german();
    const { status } = await call(account.full, "POST", "/v1/tax-registrations", {
      scheme_type: "union_oss",
      member_state_identification: "DE",
      effective_from: "2025-10-01",
      effective_to: "2026-03-31",
      status: "ended",
    });
    expect(status).toBe(201);
    expect(await toFrance(account, { transaction_date: "2026-05-11" })).toMatchObject({
      treatment: "union_oss",
      treatment_reason: expect.stringContaining("binds for two calendar years"),
    });
    expect(await toFrance(account, { transaction_date: "2025-09-30" })).toMatchObject({
      treatment: "origin_below_threshold",
    });
  });

  it("is at destination without a profile, or with one of outside the Union", async () => {
    const nobody = await newAccount("nobody");
    const supply = goods({ dispatch_country: "DE" });
    expect(await toFrance(nobody, { supply })).toMatchObject({ treatment: "union_oss" });
    await call(nobody.full, "PUT", "/v1/account", { establishment_country: "US" });
    expect(await toFrance(nobody, { supply })).toMatchObject({ treatment: "union_oss" });
  });

  it("follows a registration from its first day", async () => {
    expect(await toFrance(registered)).toMatchObject({ treatment: "union_oss", taxed_in: "FR" });
    expect(await toFrance(registered, { transaction_date: "2024-12-31" })).toMatchObject({
      treatment: "origin_below_threshold",
    });
  });

  it("of an inclusive price leaves it as it is, with the VAT of the place in it", async () => {
    const inclusive = { price_includes_vat: true, gross_amount_minor: 12_000 };
    expect(await toFrance(small, inclusive)).toMatchObject({ vat_amount_minor: 1_916 });
    const supply = goods({ customer_type: "b2b", customer_vat_number: "FR 83 404 833 048" });
    const exempt = await toFrance(small, { ...inclusive, supply });
    expect(exempt).toMatchObject({
      treatment: "reverse_charge",
      taxed_in: "FR",
      vat_rate_bps: 0,
      rate_category: null,
      vat_amount_minor: 0,
      net_amount_minor: 12_000,
      gross_amount_minor: 12_000,
      supply: { customer_vat_number_masked: "FR*********48", treated_as: "b2b" },
    });
    expect(JSON.stringify(exempt)).not.toContain("404833048");
    expect(exempt.supply).toHaveProperty("customer_vat_number_warning", null);
  });

  it("takes a business by the form of its number, and tells of wrong check digits", async () => {
    const supply = goods({ customer_type: "b2b", customer_vat_number: "FR 83 404 833 049" });
    expect(await toFrance(small, { supply })).toMatchObject({
      treatment: "reverse_charge",
      supply: {
        customer_vat_number_masked: "FR*********49",
        customer_vat_number_warning: "check_digits_wrong",
        treated_as: "b2b",
      },
    });
  });

  itInTurn("taxes every line and its shipping at the rates of the place", async () => {
    const answer = await toFrance(registered, {
      tax_class_id: undefined,
      gross_amount_minor: undefined,
      shipping_amount_minor: 2_000,
      lines: [
        { tax_class_id: "books", gross_amount_minor: 10_000 },
        { tax_class_id: "standard", gross_amount_minor: 30_000 },
      ],
    });
    expect(answer).toMatchObject({ taxed_in: "FR", vat_amount_minor: 6_878 });
  });

  it.for<[string, object, object]>([
    [
      "the Canary Islands",
      { country: "ES", supply: goods({ customer_postcode: "35001" }) },
      { treatment: "outside_scope", taxed_in: null, vat_rate_bps: 0 },
    ],
    ["the same by their code", { country: "IC" }, { country: "IC", treatment: "outside_scope" }],
    [
      "Mallorca",
      { country: "ES", supply: goods({ customer_postcode: "07001" }) },
      { taxed_in: "DE" },
    ],
    [
      "Belfast",
      { country: "GB", supply: goods({ customer_postcode: "BT1 5GS" }) },
      { supply: { member_state_of_consumption: "XI" } },
    ],
    [
      "London",
      { country: "GB", supply: goods({ customer_postcode: "SW1A 1AA" }) },
      { treatment: "outside_scope" },
    ],
    ["Monaco", { country: "MC" }, { country: "MC", supply: { member_state_of_consumption: "FR" } }],
  ])("of goods to %s", async ([, changes, expected]) => {
    const answer = await toFrance(small, changes);
    expect(answer).toMatchObject(expected);
    expect(JSON.stringify(answer)).not.toMatch(/35001|07001|BT1|SW1A/);
  });

  it.for<[string, string, string, number]>([
    ["PT", "9000-001", "Madeira", 2_200],
    ["PT", "9500-321", "the Azores", 1_600],
  ])("with the standard rate of a region: %s %s", async ([country, postcode, region, rate]) => {
    const supply = goods({ customer_postcode: postcode });
    const answer = await toFrance(registered, { country, supply });
    expect(answer).toMatchObject({
      taxed_in: country,
      vat_rate_bps: rate,
      vat_amount_minor: rate,
      rate_category: "standard",
      supply: { member_state_of_consumption: country, region },
    });
    expect(JSON.stringify(answer)).not.toContain(postcode);
    const books = await toFrance(registered, { country, supply, tax_class_id: "books" });
    expect(books).toMatchObject({ rate_category: "reduced", supply: { region } });
  });

  it("at home knows no region of the customer", async () => {
    const supply = goods({ customer_postcode: "9500-321" });
    expect(await toFrance(small, { country: "PT", supply })).toMatchObject({
      taxed_in: "DE",
      vat_rate_bps: 1_900,
    });
  });

  it("in the import scheme goes by the price of the goods without VAT and shipping", async () => {
    const account = await german();
    await register(account, "ioss");
    const order = (goods_minor: number) =>
      toFrance(account, {
        tax_class_id: undefined,
        gross_amount_minor: undefined,
        price_includes_vat: true,
        shipping_amount_minor: 5_000,
        lines: [{ tax_class_id: "standard", gross_amount_minor: goods_minor }],
        supply: { supply_kind: "imported_goods" },
      });
    expect(await order(18_000)).toMatchObject({ treatment: "ioss", taxed_in: "FR" });
    expect(await order(18_001)).toMatchObject({
      treatment: "outside_scope",
      treatment_reason: expect.stringContaining("border"),
      vat_amount_minor: 0,
      gross_amount_minor: 23_001,
    });
  });
});
