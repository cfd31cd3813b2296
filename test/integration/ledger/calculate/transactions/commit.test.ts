import { beforeAll, describe, expect, it } from "vitest";
import { expiryOf } from "../../../../../shared/ledger/calculate/transaction.ts";
import { transactionKey } from "../../../../../shared/platform/table/keys.ts";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { auditOf } from "../../../../stack/audit.ts";
import { calculated, commitOf, transactionPath } from "../../../../stack/calculations.ts";
import { newSeller, shown, summaryOf } from "../../../../stack/seller.ts";
import { itemAt } from "../../../../stack/tampering.ts";

const SALE = {
  event_id: "order-1",
  event_type: "sale",
  supply_kind: "goods",
  dispatch_country: "SE",
};

type Status = { readonly checks: readonly { readonly current_minor: number }[] };

/** What counts towards the threshold in 2025. */
const turnover = async (account: Account): Promise<number> => {
  const body = { threshold_type: "oss", from: "2025-01-01", to: "2025-12-31" };
  const path = "/v1/vat/threshold-check";
  const answer = await call<Status["checks"][number]>(account.readOnly, "POST", path, body);
  return answer.body.current_minor;
};

const rowsOf = async (account: Account) => (await summaryOf(account, "2025-Q3")).rows;

const markOf = async (account: Account, id: string) =>
  (await call(account.readOnly, "GET", transactionPath(id))).body["committed_event_id"];

describe("a calculation", () => {
  it("changes neither a report nor the threshold", async () => {
    const seller = await newSeller();
    await calculated(seller);
    await calculated(seller, { supply: { supply_kind: "goods", dispatch_country: "SE" } });
    expect(await rowsOf(seller)).toEqual([]);
    expect(await turnover(seller)).toBe(0);
    expect((await summaryOf(seller, "2025-Q3")).total_source_event_count).toBe(0);
  });

  it("expires, until it is committed", async () => {
    const seller = await newSeller();
    const { transaction_id } = await calculated(seller);
    const storedItem = () => itemAt(transactionKey(seller.account, transaction_id));
    expect((await storedItem())["expires_at"]).toBe(
      expiryOf({ created_at: String((await storedItem())["created_at"]) }),
    );
    expect((await commitOf(seller, transaction_id, SALE)).status).toBe(200);
    expect(await storedItem()).toMatchObject({ committed_event_id: "order-1" });
    expect(await storedItem()).not.toHaveProperty("expires_at");
  });

  it("that is committed is a row of the return and counts towards the threshold", async () => {
    const seller = await newSeller();
    const { transaction_id } = await calculated(seller, {}, { "X-Source-ID": "shop" });
    const { status, body } = await commitOf(seller, transaction_id, SALE);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        event_id: "order-1",
        status: "committed",
        classification_status: "classified",
        classification_reasons: [],
        period: "2025-Q3",
        link_status: "not_applicable",
        link_reason: null,
        treatment: "union_oss",
        checks: [],
        exclusion_code: null,
        exclusion_status: null,
        declared_in: {
          scheme_type: "union_oss",
          period_key: "2025-Q3",
          registration_id: 1,
          part: "rows",
        },
        undeclared_reason: null,
      },
    ]);
    expect(await rowsOf(seller)).toMatchObject([
      {
        section: "2b",
        member_state_of_consumption: "DE",
        vat_rate_bps: 1_900,
        taxable_amount_minor: 10_000,
        vat_amount_minor: 1_900,
        event_count: 1,
      },
    ]);
    expect(await turnover(seller)).toBe(10_000);
    expect((await shown(seller, "order-1")).body).toMatchObject({
      transaction_id,
      tax_class_id: "standard",
      rate_category: "standard",
      source_id: "shop",
      supply_date: "2025-08-01",
      checks: [],
    });
    expect(await markOf(seller, transaction_id)).toBe("order-1");
    expect((await auditOf(seller.account)).differences).toEqual([]);
  });

  it("is committed once: the same body again is a duplicate, another id a conflict", async () => {
    const seller = await newSeller();
    const { transaction_id } = await calculated(seller);
    await commitOf(seller, transaction_id, SALE);
    const again = await commitOf(seller, transaction_id, SALE);
    expect([again.status, again.body]).toMatchObject([200, { items: [{ status: "duplicate" }] }]);
    const other = await commitOf(seller, transaction_id, { ...SALE, event_id: "order-2" });
    expect([other.status, other.body.error]).toEqual([409, "transaction_already_committed"]);
    const changed = await commitOf(seller, transaction_id, { ...SALE, description: "gift" });
    expect([changed.status, changed.body.error]).toEqual([409, "event_conflict"]);
    expect(await markOf(seller, transaction_id)).toBe("order-1");
    expect(await rowsOf(seller)).toMatchObject([{ event_count: 1 }]);
  });

  it("of many commits under ids of their own one gets through", async () => {
    const seller = await newSeller();
    const { transaction_id } = await calculated(seller);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        commitOf(seller, transaction_id, { ...SALE, event_id: `order-${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(409)]);
    expect(await rowsOf(seller)).toMatchObject([{ event_count: 1, taxable_amount_minor: 10_000 }]);
  });

  it("may take another id, when the first belonged to something else", async () => {
    const seller = await newSeller();
    const [one, other] = [await calculated(seller), await calculated(seller)];
    await commitOf(seller, one.transaction_id, SALE);
    const taken = await commitOf(seller, other.transaction_id, SALE);
    expect([taken.status, taken.body.error]).toEqual([409, "event_conflict"]);
    expect(await markOf(seller, other.transaction_id)).toBeNull();
    const free = await commitOf(seller, other.transaction_id, { ...SALE, event_id: "order-2" });
    expect(free.status).toBe(200);
    expect(await rowsOf(seller)).toMatchObject([{ event_count: 2, taxable_amount_minor: 20_000 }]);
  });

  it("with lines of several rates becomes an event for each", async () => {
    const seller = await newSeller();
    const { transaction_id } = await calculated(seller, {
      tax_class_id: undefined,
      gross_amount_minor: undefined,
      price_includes_vat: false,
      shipping_amount_minor: 600,
      lines: [
        { tax_class_id: "books", gross_amount_minor: 1_000 },
        { tax_class_id: "standard", gross_amount_minor: 2_000 },
      ],
    });
    const { body } = await commitOf(seller, transaction_id, SALE);
    expect(body.items.map(({ event_id }) => event_id)).toEqual(["order-1-1900", "order-1-700"]);
    const again = await commitOf(seller, transaction_id, SALE);
    expect(again.body.items.map(({ status }) => status)).toEqual(["duplicate", "duplicate"]);
    expect(
      (await rowsOf(seller)).map((row) => [
        row.vat_rate_bps,
        row.taxable_amount_minor,
        row.vat_amount_minor,
        row.rate_category,
      ]),
    ).toEqual([
      [1_900, 2_400, 456, "standard"],
      [700, 1_200, 84, "reduced"],
    ]);
    expect(await markOf(seller, transaction_id)).toBe("order-1");
  });

  it("of a credit is committed as the refund of its sale", async () => {
    const seller = await newSeller();
    const sale = await calculated(seller);
    const credit = await calculated(seller, { gross_amount_minor: -1_190 });
    await commitOf(seller, sale.transaction_id, SALE);
    const { body } = await commitOf(seller, credit.transaction_id, {
      event_id: "refund-1",
      event_type: "refund",
      original_event_id: "order-1",
      supply_kind: "goods",
    });
    expect(body.items).toMatchObject([{ link_status: "linked" }]);
    expect(await rowsOf(seller)).toMatchObject([
      { taxable_amount_minor: 9_000, vat_amount_minor: 1_710, event_count: 2 },
    ]);
  });

  it("that was placed needs no more than an id and a type", async () => {
    const seller = await newSeller("SE", { establishment_country: "SE", fixed_establishments: [] });
    const { transaction_id, treatment } = await calculated(seller, {
      supply: { supply_kind: "goods" },
    });
    expect(treatment).toBe("union_oss");
    const { status } = await commitOf(seller, transaction_id, {
      event_id: "order-1",
      event_type: "sale",
    });
    expect(status).toBe(200);
    expect(await rowsOf(seller)).toMatchObject([{ section: "2b", taxable_amount_minor: 10_000 }]);
  });

  it("that was placed below the threshold counts towards it", async () => {
    const seller = await newAccount("small");
    await call(seller.full, "PUT", "/v1/account", {
      establishment_country: "SE",
      entered_turnover: [{ year: 2024, amount_minor: 0, currency: "EUR" }],
    });
    const supply = { supply_kind: "goods" };
    const price = { gross_amount_minor: 600_000, price_includes_vat: false, supply };
    const first = await calculated(seller, price);
    expect(first).toMatchObject({ treatment: "origin_below_threshold", taxed_in: "SE" });
    await commitOf(seller, first.transaction_id, { event_id: "one", event_type: "sale" });
    expect(await turnover(seller)).toBe(600_000);
    expect(await calculated(seller, price)).toMatchObject({ treatment: "union_oss" });
  });
});

describe("a service that is taxed at home (Art. 45)", () => {
  it.for([
    ["US", undefined],
    ["ES", "35001"],
    ["DE", undefined],
  ] as const)("is committed as such for a consumer in %s %s", async ([country, postcode]) => {
    const seller = await newSeller("SE", { establishment_country: "SE" });
    const supply = { supply_kind: "other_services", customer_postcode: postcode };
    const { transaction_id, treatment } = await calculated(seller, { country, supply });
    expect(treatment).toBe("domestic");
    const sale = { event_id: "advice", event_type: "sale" };
    const { body } = await commitOf(seller, transaction_id, sale);
    expect(body.items).toMatchObject([
      { treatment: "domestic", classification_status: "excluded", checks: [] },
    ]);
  });
});

describe("a commit is refused", () => {
  let seller: Account;
  let transaction_id: string;
  beforeAll(async () => {
    seller = await newAccount("refused");
    ({ transaction_id } = await calculated(seller));
  });

  const refused = async (account: Account, id: string, body: unknown) => {
    const answer = await call<{ error: string; details?: { field: string }[] }>(
      account.full,
      "POST",
      `${transactionPath(id)}/commit`,
      body,
    );
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    return answer.body.details?.map(({ field }) => field).sort();
  };

  it.for<[string, unknown, readonly string[]]>([
    ["an empty body", {}, ["event_id", "event_type"]],
    ["without an id", { ...SALE, event_id: "" }, ["event_id"]],
    ["with a type that is none", { ...SALE, event_type: "gift" }, ["event_type"]],
    ["with an amount of its own", { ...SALE, taxable_amount_minor: 1 }, ["taxable_amount_minor"]],
    ["with a rate of its own", { ...SALE, vat_rate_bps: 1 }, ["vat_rate_bps"]],
    ["with a day of its own", { ...SALE, supply_date: "2025-08-01" }, ["supply_date"]],
    ["with a source of its own", { ...SALE, source_id: "x" }, ["source_id"]],
    ["with a country of its own", { ...SALE, consumption_country: "FR" }, ["consumption_country"]],
    ["without a kind", { event_id: "a", event_type: "sale" }, ["supply_kind"]],
    [
      "of a service that is dispatched",
      { ...SALE, supply_kind: "tbe_services" },
      ["dispatch_country"],
    ],
    [
      "of imports without a consignment",
      { event_id: "a", event_type: "sale", supply_kind: "imported_goods" },
      ["consignment"],
    ],
    ["with metadata that is a list", { ...SALE, metadata: ["a"] }, ["metadata"]],
  ])("%s", async ([, body, fields]) => {
    expect(await refused(seller, transaction_id, body)).toEqual(fields);
    expect(await markOf(seller, transaction_id)).toBeNull();
  });

  it("of what lies ahead", async () => {
    const ahead = await calculated(seller, { transaction_date: "2035-01-01" });
    expect(await refused(seller, ahead.transaction_id, SALE)).toEqual(["transaction_date"]);
  });

  it("of a read-only key", async () => {
    const path = `${transactionPath(transaction_id)}/commit`;
    expect((await call(seller.readOnly, "POST", path, SALE)).status).toBe(403);
  });
});
